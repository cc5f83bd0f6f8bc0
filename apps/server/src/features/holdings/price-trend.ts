import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** Days that a trend looks back. */
const DAYS = 30

export interface TrendPoint {
  readonly day: string
  readonly price: string
}

/**
 * The known prices of assets over the last 30 days, the last one of each UTC day: from price files and the price history. Trades of
 * one's own are left out, since each has a price of its own.
 *
 * @param assets - ids, each once.
 */
export async function priceTrends(
  tx: Tx,
  userId: string,
  {
    assets,
    currency,
    at,
  }: { readonly assets: readonly string[]; readonly currency: string; readonly at: Date },
): Promise<ReadonlyMap<string, TrendPoint[]>> {
  const rows = await tx.all<{ asset: string; day: string; price: string }>(sql`
    with known as materialized (
      select o.asset_id as asset, o.at, o.price, 1 as rank, o.revision from own_prices o
        left join price_files f on f.user_id = o.user_id and f.id = o.file_id
        where o.user_id = ${userId} and o.asset_id = any (${assets}) and o.currency = ${currency}
          and o.at > ${at}::timestamptz - make_interval(days => ${DAYS}) and o.at <= ${at} and f.deleted_at is null
      union all
      select q.asset_id, q.at, q.price, 2, q.revision from prices q
        where q.asset_id = any (${assets}) and q.currency = ${currency} and q.grain = 'day'
          and q.at > ${at}::timestamptz - make_interval(days => ${DAYS}) and q.at <= ${at}
    )
    select distinct on (asset, day) asset, (at at time zone 'UTC')::date as day, price::text from known
    order by asset, day, rank, at desc, revision desc`)
  const trends = new Map<string, TrendPoint[]>()
  for (const { asset, day, price } of rows) {
    const points = trends.get(asset) ?? []
    points.push({ day, price: plain(price) })
    trends.set(asset, points)
  }
  return trends
}
