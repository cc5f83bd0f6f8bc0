import { absolute, compare, formatDecimal, isNegative, isZero, round } from '@lotbook/money'
import { displayLocale, groupDigits, MINUS, readAmount } from './amount.ts'

const PLACES = 8
const SMALLEST = readAmount('0.00000001')

export interface QuantityFormat {
  readonly ticker?: string
  readonly signed?: boolean
  readonly locale?: string
}

/**
 * A quantity of an asset for the screen: at most 8 decimals, trailing zeros cut, ticker after. What is smaller than
 * the eighth decimal shows as `<0.00000001`; the exact text is for Explain and for copying.
 */
export function formatQuantity(
  amount: string,
  { ticker, signed = false, locale = displayLocale() }: QuantityFormat,
) {
  const value = readAmount(amount)
  const size = absolute(value)
  const unit = ticker === undefined ? '' : `\u00a0${ticker}`
  if (!isZero(size) && compare(size, SMALLEST) < 0) {
    const smallest = groupDigits('0.00000001', locale)
    return isNegative(value) ? `>${MINUS}${smallest}${unit}` : `<${smallest}${unit}`
  }
  const sign = isNegative(value) ? MINUS : signed && !isZero(value) ? '+' : ''
  return sign + groupDigits(formatDecimal(round(size, PLACES, 'half-up')), locale) + unit
}
