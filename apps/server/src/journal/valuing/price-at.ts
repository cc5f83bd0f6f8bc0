import { FIAT, RATE_HOLDS_DAYS } from '@lotbook/journal'
import { sql, type Sql } from '../../platform/sql.ts'

const CURRENCIES = [...FIAT]

/**
 * The price of the customer's own files that holds for an asset at a moment, as a table of at most one row: the newest
 * moment of the 24 hours before, so that a day's price holds all day; of files that speak of the same moment the later. The rate of a
 * currency holds over weekends and holidays, on which none is set. A price of 0 is none.
 *
 * @param without - a file that is not looked at.
 */
export function ownPriceAt(userId: string, currency: string, asset: Sql, at: Sql, without?: string): Sql {
  const others = without === undefined ? sql`true` : sql`p.file_id is distinct from ${without}`
  return sql`(
    select p.id, p.price, p.at, p.file_id
    from own_prices p left join price_files f on f.user_id = p.user_id and f.id = p.file_id
    where p.user_id = ${userId} and p.asset_id = ${asset} and p.currency = ${currency}
      and p.at > ${at} - interval '1 day' * (1 + ${RATE_HOLDS_DAYS}) and p.at <= ${at} and p.price > 0
      and (p.at > ${at} - interval '1 day'
        or ${asset} = any (${CURRENCIES}::text[]) and p.at >= date_trunc('day', ${at}, 'UTC') - make_interval(days => ${RATE_HOLDS_DAYS}))
      and f.deleted_at is null and ${others}
    order by p.at desc, p.revision desc limit 1)`
}

/**
 * The price that counts for an asset at a moment, as a table of at most one row: of the customer's own files, else the close of
 * the UTC hour that holds the moment, else of its UTC day; of several providers the newest revision.
 */
export function priceAt(userId: string, currency: string, asset: Sql, at: Sql): Sql {
  const close = (grain: 'hour' | 'day', rank: Sql) => sql`
    (select q.price, 'price', q.id, ${rank}, q.at from prices q where q.asset_id = ${asset} and q.currency = ${currency}
      and q.grain = ${grain} and q.at = date_trunc(${grain}, ${at}, 'UTC') and q.price > 0 order by q.provider, q.revision desc limit 1)`
  return sql`(
    (select o.price, 'own_price' as origin, o.id as price_id, 1 as rank, o.at
      from ${ownPriceAt(userId, currency, asset, at)} o)
    union all ${close('hour', sql`2`)} union all ${close('day', sql`3`)}
    order by rank limit 1)`
}
