import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WholeColumn } from './whole-column.ts'

test('a column holds numbers at the borders of 64 bits, and beyond', () => {
  const borders = [-(2n ** 63n), 2n ** 63n].flatMap((n) => [n - 1n, n, n + 1n])
  const column = new WholeColumn(borders.length)
  for (const [place, value] of borders.entries()) column.set(place, value)
  expect(borders.map((_, place) => column.get(place))).toEqual(borders)
})

test('a column comes to the sums that big integers come to, however it grows', () => {
  const amount = fc.oneof(
    fc.bigInt({ min: -1000n, max: 1000n }),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  )
  fc.assert(
    fc.property(
      fc.nat(3),
      fc.array(fc.record({ place: fc.nat(80), amount }), { maxLength: 200 }),
      (length, added) => {
        const column = new WholeColumn(length)
        const sums: bigint[] = Array.from({ length }, () => 0n)
        for (const { place, amount } of added) {
          while (column.length <= place) {
            column.extend()
            sums.push(0n)
          }
          column.add(place, amount)
          sums[place]! += amount
        }
        expect(sums.map((_, place) => column.get(place))).toEqual(sums)
      },
    ),
  )
})
