import type { AllocationPart, Holding, HoldingPrice, OpenLot, ReportedHolding } from '@lotbook/contract'
import { absolute, compare, divide, formatDecimal, isZero, round } from '@lotbook/money'
import type { AllocationColumn } from '../../ui/charts/AllocationBar.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'

const ONE = readAmount('1')
/** Digits of a price below one unit of money that say something. */
const DIGITS = 4

/** The price of one unit: one below a dollar with its first digits, however small it is. */
export function unitMoney(price: string, currency: string): string {
  const value = readAmount(price)
  if (isZero(value) || compare(absolute(value), ONE) >= 0) return formatMoney(price, { currency })
  const zeros = value.scale - absolute(value).units.toString().length
  return formatMoney(formatDecimal(round(value, zeros + DIGITS, 'half-up')), { currency, exact: true })
}

/** What a unit cost, on average. */
export function unitCost({ basis, quantity }: Pick<Holding, 'basis' | 'quantity'>): string | undefined {
  const units = readAmount(quantity)
  if (basis === null || isZero(units)) return undefined
  return formatDecimal(divide(readAmount(basis), units, 18, 'half-even'))
}

/** A gain as a part of what was paid: `+84.7%`. Undefined where nothing was paid. */
export function gainPercent(gain: string, basis: string): string | undefined {
  const percent = formatPercentOf(gain, basis)
  return percent === undefined || percent.startsWith('−') || percent === '0.0%' ? percent : `+${percent}`
}

/** Where a price is from and of which day, for its tooltip. */
export function priceOrigin({ at, origin, provider }: HoldingPrice): string {
  const day = formatDay(at)
  switch (origin) {
    case 'own_price':
      return `From your price file, ${day}`
    case 'price':
      return `From ${provider ?? 'the price history'}, ${day}`
    case 'transaction':
      return `From your transaction of ${day}, the newest price that is known`
    case 'currency':
      return 'Your currency'
  }
}

/** Days since a price, for who must not take an old one for today's: undefined of the last two days. */
export function priceAge({ at }: HoldingPrice, now: string): string | undefined {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / 86_400_000)
  return days < 2 ? undefined : formatDay(at)
}

/** "34 days", "1 day". */
export function daysWords(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`
}

/** When a lot turns, or turned, long-term. */
export function termSentence({ term, long_term_from: from }: OpenLot): string {
  if (from === null) return 'acquired on an unknown day'
  return term === 'long' ? `long-term since ${formatDay(from)}` : `long-term on ${formatDay(from)}`
}

/** The columns of the allocation. */
export function allocationColumns(parts: readonly AllocationPart[]): AllocationColumn[] {
  return parts.map(({ asset, symbol, assets, value, long_value }) => ({
    id: asset ?? 'other',
    label: symbol,
    name: asset === null ? `${assets.toLocaleString()} ${assets === 1 ? 'other' : 'others'}` : symbol,
    value,
    longValue: long_value,
    isOther: asset === null,
  }))
}

/** Whether a stated balance is what was computed, in a sentence (E16). */
export function reportedWords(
  { account_name, at, stated, computed }: ReportedHolding,
  ticker: string,
): string {
  const said = `${account_name} reported ${formatQuantity(stated, { ticker })} on ${formatDay(at)}`
  if (compare(readAmount(stated), readAmount(computed)) === 0) return `${said}, the same as computed.`
  return `${said}. Its transactions come to ${formatQuantity(computed, { ticker })} at that time: part of the history may be missing.`
}
