import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pack, unpack } from './packed-calculation.ts'

test('N2 what is packed comes back byte for byte, over many blocks, and is what was hashed', async () => {
  const pieces = Array.from({ length: 300 }, (_, i) => `${'é'.repeat(i)}${String(i).repeat(10_000)}`)
  const { sha256, bytes } = await pack(pieces.map((piece) => Buffer.from(piece)))
  const text = Buffer.concat([...unpack(bytes)])
  expect(text.toString()).toBe(pieces.join(''))
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect(bytes.length).toBeLessThan(text.length / 10)
  expect([...unpack(bytes)].length).toBeGreaterThan(1)
})

test('nothing packed is nothing', async () => {
  expect([...unpack((await pack([])).bytes)]).toEqual([])
})
