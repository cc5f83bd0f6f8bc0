import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { settleJournal } from '../transactions/settle-journal.ts'
import { layEvents } from './lay-events.ts'

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

/** Take connections out: what no other live connection tells goes with them, the rest is worked out without them. */
export async function removeConnections(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  // A worker that reads one of these files right now finds its fence gone and leaves no row (SF16). Before the
  // journal is locked: the worker takes the two in this order too.
  await tx.run(sql`
    update imports set state = 'cancelled', fence = fence + 1, finished_at = now()
    where user_id = ${userId} and connection_id = any (${ids}) and state in ('queued', 'running', 'waiting')`)
  const journalVersion = await writeJournal(tx, userId)
  const removed = await tx.all<{ id: string }>(sql`
    update connections set deleted_at = now() where user_id = ${userId} and id = any (${ids}) and deleted_at is null
    returning id`)
  if (removed.length !== ids.length) refuse('not_found')
  const events = await tx.all<{ event_id: string; account_id: string; is_told: boolean }>(sql`
    select t.event_id, t.account_id, exists (
        select 1 from transactions o join records r on (r.user_id, r.transaction_id) = (o.user_id, o.id)
        join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
        where o.user_id = ${userId} and o.event_id = t.event_id) as is_told
    from transactions t where t.user_id = ${userId} and t.event_id in (
      select o.event_id from records r join transactions o on (o.user_id, o.id) = (r.user_id, r.transaction_id)
      where r.user_id = ${userId} and r.connection_id = any (${ids}))
    group by t.event_id, t.account_id`)
  const gone = await tx.all<{ id: string }>(sql`
    update transactions set deleted_at = now(), journal_version = ${journalVersion}
    where user_id = ${userId} and deleted_at is null
      and event_id = any (${events.filter((event) => !event.is_told).map((event) => event.event_id)})
    returning id`)
  const laid = await layEvents(
    tx,
    { userId, journalVersion, connectionId: null },
    events
      .filter((event) => event.is_told)
      .map((event) => ({ whole: event.event_id, accountId: event.account_id, telling: null })),
  )
  const goneIds = [...gone.map((row) => row.id), ...laid.gone]
  await closeFindings(tx, userId, goneIds)
  await settleJournal(tx, userId, [...new Set([...goneIds, ...laid.touched])])
  await recount(tx, userId)
  for (const id of ids) await notify(tx, userId, { type: 'import', id, status: 'complete', stage: 'Removed' })
}

/** What was found about transactions that are no longer there, or about others because of them. */
export async function closeFindings(tx: Tx, userId: string, gone: readonly string[]): Promise<void> {
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now() where user_id = ${userId} and subject = 'transaction'
      and state = 'open'
      and (subject_id = any (${gone}) or (code = 'possible_duplicate' and note = any (${gone})))`)
}
