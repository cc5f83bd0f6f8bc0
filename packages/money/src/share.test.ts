import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRatios, shareOut, shareOutAll } from './share.ts'
import { divideRounded } from './rounding.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n })

test('three thirds of a dollar are a dollar', () => {
  const first = shareOut(100n, 1n, 3n)
  const second = shareOut(first.kept, 1n, 2n)
  expect([first.given, second.given, second.kept]).toEqual([33n, 34n, 33n])
})

test('a share and what stays are the whole, to the last unit', () => {
  fc.assert(
    fc.property(units, positive, positive, (total, a, b) => {
      const [part, whole] = a < b ? [a, b] : [b, a]
      const { given, kept } = shareOut(total, part, whole)
      expect(given + kept).toBe(total)
      expect(given >= 0n && kept >= 0n).toBe(true)
    }),
  )
})

test('shares over many add up to the total and stay near their exact value', () => {
  fc.assert(
    fc.property(units, fc.array(positive, { minLength: 1, maxLength: 20 }), (total, weights) => {
      const shares = shareOutAll(total, weights)
      const whole = weights.reduce((a, b) => a + b, 0n)
      expect(shares.reduce((a, b) => a + b, 0n)).toBe(total)
      shares.forEach((share, i) => {
        const away = share * whole - total * (weights[i] ?? 0n)
        expect((away < 0n ? -away : away) <= whole).toBe(true)
      })
    }),
  )
})

test('ratios compare exactly where a division would tie', () => {
  expect(compareRatios(1n, 3n, 333333333333n, 1000000000000n)).toBe(1)
  expect(compareRatios(2n, 4n, 1n, 2n)).toBe(0)
})

test('each rounding does what its name says', () => {
  expect(divideRounded(-7n, 2n, 'floor')).toBe(-4n)
  expect(divideRounded(-7n, 2n, 'down')).toBe(-3n)
  expect(divideRounded(-7n, 2n, 'half-up')).toBe(-4n)
  expect(divideRounded(-7n, 2n, 'half-even')).toBe(-4n)
  expect(divideRounded(-5n, 2n, 'half-even')).toBe(-2n)
  expect(divideRounded(7n, -2n, 'down')).toBe(-3n)
})
