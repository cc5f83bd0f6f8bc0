import { parseDecimal } from '@lotbook/money'

/** Decimals of the chains whose servers state amounts in coins. */
const PLACES = 8
/** The most units that a floating-point number, as servers pass amounts on in, states to the last one. */
const MOST_EXACT = 2n ** 53n

/**
 * The whole number of the smallest unit that an amount in coins stands for. Servers pass amounts on as floating-point numbers, so digits
 * beyond the eighth decimal are noise where they round away (0.30000000000000004). An amount too large for such a number to be exact is
 * no amount: the text itself comes back, which no reader takes for units.
 */
export function unitsOfCoins(text: string): string {
  const value = parseDecimal(text)
  if (value === undefined) return text
  const { units, scale } = value
  if (scale <= PLACES) {
    const exact = units * 10n ** BigInt(PLACES - scale)
    return exact > MOST_EXACT ? text : String(exact)
  }
  const unit = 10n ** BigInt(scale - PLACES)
  const nearest = (units + unit / 2n) / unit
  const off = units > nearest * unit ? units - nearest * unit : nearest * unit - units
  // A thousandth of a unit, or what a floating-point number of this size can be off by.
  const isNoise = off * 1000n <= unit || off * MOST_EXACT <= 2n * units
  return isNoise && nearest <= MOST_EXACT ? String(nearest) : text
}
