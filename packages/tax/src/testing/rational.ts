/** An exact fraction in lowest terms, for the reference engine: no scale, no rounding. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
}

export function rational(n: bigint, d = 1n): Rational {
  const g = gcd(n < 0n ? -n : n, d)
  return g === 0n ? { n: 0n, d: 1n } : { n: n / g, d: d / g }
}

export const ZERO = rational(0n)

/** Plain decimal text, as the random ledgers write it. */
export function fromText(text: string | null | undefined): Rational {
  if (text === undefined || text === null) return ZERO
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction)
  return rational(text.startsWith('-') ? -units : units, 10n ** BigInt(fraction.length))
}

export const add = (a: Rational, b: Rational) => rational(a.n * b.d + b.n * a.d, a.d * b.d)
export const sub = (a: Rational, b: Rational) => rational(a.n * b.d - b.n * a.d, a.d * b.d)
export const mul = (a: Rational, b: Rational) => rational(a.n * b.n, a.d * b.d)
export const div = (a: Rational, b: Rational) =>
  b.n < 0n ? rational(-a.n * b.d, -a.d * b.n) : rational(a.n * b.d, a.d * b.n)
export const cmp = (a: Rational, b: Rational) => {
  const apart = a.n * b.d - b.n * a.d
  return apart < 0n ? -1 : apart > 0n ? 1 : 0
}
export const min = (a: Rational, b: Rational) => (cmp(a, b) <= 0 ? a : b)
export const isPositive = (a: Rational) => a.n > 0n

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
