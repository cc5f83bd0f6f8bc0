import type { DisplayRate } from '@lotbook/contract'
import { FIAT } from '@lotbook/journal'
import { priceAttributionOf } from '@lotbook/sources'
import { divide, formatDecimal, MONEY_SCALE, parseDecimal } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'

/** Days that a rate holds: none is set on weekends and holidays. */
const HOLDS_DAYS = 7

/** The currency that a customer wants values in, and the one that they are kept and figured in. */
export interface CustomerCurrencies {
  readonly shown: string
  readonly tax: string
}

export async function customerCurrencies(tx: Tx, userId: string): Promise<CustomerCurrencies> {
  return tx.one<{ shown: string; tax: string }>(
    sql`select display_currency as shown, currency as tax from customers where user_id = ${userId}`,
  )
}

/**
 * The currencies that values can be shown in: that of the return, and every one whose rates the installation holds. A customer's own
 * price file is theirs alone and does not count.
 */
export async function offeredCurrencies(tx: Tx, tax: string): Promise<string[]> {
  const others = [...FIAT].filter((code) => code !== tax).toSorted()
  // One probe of the index for each currency; a join might read every price there is.
  const rows = await tx.all<{ code: string }>(sql`
    select w.code from unnest(${others}::text[]) with ordinality as w (code, n) cross join lateral (
      select from prices q where q.asset_id = w.code and q.currency = ${tax} and q.grain = 'day' and q.price > 0 limit 1
    ) p order by w.n`)
  return [tax, ...rows.map(({ code }) => code)]
}

interface RateRow {
  readonly price: string
  readonly at: Date
  readonly provider: string
}

/** The newest rate up to a moment, however old it is: its day is told beside it. Undefined where there is none. */
export async function newestRate(
  tx: Tx,
  { shown, tax }: CustomerCurrencies,
  at: Date,
): Promise<DisplayRate | undefined> {
  if (shown === tax) return undefined
  const row = await tx.maybe<RateRow>(rateQuery(shown, tax, sql`q.at <= ${at}::timestamptz`))
  return row && rateOf(row)
}

/**
 * The rates of the UTC days of some moments, by one statement: of each the newest of the week before, so that a rate holds over weekends
 * and holidays.
 */
export async function ratesOfDays(
  tx: Tx,
  { shown, tax }: CustomerCurrencies,
  moments: readonly Date[],
): Promise<(moment: Date) => DisplayRate | undefined> {
  if (shown === tax || moments.length === 0) return () => undefined
  const days = [...new Set(moments.map(dayOf))]
  const rows = await tx.all<RateRow & { day: string }>(sql`
    select w.day, r.price, r.at, r.provider from unnest(${days}::text[], ${days.map((day) => new Date(day))}::timestamptz[]) as w (day, start)
    cross join lateral ${rateQuery(shown, tax, sql`q.at <= w.start and q.at > w.start - make_interval(days => ${HOLDS_DAYS})`)} r`)
  const rates = new Map(rows.map((row) => [row.day, rateOf(row)]))
  return (moment) => rates.get(dayOf(moment))
}

/** The newest of the rates that a condition on `q.at` admits, as a table of at most one row. */
function rateQuery(shown: string, tax: string, when: Sql): Sql {
  return sql`(
    select q.price::text as price, q.at, q.provider from prices q
    where q.asset_id = ${shown} and q.currency = ${tax} and q.grain = 'day' and q.price > 0 and ${when}
    order by q.at desc, q.provider, q.revision desc limit 1)`
}

const rateOf = ({ price, at, provider }: RateRow): DisplayRate => ({
  price: plain(price),
  day: dayOf(at),
  provider,
  attribution: priceAttributionOf(provider),
})

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** An amount of the return's currency in the one shown, rounded as values in money are. */
export function converted(amount: string, { price }: Pick<DisplayRate, 'price'>): string {
  const [of, by] = [parseDecimal(amount), parseDecimal(price)]
  if (of === undefined || by === undefined) throw new RangeError('not an amount')
  return formatDecimal(divide(of, by, MONEY_SCALE, 'half-even'))
}

/** The same where there may be no amount. */
export function convertedIfKnown(amount: string | null, rate: DisplayRate): string | null {
  return amount === null ? null : converted(amount, rate)
}

/** A value in the currency that is shown: itself where that is the currency of the return, null where it or the rate is not known. */
export function inCurrency(
  amount: string | null,
  { shown, tax }: CustomerCurrencies,
  rate: DisplayRate | undefined,
): string | null {
  if (shown === tax) return amount
  return rate === undefined ? null : convertedIfKnown(amount, rate)
}
