import { isFiat } from '@lotbook/journal'
import { absolute, formatFixed, isNegative, parseDecimal, zero } from '@lotbook/money'

/** Money as a sentence has it: `$1,223.75`, `1,223.75 EUR`. */
export function moneyWords(amount: string, currency: string): string {
  const value = parseDecimal(amount) ?? zero
  const shown = grouped(formatFixed(absolute(value), 2, 'half-up'))
  const sign = isNegative(value) ? '\u2212' : ''
  return currency === 'USD' ? `${sign}$${shown}` : `${sign}${shown} ${currency}`
}

/** One side of a transaction: a national currency as money, any other asset as a quantity with all its digits. */
export function legWords(leg: {
  readonly asset: string
  readonly symbol: string
  readonly amount: string
}): string {
  return isFiat(leg.asset) ? moneyWords(leg.amount, leg.asset) : `${grouped(leg.amount)} ${leg.symbol}`
}

function grouped(plain: string): string {
  const [whole = '0', fraction] = plain.split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}
