import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { settleRemoved } from './settle-removed.ts'

/**
 * Bring back what persons added for a gap and what went with its account, once the account is there again and so is the transaction that it
 * was an answer about. What was taken back or deleted by itself stays out, and what is locked stays as it is.
 *
 * @returns the transactions that are back.
 */
export async function bringAddedBack(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select distinct t.id from edits a
    join changes c on (c.user_id, c.id) = (a.user_id, a.change_id) and c.undone_at is null
    join transactions t on (t.user_id, t.id) = (a.user_id, a.target_id) and t.deleted_at is not null and t.removed_at is null
    join accounts k on (k.user_id, k.id) = (t.user_id, t.account_id) and k.deleted_at is null
    join customers p on p.user_id = t.user_id and (p.locked_before is null or t.at >= p.locked_before)
    join edits d on (d.user_id, d.change_id) = (a.user_id, a.change_id) and d.target = 'finding'
    join findings f on (f.user_id, f.id) = (d.user_id, d.target_id) and f.subject = 'transaction'
    join transactions s on s.user_id = f.user_id and s.id = f.transaction_id and s.deleted_at is null
    where a.user_id = ${at.userId} and a.target = 'added'`)
  const ids = rows.map(({ id }) => id)
  await settleRemoved(tx, at, ids)
  return ids
}
