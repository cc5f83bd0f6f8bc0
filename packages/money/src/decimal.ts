import { divideRounded, powerOfTen, type Rounding } from './rounding.ts'

/**
 * An exact decimal number: `units × 10^-scale`. Kept in lowest terms (no trailing zeros), so equal
 * numbers have equal parts. It is what text becomes on the way in and what becomes text on the way out.
 */
export interface Decimal {
  readonly units: bigint
  /** Decimals after the point, from 0. */
  readonly scale: number
}

/** The most digits an amount may have: before the point, and after it (`docs/decisions/amounts.md`). */
export const MAX_INTEGER_DIGITS = 30
export const MAX_FRACTION_DIGITS = 45

export const zero: Decimal = { units: 0n, scale: 0 }

/** The decimal of `units × 10^-scale`, in lowest terms. */
export function decimal(units: bigint, scale: number): Decimal {
  if (units === 0n) return zero
  let u = units
  let s = scale
  while (s > 0 && u % 10n === 0n) {
    u /= 10n
    s -= 1
  }
  return { units: u, scale: s }
}

/**
 * Read a plain decimal: an optional sign, ASCII digits with at most one point, and an optional exponent
 * (`1.5`, `-.25`, `1.2e-7`). Text that is not an amount, or is one beyond the bounds, is `undefined`;
 * it never becomes zero. Runs in time linear in the text, and refuses long text before reading it.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > 128) return undefined
  if (text.length <= MOST_SHORT) {
    const short = shortDecimal(text)
    if (short !== undefined) return short
  }
  const match = PLAIN.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', written = '', exponentText] = match
  if (whole === '' && written === '') return undefined
  // At most three digits of exponent: beyond that no amount is within the bounds anyway.
  const exponent = exponentText === undefined ? 0 : Number.parseInt(exponentText, 10)

  // Files write many zeros at the end, and a character is dropped sooner than a number is divided.
  const fraction = withoutZerosAtEnd(written)
  const digits = BigInt(whole + fraction)
  const shift = fraction.length - exponent
  const value = shift >= 0 ? decimal(digits, shift) : decimal(digits * powerOfTen(-shift), 0)
  if (value.scale > MAX_FRACTION_DIGITS) return undefined
  if (value.units >= powerOfTen(MAX_INTEGER_DIGITS + value.scale)) return undefined
  return sign === '-' ? negate(value) : value
}

/** So many digits, with a sign and a point, are a whole number that a double holds exactly. */
const MOST_SHORT = 17
const MOST_SHORT_DIGITS = 15

/** The decimal of digits with at most a minus before and a point among them, which is nearly every amount of a file; else undefined. */
function shortDecimal(text: string): Decimal | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  let digits = 0
  let units = 0
  let point = -1
  // Zeros behind the point count only before another digit.
  let zeros = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === POINT) {
      if (point !== -1 || at === start || at === text.length - 1) return undefined
      point = at
      continue
    }
    const digit = code - ZERO
    if (digit < 0 || digit > 9) return undefined
    digits += 1
    if (digit === 0 && point !== -1) zeros += 1
    else {
      for (; zeros > 0; zeros -= 1) units *= 10
      units = 10 * units + digit
    }
  }
  if (digits === 0 || digits > MOST_SHORT_DIGITS) return undefined
  if (units === 0) return zero
  const scale = point === -1 ? 0 : text.length - 1 - point - zeros
  return { units: BigInt(start === 1 ? -units : units), scale }
}

const MINUS = 45
const POINT = 46
const ZERO = 48

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return end === digits.length ? digits : digits.slice(0, end)
}

const PLAIN = /^([+-]?)(\d{0,80})(?:\.(\d{0,80}))?(?:[eE]([+-]?\d{1,3}))?$/

/** The exact decimal text, without exponent or trailing zeros: `0.0005`, `-12`, `0`. */
export function formatDecimal({ units, scale }: Decimal): string {
  return formatUnits(units, scale)
}

/** The exact decimal text of `units × 10^-scale`, without trailing zeros. */
export function formatUnits(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  const whole = digits.slice(0, -scale)
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/** Decimal text with exactly `places` decimals, rounded as told: `12.50`. */
export function formatFixed(value: Decimal, places: number, rounding: Rounding): string {
  const units = toUnitsRounded(value, places, rounding)
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The whole number of `10^-scale` in a value. @throws RangeError when it has more decimals than that. */
export function toUnits(value: Decimal, scale: number): bigint {
  if (value.scale > scale) throw new RangeError(`${formatDecimal(value)} has more than ${scale} decimals`)
  return value.units * powerOfTen(scale - value.scale)
}

/** The whole number of `10^-scale` nearest to a value, rounded as told. */
export function toUnitsRounded(value: Decimal, scale: number, rounding: Rounding): bigint {
  return value.scale <= scale
    ? value.units * powerOfTen(scale - value.scale)
    : divideRounded(value.units, powerOfTen(value.scale - scale), rounding)
}

/** The value rounded to at most `places` decimals. */
export function round(value: Decimal, places: number, rounding: Rounding): Decimal {
  return decimal(toUnitsRounded(value, places, rounding), places)
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return decimal(toUnits(a, scale) + toUnits(b, scale), scale)
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, negate(b))
}

export function times(a: Decimal, b: Decimal): Decimal {
  return decimal(a.units * b.units, a.scale + b.scale)
}

/** `a ÷ b` to `places` decimals, rounded as told. @throws RangeError when `b` is zero. */
export function divide(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  const numerator = a.units * powerOfTen(b.scale + places)
  return decimal(divideRounded(numerator, b.units * powerOfTen(a.scale), rounding), places)
}

export function negate(a: Decimal): Decimal {
  return a.units === 0n ? zero : { units: -a.units, scale: a.scale }
}

export function absolute(a: Decimal): Decimal {
  return a.units < 0n ? negate(a) : a
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const left = toUnits(a, scale)
  const right = toUnits(b, scale)
  return left < right ? -1 : left > right ? 1 : 0
}

export function isZero(a: Decimal): boolean {
  return a.units === 0n
}

export function isNegative(a: Decimal): boolean {
  return a.units < 0n
}

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero
  for (const value of values) total = plus(total, value)
  return total
}

/** Canonical text of an amount: two texts of one number become the same text. `undefined` as `parseDecimal`. */
export function canonicalAmount(text: string): string | undefined {
  const value = parseDecimal(text)
  return value === undefined ? undefined : formatDecimal(value)
}
