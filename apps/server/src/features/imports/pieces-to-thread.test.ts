import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import type { Piece } from '../../journal/reading/packed-reading.ts'
import { handedOver, handOver, PiecesBrokeOff } from './pieces-to-thread.ts'

const { port1: here, port2: there } = new MessageChannel()
afterEach(() => there.removeAllListeners('message'))

async function* pieces(count: number, fault?: Error): AsyncGenerator<Piece> {
  for (let n = 0; n < count; n += 1) {
    const piece = new Uint8Array(new SharedArrayBuffer(1))
    piece[0] = n
    yield piece
  }
  if (fault !== undefined) throw fault
}

async function heard(): Promise<number[]> {
  const numbers: number[] = []
  for await (const piece of handedOver(there)) numbers.push(piece[0] ?? -1)
  return numbers
}

test.each([0, 1, 200])('all of %d pieces arrive, in their order', async (count) => {
  const hearing = heard()
  await handOver(pieces(count), here)
  expect(await hearing).toEqual(Array.from({ length: count }, (_, n) => n))
})

test('pieces that break off are no whole reading, and who hands them over hears why', async () => {
  const hearing = expect(heard()).rejects.toBeInstanceOf(PiecesBrokeOff)
  await expect(handOver(pieces(3, new Error('too much memory')), here)).rejects.toThrow('too much memory')
  await hearing
  here.close()
})
