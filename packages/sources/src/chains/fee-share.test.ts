import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOfFee } from './fee-share.ts'

const shares = (fee: bigint, ...amounts: readonly bigint[]) =>
  amounts.map((_, own) =>
    shareOfFee(
      fee,
      amounts.map((units, n) => ({ units, isOwn: n === own })),
    ),
  )

test('each input bears its part of the fee, the first ones what cannot be divided', () => {
  expect(shares(1_000_000n, 60_000_000n, 50_000_000n)).toEqual([545_455n, 454_545n])
  expect(shares(2n, 1n, 1n, 1n)).toEqual([1n, 1n, 0n])
  expect(shares(5n, 7n)).toEqual([5n])
})

test('where an input states no amount nobody knows a share', () => {
  const inputs = [
    { units: 5n, isOwn: true },
    { units: undefined, isOwn: false },
  ]
  expect(shareOfFee(9n, inputs)).toBe(0n)
  expect(shareOfFee(9n, [])).toBe(0n)
})

test('the shares of all who read a transaction, each with its own inputs, are its fee', () => {
  const units = fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(units, fc.nat(3)), { minLength: 1, maxLength: 12 }),
      units,
      (inputs, fee) => {
        const ofHolder = [0, 1, 2, 3].map((holder) =>
          shareOfFee(
            fee,
            inputs.map(([amount, of]) => ({ units: amount, isOwn: of === holder })),
          ),
        )
        expect(ofHolder.reduce((sum, share) => sum + share, 0n)).toBe(fee)
      },
    ),
    { numRuns: 100 },
  )
})
