import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptRows } from './kept-rows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rows = (bytes: number) =>
  Promise.resolve({ headers: [], blocks: [{ until: 1, bytes: new Uint8Array(bytes) }] })
const kept = (lately: KeptRows, ...keys: string[]) => keys.filter((key) => lately.get(key) !== undefined)

test('the least lately asked for goes first where all would take more room than there is', async () => {
  const lately = new KeptRows({ mostBytes: 100, unusedMs: 1_000 })
  await lately.keep('a', rows(40))
  await lately.keep('b', rows(40))
  void lately.get('a')
  await lately.keep('c', rows(40))
  expect(kept(lately, 'a', 'b', 'c')).toEqual(['a', 'c'])
  await lately.keep('larger than all of it', rows(101))
  expect(kept(lately, 'a', 'c', 'larger than all of it')).toEqual([])
})

test('what nobody asks for is forgotten', async () => {
  const lately = new KeptRows({ mostBytes: 100, unusedMs: 1_000 })
  await lately.keep('a', rows(1))
  await lately.keep('b', rows(1))
  vi.advanceTimersByTime(900)
  expect(kept(lately, 'a')).toEqual(['a'])
  vi.advanceTimersByTime(900)
  expect(kept(lately, 'a', 'b')).toEqual(['a'])
})

test('who asks while a file is read waits for the same reading, and one that fails is not kept', async () => {
  const lately = new KeptRows({ mostBytes: 100, unusedMs: 1_000 })
  const { promise, reject } = Promise.withResolvers<never>()
  const first = lately.keep('a', promise)
  expect(lately.get('a')).toBe(first)
  reject(new Error('it broke its reader'))
  await expect(first).rejects.toThrow('it broke its reader')
  expect(kept(lately, 'a')).toEqual([])
})
