import { expect, test } from 'vitest'
import { NarrowAmounts } from './narrow-amounts.ts'

const BASE = 10n ** 15n

/**
 * Limits of a limb, of 32, 53 and 64 bits and of the shortcut for 64 bits, each with its neighbors and in both signs.
 */
const EDGES = [
  0n,
  BASE,
  2n ** 15n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n,
  9223n * BASE,
  10n ** 30n,
]
  .flatMap((edge) => [
    edge - BASE,
    edge - 2n ** 15n,
    edge - 1n,
    edge,
    edge + 1n,
    edge + 2n ** 15n,
    edge + BASE,
  ])
  .flatMap((value) => [value, -value])

test('a number comes out as it went in', () => {
  const amounts = new NarrowAmounts(1)
  amounts.reserve(1)
  for (const value of EDGES) {
    amounts.set(0, value)
    expect(amounts.get(0)).toBe(value)
  }
})

test('it is written as its text says, with any number of decimals', () => {
  const amounts = new NarrowAmounts(1)
  amounts.reserve(1)
  const bytes = new Uint8Array(100)
  for (const value of [...EDGES, 1_0000n, 10_0000_0000n, 1_0203_0405n, 7_0000_0000_0001n])
    for (const scale of [0, 2, 6, 8, 12, 15, 18, 30]) {
      amounts.set(0, value)
      const end = amounts.writeText(0, scale, bytes, 0)
      expect(String.fromCharCode(...bytes.subarray(0, end))).toBe(amounts.text(0, scale))
    }
})
