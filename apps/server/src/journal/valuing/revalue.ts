import { RATE_HOLDS_DAYS } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'
import { recount, writeJournal } from '../transactions/write-journal.ts'
import { ownPriceAt } from './price-at.ts'
import { isOpen, valueTransactions } from './value-transactions.ts'

/** The effect of prices that came or went. */
export interface Revalued {
  /** Transactions that have another value now, or the same from elsewhere. */
  readonly valued: number
  /** Transactions that keep their value because they lie before the lock; they are valued anew once it is lifted. */
  readonly locked: number
}

/** A transaction whose value prices make another, and whether it is locked. */
export interface Concerned {
  readonly id: string
  readonly is_locked: boolean
}

/**
 * Value transactions anew after prices changed, as one change of the journal; without any, the journal stays as it is. The
 * caller holds the journal.
 */
export async function revalue(
  tx: Tx,
  userId: string,
  currency: string,
  concerned: readonly Concerned[],
): Promise<Revalued> {
  const ids = concerned.filter((one) => !one.is_locked).map((one) => one.id)
  const before = await valuesOf(tx, userId, ids)
  if (ids.length > 0) {
    await writeJournal(tx, userId)
    await valueTransactions(tx, userId, currency, ids)
    await recount(tx, userId)
  }
  await notify(tx, userId, { type: 'transactions', id: userId, status: 'valued' })
  const after = await valuesOf(tx, userId, ids)
  // A value that a record or a trade states stays, whatever the price.
  const valued = ids.filter((id) => before.get(id) !== after.get(id)).length
  return { valued, locked: concerned.length - ids.length }
}

/** All values of each transaction with their sources, as a text to compare. */
async function valuesOf(tx: Tx, userId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: string; said: string }>(sql`
    select transaction_id as id, string_agg(concat_ws(' ', side, value, origin, price_id), ',' order by side) as said
    from valuations where user_id = ${userId} and transaction_id = any (${ids}) group by transaction_id`)
  return new Map(rows.map(({ id, said }) => [id, said]))
}

/** The transactions whose value one of a file's prices makes now. */
export function valuedBy(tx: Tx, userId: string, fileId: string): Promise<Concerned[]> {
  return tx.all<Concerned>(sql`
    select distinct t.id, not (${isOpen}) as is_locked from own_prices o
    join valuations v on v.user_id = o.user_id and v.price_id = o.id
    join transactions t on t.user_id = v.user_id and t.id = v.transaction_id
    where o.user_id = ${userId} and o.file_id = ${fileId} and t.deleted_at is null`)
}

/** The transactions for an asset of which this file has the price that holds, and without the file another or none would. */
export function coveredBy(tx: Tx, userId: string, currency: string, fileId: string): Promise<Concerned[]> {
  const held = (without?: string) => ownPriceAt(userId, currency, sql`a.asset`, sql`t.at`, without)
  return tx.all<Concerned>(sql`
    select t.id, not (${isOpen}) as is_locked from transactions t
    join price_files f on f.user_id = t.user_id and f.id = ${fileId}
    where t.user_id = ${userId} and t.deleted_at is null and t.at >= f.from_at and t.at < f.to_at + make_interval(days => 1 + ${RATE_HOLDS_DAYS})
      and exists (
        select 1 from unnest(array[t.from_asset, t.to_asset, t.fee_asset, t.value_currency]) as a (asset)
        cross join lateral ${held()} p left join lateral ${held(fileId)} q on true
        where a.asset = any (f.assets) and p.file_id = f.id and p.price is distinct from q.price)`)
}
