import type { PricedAsset } from '@lotbook/contract'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { beginningOf, currencyOf, type PriceScope } from './priced-assets.ts'

/** Parts that a period is cut into; a small line has one price of each. */
const PARTS = 48

export interface LinePoint {
  readonly at: string
  readonly price: string
}

/**
 * Assets of a list with a small line each: the last price of every part of the period, from price files and the price history. Trades of
 * one's own are left out, since each has a price of its own. It begins with the price that was known when the period began.
 */
export async function withLines<Asset extends Pick<PricedAsset, 'asset_id' | 'price_before'>>(
  tx: Tx,
  scope: PriceScope,
  assets: readonly Asset[],
): Promise<(Asset & { line: LinePoint[] })[]> {
  const { userId, now } = scope
  const begun = beginningOf(scope)
  const currency = await currencyOf(tx, userId)
  const part = (now.getTime() - begun.getTime()) / PARTS / 1000
  const rows = await tx.all<{ asset: string; at: Date; price: string }>(sql`
    select w.asset, p.at, p.price::text from unnest(${assets.map(({ asset_id }) => asset_id)}::text[]) as w (asset)
    cross join lateral (
      select distinct on (part) at, price from (
        select o.at, o.price, 1 as rank, o.revision, date_bin(make_interval(secs => ${part}), o.at, ${begun}) as part
          from own_prices o left join price_files f on f.user_id = o.user_id and f.id = o.file_id
          where o.user_id = ${userId} and o.asset_id = w.asset and o.currency = ${currency}
            and o.at > ${begun} and o.at <= ${now} and f.deleted_at is null
        union all
        select q.at, q.price, 2, q.revision, date_bin(make_interval(secs => ${part}), q.at, ${begun})
          from prices q where q.asset_id = w.asset and q.currency = ${currency} and q.grain in ('hour', 'day')
            and q.at > ${begun} and q.at <= ${now}
      ) known order by part, at desc, rank, revision desc
    ) p order by w.asset, p.at`)
  const lines = new Map<string, LinePoint[]>()
  for (const { asset, at, price } of rows) {
    const line = lines.get(asset) ?? []
    line.push({ at: at.toISOString(), price: plain(price) })
    lines.set(asset, line)
  }
  return assets.map((asset) => {
    const line = lines.get(asset.asset_id) ?? []
    const { price_before: price } = asset
    const isLater = line[0] !== undefined && Date.parse(line[0].at) > begun.getTime()
    return {
      ...asset,
      line: price !== null && isLater ? [{ at: begun.toISOString(), price }, ...line] : line,
    }
  })
}
