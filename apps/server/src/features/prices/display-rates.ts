import { type Database, withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { PRICE_CURRENCY, type Wanted } from './fetch-prices.ts'

/** The one provider of exchange rates; its rates are the ones that values are shown at. */
export const RATE_PROVIDER = 'ecb'
/** Currencies that the European Central Bank sets reference rates of. */
const REFERENCE_CURRENCIES =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ZAR'.split(
    ' ',
  )
/** Days of rates that every currency has, so that it can be chosen. */
const FIRST_DAYS = 31

/**
 * Days of exchange rates that are not known yet: the last ones of every currency that can be chosen, and of those that customers chose
 * all since their first transaction.
 */
export async function ratesWanted(db: Database, now: Date): Promise<Wanted[]> {
  const rows = await withOps(db, (tx) =>
    tx.all<{ code: string; days: Date[] }>(sql`
      with today as (select date_trunc('day', ${now}::timestamptz, 'UTC') as at), spans as (
        select code, min(first) as first from (
          select code, today.at - make_interval(days => ${FIRST_DAYS}) as first from unnest(${REFERENCE_CURRENCIES}::text[]) code, today
          union all
          select c.display_currency, date_trunc('day', t.at, 'UTC') from customers c cross join lateral (
            select at from transactions where user_id = c.user_id and deleted_at is null order by at, id limit 1
          ) t where c.display_currency <> ${PRICE_CURRENCY}
        ) w group by code
      )
      select s.code, array_agg(d.at order by d.at) as days from spans s cross join today
      cross join lateral generate_series(s.first, today.at - interval '1 day', interval '1 day') d (at)
      where not exists (select from prices q where q.asset_id = s.code and q.currency = ${PRICE_CURRENCY} and q.grain = 'day'
        and q.at = d.at)
      group by s.code order by s.code`),
  )
  return rows.map(({ code, days }) => ({
    asset: { id: code, ticker: undefined, contracts: [] },
    times: new Set(days.map((day) => day.getTime())),
  }))
}
