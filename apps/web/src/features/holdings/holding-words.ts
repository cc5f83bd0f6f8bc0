import type {
  AllocationPart,
  Holding,
  HoldingPrice,
  OpenLot,
  ReportedHolding,
  SalePlan,
} from '@lotbook/contract'
import { absolute, compare, divide, formatDecimal, isZero, minus, round } from '@lotbook/money'
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
      return `From your transaction on ${day}, the latest known price`
    case 'currency':
      return 'Your currency'
  }
}

/** Days since a price, for who must not take an old one for today's: undefined of the last two days. */
export function priceAge({ at }: HoldingPrice, now: string): string | undefined {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / 86_400_000)
  return days < 2 ? undefined : formatDay(at)
}

/** The age of the oldest price that a total rests on: `Oldest price: SOL, 34 days old (Oct 25, 2026)`. */
export function oldestPriceWords(
  { symbol, at }: { readonly symbol: string; readonly at: string },
  now: string,
): string {
  const days = Math.max(0, Math.floor((Date.parse(now) - Date.parse(at)) / 86_400_000))
  return days === 0
    ? 'All prices are from the last 24 hours'
    : `Oldest price: ${symbol}, ${daysWords(days)} old (${formatDay(at)})`
}

/** "34 days", "1 day". */
export function daysWords(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`
}

/** When a lot turns, or turned, long-term. */
export function termSentence({ term, long_term_from: from }: OpenLot): string {
  if (from === null) return 'acquired on an unknown date'
  return term === 'long' ? `long-term since ${formatDay(from)}` : `long-term on ${formatDay(from)}`
}

/** Where the price of a planned sale is from, where nobody entered it. */
export function priceWords({ at, origin }: SalePlan['price']): string {
  return at === null || origin === 'given' ? '' : `, the last known price of ${formatDay(at)}`
}

/** What waiting brings: how much of the sale is long-term by when, and that the year of a sale is that of its day. */
export function waitWords({
  day,
  quantity,
  symbol,
  long_quantity,
  waits,
}: Pick<SalePlan, 'day' | 'quantity' | 'symbol' | 'long_quantity' | 'waits'>): string {
  const [next, last] = [waits[0], waits.at(-1)]
  if (next === undefined || last === undefined) return ''
  const more = formatDecimal(minus(readAmount(next.long_quantity), readAmount(long_quantity)))
  const all = next.long_quantity === quantity
  const first = all
    ? `From ${formatDay(next.day)} all of it is long-term.`
    : `From ${formatDay(next.day)} another ${formatQuantity(more, { ticker: symbol })} of it is long-term${last.day !== next.day && last.long_quantity === quantity ? `, from ${formatDay(last.day)} all` : ''}.`
  const year = last.day.slice(0, 4)
  const later = year === day.slice(0, 4) ? '' : ` A sale in ${year} counts for ${year}.`
  return `${first}${later} The price may have changed by then.`
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
  if (compare(readAmount(stated), readAmount(computed)) === 0)
    return `${said}, which matches the computed balance.`
  return `${said}. Its transactions add up to ${formatQuantity(computed, { ticker })} at that time, so part of the history may be missing.`
}

/** The name of the tax that a planned sale adds, or saves. */
export function taxName(tax: string): string {
  return tax.startsWith('-') ? 'Federal tax it saves, estimated' : 'Federal tax it adds, estimated'
}

/** Where an order that names lots has to be by the sale, for coins that a broker holds (Notice 2025-7, Notice 2026-20). */
export function brokerWords({ day, account_name }: Pick<SalePlan, 'day' | 'account_name'>): string {
  return day < '2027-01-01'
    ? `To sell other lots, put them on record in your books before the sale. From January 1, 2027 that order must reach ${account_name} before the sale (Notice 2026-20).`
    : `To sell other lots, your order must reach ${account_name} before the sale; your own books are no longer enough (Notice 2026-20).`
}
