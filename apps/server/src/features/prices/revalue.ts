import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { ownPriceAt } from './price-at.ts'
import { valueTransactions } from './value-transactions.ts'

/**
 * Value transactions anew after prices changed, as one change of the journal; without any, the journal stays as it is. The
 * caller holds the journal.
 *
 * @returns how many were valued.
 */
export async function revalue(
  tx: Tx,
  userId: string,
  currency: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length > 0) {
    await writeJournal(tx, userId)
    await valueTransactions(tx, userId, currency, ids)
    await recount(tx, userId)
  }
  await notify(tx, userId, { type: 'transactions', id: userId, status: 'valued' })
  return ids.length
}

/** The transactions whose value one of a file's prices makes now. */
export async function valuedBy(tx: Tx, userId: string, fileId: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select distinct t.id from own_prices o
    join valuations v on v.user_id = o.user_id and v.price_id = o.id
    join transactions t on t.user_id = v.user_id and t.id = v.transaction_id
    where o.user_id = ${userId} and o.file_id = ${fileId} and ${isOpen}`)
  return rows.map((row) => row.id)
}

/** The transactions for an asset of which this file has the price that holds, and without the file another or none would. */
export async function coveredBy(tx: Tx, userId: string, currency: string, fileId: string): Promise<string[]> {
  const held = (without?: string) => ownPriceAt(userId, currency, sql`a.asset`, sql`t.at`, without)
  const rows = await tx.all<{ id: string }>(sql`
    select t.id from transactions t
    join price_files f on f.user_id = t.user_id and f.id = ${fileId}
    where t.user_id = ${userId} and ${isOpen} and t.at >= f.from_at and t.at < f.to_at + interval '1 day'
      and exists (
        select 1 from unnest(array[t.from_asset, t.to_asset, t.fee_asset, t.value_currency]) as a (asset)
        cross join lateral ${held()} p left join lateral ${held(fileId)} q on true
        where a.asset = any (f.assets) and p.file_id = f.id and p.price is distinct from q.price)`)
  return rows.map((row) => row.id)
}

// What is locked keeps the value it was locked with.
const isOpen: Sql = sql`t.deleted_at is null and t.at >= coalesce(
  (select c.locked_before from customers c where c.user_id = t.user_id), '-infinity')`
