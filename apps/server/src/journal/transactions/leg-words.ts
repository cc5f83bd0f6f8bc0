import { isFiat } from '@lotbook/journal'
import {
  absolute,
  formatDecimal,
  formatFixed,
  isNegative,
  isZero,
  parseDecimal,
  round,
  zero,
} from '@lotbook/money'

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

/** Decimals of a quantity where it is read rather than added up; the panel shows all digits on demand. */
const READ_DECIMALS = 8

/** The same with at most eight decimals, for a title: `0.00837022 BTC`; a smaller amount is `less than 0.00000001 ETH`. */
export function shortLegWords(leg: Parameters<typeof legWords>[0]): string {
  if (isFiat(leg.asset)) return legWords(leg)
  const value = parseDecimal(leg.amount) ?? zero
  const short = round(value, READ_DECIMALS, 'half-up')
  return isZero(short) && !isZero(value)
    ? `less than 0.00000001 ${leg.symbol}`
    : legWords({ ...leg, amount: formatDecimal(short) })
}

function grouped(plain: string): string {
  const [whole = '0', fraction] = plain.split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}
