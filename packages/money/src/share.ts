import { mulDiv } from './rounding.ts'

/** Values in money count 10^-12 of the currency: a fair market value is fixed at that unit when it is set. */
export const MONEY_SCALE = 12

/**
 * What `part` of `whole` gets of `total`, and what stays. Both are whole units, and together they are
 * `total` to the last unit: what rounding takes from one it leaves with the other.
 *
 * @throws RangeError when `whole` is zero.
 */
export function shareOut(total: bigint, part: bigint, whole: bigint): { given: bigint; kept: bigint } {
  const given = mulDiv(total, part, whole, 'half-even')
  return { given, kept: total - given }
}

/**
 * Share `total` over `weights` so that the shares add up to it exactly. Cumulative rounding: each share
 * is within one unit of its exact value, and the result depends on the order of the weights alone.
 *
 * @throws RangeError when the weights add up to zero.
 */
export function shareOutAll(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  let seen = 0n
  let handedOut = 0n
  return weights.map((weight) => {
    seen += weight
    const upTo = mulDiv(total, seen, whole, 'half-even')
    const share = upTo - handedOut
    handedOut = upTo
    return share
  })
}

/** How `a ÷ b` compares with `c ÷ d`, exactly; `b` and `d` are positive. */
export function compareRatios(a: bigint, b: bigint, c: bigint, d: bigint): number {
  const left = a * d
  const right = c * b
  return left < right ? -1 : left > right ? 1 : 0
}
