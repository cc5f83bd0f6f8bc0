import { parseDecimal } from '@lotbook/money'

/** Decimals of the chains whose servers state amounts in coins. */
const PLACES = 8
/** The most units that a floating-point number, as servers pass amounts on in, states to the last one. */
const MOST_EXACT = 2n ** 53n

/** The whole number of the smallest unit that an amount in coins stands for; the text itself where it is none of eight decimals. */
export function exactUnits(text: string): string {
  const value = parseDecimal(text)
  return value === undefined || value.scale > PLACES
    ? text
    : String(value.units * 10n ** BigInt(PLACES - value.scale))
}

/**
 * The whole number of the smallest unit that an amount in coins stands for, where a server passed it on as a floating-point number. Digits
 * beyond the eighth decimal are noise where they round away (0.30000000000000004). An amount too large for such a number to be exact is
 * no amount: the text itself comes back, which no reader takes for units.
 */
export function unitsOfCoins(text: string): string {
  const value = parseDecimal(text)
  if (value === undefined) return text
  const { units, scale } = value
  if (scale <= PLACES) {
    const exact = exactUnits(text)
    return BigInt(exact) > MOST_EXACT ? text : exact
  }
  const unit = 10n ** BigInt(scale - PLACES)
  const nearest = (units + unit / 2n) / unit
  const off = units > nearest * unit ? units - nearest * unit : nearest * unit - units
  // A thousandth of a unit, or what a floating-point number of this size can be off by.
  const isNoise = off * 1000n <= unit || off * MOST_EXACT <= 2n * units
  return isNoise && nearest <= MOST_EXACT ? String(nearest) : text
}
