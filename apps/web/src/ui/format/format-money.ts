import {
  absolute,
  compare,
  divide,
  formatDecimal,
  formatFixed,
  isNegative,
  isZero,
  parseDecimal,
  round,
  type Decimal,
} from '@lotbook/money'
import { displayLocale, groupDigits, MINUS, readAmount } from './amount.ts'

export interface MoneyFormat {
  /** ISO 4217. */
  readonly currency: string
  /** Put '+' before what is above zero: gains and differences. */
  readonly signed?: boolean
  /** With every digit there is, where that is more than the currency has. */
  readonly exact?: boolean
  readonly locale?: string
}

/**
 * Money for the screen: symbol, separators of the locale, the currency's own number of decimals (2 for dollars, 0 for
 * yen), ties away from zero. A loss has U+2212: `−$1,234.56`. Takes the exact decimal text of the API.
 */
export function formatMoney(
  amount: string,
  { currency, signed = false, exact = false, locale = displayLocale() }: MoneyFormat,
) {
  const value = readAmount(amount)
  const { symbol, decimals } = currencyOf(currency)
  const places = exact ? Math.max(decimals, value.scale) : decimals
  const plain = formatFixed(absolute(value), places, 'half-up')
  return signOf(amount, plain, signed) + symbol + groupDigits(plain, locale)
}

/** An amount as `formatMoney` shows it: with the decimals of its currency, ties away from zero. */
export function shownMoney(amount: string, currency: string): Decimal {
  return round(readAmount(amount), currencyOf(currency).decimals, 'half-up')
}

/**
 * Money in thousands or millions with one decimal, for a hero figure: `$12.5k`. Below ten thousand it is written in
 * full. The full value belongs in the title and in Explain.
 */
export function formatMoneyCompact(amount: string, format: MoneyFormat): string {
  const value = absolute(readAmount(amount))
  const step = STEPS.find(({ from }) => compare(value, from) >= 0)
  if (step === undefined) return formatMoney(amount, format)
  const { currency, signed = false, locale = displayLocale() } = format
  const plain = formatFixed(divide(value, step.unit, 4, 'half-up'), 1, 'half-up')
  return (
    signOf(amount, plain, signed) + currencyOf(currency).symbol + groupDigits(plain, locale) + step.suffix
  )
}

/** Money beside an axis: `$6k`, `$2.5M`, `$0`; no decimals that say nothing. */
export function formatMoneyTick(amount: string, { currency, locale = displayLocale() }: MoneyFormat): string {
  const size = absolute(readAmount(amount))
  const step = TICK_STEPS.find(({ from }) => compare(size, from) >= 0)
  const shown = step === undefined ? size : divide(size, step.from, 4, 'half-up')
  const plain = groupDigits(formatDecimal(shown), locale)
  return (
    (isNegative(readAmount(amount)) ? MINUS : '') + currencyOf(currency).symbol + plain + (step?.suffix ?? '')
  )
}

const TICK_STEPS = [
  { from: readAmount('1000000000000'), suffix: 'T' },
  { from: readAmount('1000000000'), suffix: 'B' },
  { from: readAmount('1000000'), suffix: 'M' },
  { from: readAmount('1000'), suffix: 'k' },
]

const STEPS = [
  { from: readAmount('1000000'), unit: readAmount('1000000'), suffix: 'M' },
  { from: readAmount('10000'), unit: readAmount('1000'), suffix: 'k' },
]

// What is shown as zero has no sign, whatever stands behind the last decimal.
function signOf(amount: string, shown: string, signed: boolean): string {
  const shownValue = parseDecimal(shown)
  if (shownValue === undefined || isZero(shownValue)) return ''
  if (isNegative(readAmount(amount))) return MINUS
  return signed ? '+' : ''
}

function currencyOf(currency: string): { symbol: string; decimals: number } {
  const known = currencies.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const name = format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency
  const found = {
    symbol: /\p{L}$/u.test(name) ? `${name}\u00a0` : name,
    decimals: format.resolvedOptions().maximumFractionDigits ?? 2,
  }
  currencies.set(currency, found)
  return found
}

const currencies = new Map<string, { symbol: string; decimals: number }>()
