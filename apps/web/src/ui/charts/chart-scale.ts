import {
  absolute,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  isZero,
  times,
  zero,
} from '@lotbook/money'
import { readAmount } from '../format/amount.ts'

/**
 * Where a value stands on an axis that reaches `reach` either way: −1 to 1. The division is exact to nine digits and
 * only its result, a position and no amount, becomes a number.
 */
export function position(value: Decimal, reach: Decimal): number {
  if (isZero(reach)) return 0
  return Number(formatDecimal(divide(value, reach, 9, 'half-even')))
}

/** The largest size among values, without signs. */
export function largest(values: Iterable<string>): Decimal {
  let most = zero
  for (const value of values) {
    const size = absolute(readAmount(value))
    if (compare(size, most) > 0) most = size
  }
  return most
}

/** The end of an axis: the least round number that is not below `most`, so that bars use the height there is. */
export function niceReach(most: Decimal): Decimal {
  if (isZero(most)) return ONE
  const digits = most.units.toString().length - 1 - most.scale
  const power = digits >= 0 ? decimal(10n ** BigInt(digits), 0) : decimal(1n, -digits)
  for (const step of STEPS) {
    const end = times(step, power)
    if (compare(end, most) >= 0) return end
  }
  return times(decimal(10n, 0), power)
}

const ONE = decimal(1n, 0)
const STEPS = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n, 100n].map((tenths) => decimal(tenths, 1))
