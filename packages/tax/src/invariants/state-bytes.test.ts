import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { StateReader, StateWriter } from './state-bytes.ts'

const amounts = fc.oneof(
  fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  fc.array(fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n })),
  fc.array(fc.bigInt()),
  fc.array(
    fc.constantFrom(
      ...[0n, 1n, -1n].flatMap((by) =>
        [63n, 64n, 127n, 128n].flatMap((n) => [2n ** n + by, -(2n ** n) + by]),
      ),
    ),
  ),
)

test('columns are read as they were written, wherever the bytes lie', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer()),
      amounts,
      fc.array(fc.maxSafeInteger()),
      fc.nat({ max: 15 }),
      (numbers, whole, counts, before) => {
        const to = new StateWriter()
        to.numbers(numbers)
        to.amounts(whole)
        to.counts(counts)
        const bytes = to.bytes()
        const apart = new Uint8Array(before + bytes.length)
        apart.set(bytes, before)
        const from = new StateReader(apart.subarray(before))
        expect([...from.numbers()]).toEqual(numbers)
        expect(from.amounts()).toEqual(whole)
        expect([...from.counts()]).toEqual(counts)
        expect(() => from.numbers()).toThrow(RangeError)
      },
    ),
  )
})
