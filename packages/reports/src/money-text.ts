import { formatFixed, formatUnits, parseDecimal, toUnitsRounded, type Decimal } from '@lotbook/money'

/** How amounts stand on a form: all with cents or all in whole dollars (tax/us: rounding). */
export type FormUnit = 'cents' | 'dollars'

/** An exact amount as whole form units, half and more up by magnitude. */
export function formUnits(amount: string, unit: FormUnit): bigint {
  return toUnitsRounded(exact(amount), unit === 'cents' ? 2 : 0, 'half-up')
}

/** Whole form units as text: `1234.50`, `-3`. */
export function formText(units: bigint, unit: FormUnit): string {
  return unit === 'cents' ? formatFixed({ units, scale: 2 }, 2, 'half-up') : units.toString()
}

/** Cents as text that people read, with thousands apart: `1,234.50`. */
export function centsText(units: bigint): string {
  return formText(units, 'cents').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

/** An exact amount with two decimals. */
export function cents(amount: string): string {
  return formText(formUnits(amount, 'cents'), 'cents')
}

/** A quantity with at most `places` decimals, trailing zeros trimmed; what would vanish keeps its first digits. */
export function quantityText(quantity: string, places = 8): string {
  const value = exact(quantity)
  const units = toUnitsRounded(value, places, 'half-even')
  return units === 0n && value.units !== 0n ? quantity : formatUnits(units, places)
}

/** @throws RangeError for text that is not an amount: results hold none. */
export function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}

/** `2024-03-01` as `03/01/2024`. */
export function usDate(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
}

/** An amount as forms show it: digits in groups, a loss in parentheses. */
export function amountShown(text: string): string {
  const isLoss = text.startsWith('-')
  const grouped = (isLoss ? text.slice(1) : text).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  return isLoss ? `(${grouped})` : grouped
}
