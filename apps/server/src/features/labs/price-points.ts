import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { beginningOf, type PriceScope } from './priced-assets.ts'

/** The most points that a line has. */
const MOST = 400

/**
 * The known prices of an asset within the period, in the order of time: of price files, of the price history and of the customer's own
 * valued transactions. Of several at one moment the price file counts before the history, and that before a transaction. Where there
 * are more than a line can show, the newest.
 */
export async function pricePoints(
  tx: Tx,
  scope: PriceScope,
  { asset, currency }: { readonly asset: string; readonly currency: string },
): Promise<{ at: string; price: string }[]> {
  const { userId, now } = scope
  const begun = beginningOf(scope)
  const traded = (side: 'from' | 'to') => {
    const [amount, of] =
      side === 'from' ? [sql`t.from_amount`, sql`t.from_asset`] : [sql`t.to_amount`, sql`t.to_asset`]
    return sql`
      select t.at, v.value / ${amount} as price, 3 as rank, 0 as revision from transactions t
      join valuations v on v.user_id = t.user_id and v.transaction_id = t.id and v.side = ${side} and v.currency = ${currency}
      where t.user_id = ${userId} and t.deleted_at is null and ${of} = ${asset} and ${amount} > 0 and v.value > 0
        and not t.is_ignored and t.at > ${begun} and t.at <= ${now}`
  }
  const rows = await tx.all<{ at: Date; price: string }>(sql`
    with known as (
      select o.at, o.price, 1 as rank, o.revision from own_prices o
        left join price_files f on f.user_id = o.user_id and f.id = o.file_id
        where o.user_id = ${userId} and o.asset_id = ${asset} and o.currency = ${currency}
          and o.at > ${begun} and o.at <= ${now} and f.deleted_at is null
      union all
      select q.at, q.price, 2, q.revision from prices q
        where q.asset_id = ${asset} and q.currency = ${currency} and q.grain in ('hour', 'day')
          and q.at > ${begun} and q.at <= ${now}
      union all ${traded('to')} union all ${traded('from')}
    ), of_moments as (select distinct on (at) at, price from known order by at, rank, revision desc)
    select at, price::text from of_moments order by at desc limit ${MOST}`)
  return rows.map(({ at, price }) => ({ at: at.toISOString(), price: plain(price) })).toReversed()
}
