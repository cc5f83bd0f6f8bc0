/*
 * The checker's own arithmetic: big integers, none of the engine's columns, so that a slip in those is found too.
 */

const POWERS = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n))

/** Decimal text of a result as a whole number of 10^-scale. @throws RangeError where it has more decimals. */
export function wholeUnits(text: string, scale: number): bigint {
  if (text === '0') return 0n
  const point = text.indexOf('.')
  if (point === -1) return BigInt(text) * POWERS[scale]!
  const missing = scale - (text.length - point - 1)
  if (missing < 0) throw new RangeError(`${text} has more than ${scale} decimals`)
  const digits = BigInt(text.slice(0, point) + text.slice(point + 1))
  return missing === 0 ? digits : digits * POWERS[missing]!
}

/** `total × part ÷ whole`, half to even; `part` and `whole` are positive. */
export function shareOf(total: bigint, part: bigint, whole: bigint): bigint {
  const product = total * part
  let quotient = product / whole
  let rest = product % whole
  if (rest < 0n) {
    quotient -= 1n
    rest += whole
  }
  const twice = 2n * rest
  return twice > whole || (twice === whole && quotient % 2n !== 0n) ? quotient + 1n : quotient
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
