import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOfFee } from '../fee-share.ts'
import { sentParts } from './sent-parts.ts'

const held = (...sides: readonly (readonly [holder: string, units: number])[]) =>
  sides.map(([holder, units]) => ({ holder, units: BigInt(units) }))

test('one recipient, change to the payer, and very many recipients are one part', () => {
  expect(sentParts(held(['a', 10]), held(['x', 9]), 1n, 'a')).toBeUndefined()
  expect(sentParts(held(['a', 10]), held(['x', 3], ['a', 6]), 1n, 'a')).toBeUndefined()
  const many = held(['b', 1], ['c', 1], ['d', 1], ['e', 1], ['f', 1], ['g', 1])
  expect(sentParts(held(['a', 7]), many, 1n, 'a')).toBeUndefined()
  expect(sentParts(held(['a', 10]), held(['x', 3], ['c', 6]), 1n, 'a')).toEqual([3n, 6n])
})

test('whatever a transaction is, the parts of all payers are what its recipients got', () => {
  const holder = fc.constantFrom('a', 'b', 'c', 'd')
  const side = fc.record({ holder, units: fc.bigInt({ min: 1n, max: 10_000_000n }) })
  fc.assert(
    fc.property(
      fc.array(side, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(holder, fc.nat(100)), { minLength: 2, maxLength: 5 }),
      (inputs, weights) => {
        const total = inputs.reduce((sum, { units }) => sum + units, 0n)
        const parts = BigInt(weights.reduce((sum, [, weight]) => sum + weight, 1))
        const outputs = weights.map(([name, weight]) => ({
          holder: name,
          units: (total * BigInt(weight)) / parts,
        }))
        const fee = outputs.reduce((left, { units }) => left - units, total)
        for (const name of ['a', 'b', 'c', 'd']) {
          const of = (sides: typeof inputs) =>
            sides.reduce((sum, one) => (one.holder === name ? sum + one.units : sum), 0n)
          const share = shareOfFee(
            fee,
            inputs.map((one) => ({ units: one.units, isOwn: one.holder === name })),
          )
          const read = sentParts(inputs, outputs, fee, name)
          if (read !== undefined)
            expect(read.reduce((sum, part) => sum + part, 0n)).toBe(of(inputs) - share - of(outputs))
        }
      },
    ),
    { numRuns: 100 },
  )
})
