import {
  absolute,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  isZero,
  minus,
  plus,
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

/** An axis from the lowest to the highest of its values, a little further than both, with round marks; zero is always on it. */
export interface Axis {
  readonly low: Decimal
  readonly high: Decimal
  /** Round values on it, from low to high; zero is among them. */
  readonly ticks: readonly Decimal[]
}

/**
 * The axis of some bars. It ends where they do, a tenth of its length further, and is never mirrored: a year without a loss has no
 * room for one.
 */
export function axisOf(values: Iterable<string>): Axis {
  let low = zero
  let high = zero
  for (const text of values) {
    const value = readAmount(text)
    if (compare(value, low) < 0) low = value
    if (compare(value, high) > 0) high = value
  }
  if (isZero(low) && isZero(high)) return { low, high: ONE, ticks: [zero] }
  const margin = times(minus(high, low), decimal(9n, 2))
  if (!isZero(low)) low = minus(low, margin)
  if (!isZero(high)) high = plus(high, margin)
  const step = niceReach(divide(minus(high, low), decimal(4n, 0), 12, 'half-even'))
  const ticks: Decimal[] = [zero]
  for (let up = step; compare(up, high) <= 0; up = plus(up, step)) ticks.push(up)
  for (let down = minus(zero, step); compare(down, low) >= 0; down = minus(down, step)) ticks.unshift(down)
  return { low, high, ticks }
}

/** Where a value stands on an axis, from its high end: 0 to 1. */
export function fromTop(value: Decimal, { low, high }: Axis): number {
  return position(minus(high, value), minus(high, low))
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
