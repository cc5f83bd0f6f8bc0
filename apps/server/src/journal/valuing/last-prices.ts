import type { Tx } from '../../platform/database.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'

/** The newest price of an asset that the installation or the customer's own history knows. */
export interface LastPrice {
  /** Of one unit, in the customer's currency; exact decimal text. */
  readonly price: string
  readonly at: Date
  /** A price file of the customer's own, the price history, or a transaction of theirs that was valued. */
  readonly origin: 'own_price' | 'price' | 'transaction' | 'currency'
  /** Who says so, of a price of the history. */
  readonly provider?: string
}

/**
 * The newest known price of each asset up to a moment, however old it is: say its day beside it. Of two of one moment the own price
 * file counts before the price history, and that before a transaction. An asset that is not in the answer has no price at all.
 *
 * @param assets - ids, each once.
 */
export async function lastPrices(
  tx: Tx,
  userId: string,
  assets: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, LastPrice>> {
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  const market = (grain: 'hour' | 'day') => sql`
    (select q.price, q.at, 'price', q.provider, 2 from prices q
      where q.asset_id = w.asset and q.currency = ${currency} and q.grain = ${grain} and q.at <= ${at}
      order by q.at desc, q.provider, q.revision desc limit 1)`
  // One order of the asset's transactions is walked from the newest until the first that has a value.
  const traded = (side: 'from' | 'to') => {
    const amount = identifier(`${side}_amount`)
    return sql`
    (select v.value / t.${amount}, t.at, 'transaction', null, 3 from transactions t
      join valuations v on v.user_id = t.user_id and v.transaction_id = t.id and v.side = ${side} and v.currency = ${currency}
      where t.user_id = ${userId} and t.deleted_at is null and t.${identifier(`${side}_asset`)} = w.asset
        and t.${amount} > 0 and t.at <= ${at} and not t.is_ignored and v.value > 0
      order by t.at desc, t.id desc limit 1)`
  }
  const rows = await tx.all<{
    asset: string
    price: string
    at: Date
    origin: LastPrice['origin']
    provider: string | null
  }>(sql`
    select w.asset, p.price::text, p.at, p.origin, p.provider from unnest(${assets.filter((asset) => asset !== currency)}::text[]) as w (asset)
    cross join lateral (
      (select o.price, o.at, 'own_price' as origin, null as provider, 1 as rank
        from own_prices o left join price_files f on f.user_id = o.user_id and f.id = o.file_id
        where o.user_id = ${userId} and o.asset_id = w.asset and o.currency = ${currency} and o.at <= ${at} and f.deleted_at is null
        order by o.at desc, o.revision desc limit 1)
      union all ${market('hour')} union all ${market('day')} union all ${traded('to')} union all ${traded('from')}
      order by at desc, rank limit 1) p`)
  return new Map<string, LastPrice>([
    ...(assets.includes(currency)
      ? [[currency, { price: '1', at, origin: 'currency' }] as [string, LastPrice]]
      : []),
    ...rows.map(({ asset, price, at: moment, origin, provider }): [string, LastPrice] => [
      asset,
      { price: plain(price), at: moment, origin, ...(provider !== null && { provider }) },
    ]),
  ])
}
