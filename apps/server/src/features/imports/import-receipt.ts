import { type ImportReceipt, RECEIPT_ASSETS, RECEIPT_UNREAD } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { importFindings, importSource } from './import-histories.ts'

/** The receipt of a file: all that it brought into the journal; undefined where there is no such source. */
export async function importReceipt(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<ImportReceipt | undefined> {
  const source = await importSource(tx, userId, id, now)
  if (source === undefined) return undefined
  const [transactions, assets] = await Promise.all([
    tx.one<{ count: string }>(sql`
      select count(distinct transaction_id) from records
      where user_id = ${userId} and connection_id = ${id} and outcome = 'used'`),
    tx.all<{ asset: string; symbol: string | null; assets: string }>(sql`
      with brought as materialized (
        select distinct transaction_id from records
        where user_id = ${userId} and connection_id = ${id} and outcome = 'used'
      ), counted as (
        select a.asset, count(*) as times, count(*) over () as assets
        from brought b
        cross join lateral (
          select from_asset, to_asset, fee_asset from transactions
          where user_id = ${userId} and id = b.transaction_id and deleted_at is null offset 0
        ) t
        cross join lateral assets_counted(t.from_asset, t.to_asset, t.fee_asset) as a(asset)
        where a.asset <> '' group by a.asset
      )
      select c.asset, s.symbol, c.assets from counted c
      left join lateral (select symbol from assets where id = c.asset offset 0) s on true
      order by c.times desc, c.asset limit ${RECEIPT_ASSETS}`),
  ])
  const unread = await importFindings(tx, userId, { id, severity: 'error', page: 1, size: RECEIPT_UNREAD })
  return {
    source,
    transactions: Number(transactions.count),
    assets: assets.map(({ asset, symbol }) => ({ asset, symbol: symbol ?? asset })),
    asset_count: Number(assets[0]?.assets ?? 0),
    unread: unread.data,
  }
}
