import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'

/** An asset that transactions lack a price of: how many, in which years, from when to when. */
export interface MissingPrice {
  readonly asset: string
  readonly symbol: string
  readonly transactions: number
  readonly years: number[]
  readonly from: string
  readonly to: string
}

/** Assets without a price, those that most transactions lack first; transactions that a person accepted as they are do not count. */
export async function missingPrices(tx: Tx, userId: string): Promise<MissingPrice[]> {
  const query = sql`
    select m.asset, coalesce(s.symbol, m.asset) as symbol, count(*)::integer as transactions,
      array_agg(distinct extract(year from t.at at time zone 'UTC')::integer) as years, min(t.at) as from_at, max(t.at) as to_at
    from findings f
    join transactions t on t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is null
    cross join lateral unnest(string_to_array(f.note, ', ')) as m (asset)
    left join assets s on s.id = m.asset
    where f.user_id = ${userId} and f.code = 'missing_price' and f.state = 'open'
    group by m.asset, s.symbol order by count(*) desc, m.asset limit 200`
  const rows = await joinedByHash(tx, () =>
    tx.all<Omit<MissingPrice, 'from' | 'to'> & { from_at: Date; to_at: Date }>(query),
  )
  return rows.map(({ from_at, to_at, ...row }) => ({
    ...row,
    from: from_at.toISOString(),
    to: to_at.toISOString(),
  }))
}
