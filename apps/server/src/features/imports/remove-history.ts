import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { settleJournal } from '../transactions/settle-journal.ts'

/** Take an account out with all that came through it. Its rows stay: added again, they come back with their edits. */
export async function removeAccount(tx: Tx, userId: string, accountId: string): Promise<void> {
  const connections = await tx.all<{ id: string }>(sql`
    select id from connections where user_id = ${userId} and account_id = ${accountId} and deleted_at is null`)
  const found = await tx.run(sql`
    update accounts set deleted_at = now() where user_id = ${userId} and id = ${accountId} and deleted_at is null`)
  if (found === 0) refuse('not_found')
  await removeConnections(
    tx,
    userId,
    connections.map((row) => row.id),
  )
}

/** Take connections out: what no other live connection brought goes with them. */
export async function removeConnections(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const journalVersion = await writeJournal(tx, userId)
  const removed = await tx.all<{ id: string }>(sql`
    update connections set deleted_at = now() where user_id = ${userId} and id = any (${ids}) and deleted_at is null
    returning id`)
  if (removed.length !== ids.length) refuse('not_found')
  // A worker that reads one of these files right now finds its fence gone and leaves no row (SF16).
  await tx.run(sql`
    update imports set state = 'cancelled', fence = fence + 1, finished_at = now()
    where user_id = ${userId} and connection_id = any (${ids}) and state in ('queued', 'running', 'waiting')`)
  const gone = await tx.all<{ id: string }>(sql`
    update transactions t set deleted_at = now(), journal_version = ${journalVersion}
    where t.user_id = ${userId} and t.deleted_at is null
      and exists (select 1 from records r where r.user_id = t.user_id and r.transaction_id = t.id
        and r.connection_id = any (${ids}))
      and not exists (
        select 1 from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id)
        where r.user_id = t.user_id and r.transaction_id = t.id and c.deleted_at is null)
    returning t.id`)
  const goneIds = gone.map((row) => row.id)
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now() where user_id = ${userId} and subject = 'transaction'
      and state = 'open' and subject_id = any (${goneIds})`)
  await settleJournal(tx, userId, goneIds)
  await recount(tx, userId)
  for (const id of ids) await notify(tx, userId, { type: 'import', id, status: 'complete', stage: 'Removed' })
}
