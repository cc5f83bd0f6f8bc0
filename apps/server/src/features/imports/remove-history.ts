import type { ImportHistory } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { checkLock } from '../../journal/transactions/check-lock.ts'
import { closeFindings } from '../../journal/transactions/close-findings.ts'
import { holdJournal, recount, writeJournal } from '../../journal/transactions/write-journal.ts'
import { settleJournal } from '../../journal/settling/settle-journal.ts'
import { connectionsOfFile } from '../../journal/laying/connections.ts'
import { queueRevocations } from '../../journal/laying/grant-revocation.ts'
import { writeEvents } from '../../journal/laying/write-events.ts'
import { METHODS } from './import-methods.ts'

/** A source whose file is not being read: cancelling comes too late, or there was nothing to cancel. */
export type CancelOutcome = 'cancelled' | 'not-running'

/**
 * Stop the reading of files: their workers find their fence gone, at whatever step they are, and leave no row (SF16). In a
 * transaction of its own, before anything that waits for the journal, which such a worker may hold.
 */
export async function cancelImports(tx: Tx, userId: string, ids: readonly string[]): Promise<CancelOutcome> {
  const stopped = await tx.all<{ connection_id: string }>(sql`
    update imports set state = 'cancelled', fence = fence + 1, finished_at = now()
    where user_id = ${userId} and connection_id = any (${ids}) and state in ('queued', 'running', 'waiting')
    returning connection_id`)
  for (const { connection_id: id } of stopped)
    await notify(tx, userId, { type: 'import', id, status: 'complete', stage: 'Cancelled' })
  return stopped.length > 0 ? 'cancelled' : 'not-running'
}

/** The live connections of an account, or those of one type. */
export async function connectionsOf(
  tx: Tx,
  userId: string,
  accountId: string,
  type?: ImportHistory['type'],
): Promise<string[]> {
  const ofType = type === undefined ? sql`` : sql`and method = any (${METHODS[type]})`
  const rows = await tx.all<{ id: string }>(sql`
    select id from connections
    where user_id = ${userId} and account_id = ${accountId} and deleted_at is null ${ofType}`)
  return rows.map((row) => row.id)
}

/** Take an account out with all that came through it. Its rows stay: added again, they come back with their edits. */
export async function removeAccount(tx: Tx, userId: string, accountId: string): Promise<void> {
  // The journal first, as whoever imports takes it: a file that comes in meanwhile is in the account before, or after.
  const journalVersion = await writeJournal(tx, userId)
  const ids = await connectionsOf(tx, userId, accountId)
  const found = await tx.run(sql`
    update accounts set deleted_at = now() where user_id = ${userId} and id = ${accountId} and deleted_at is null`)
  if (found === 0) refuse('not_found')
  await takeOut(tx, userId, ids, journalVersion)
  await removeAddedTo(tx, userId, accountId, journalVersion)
}

/**
 * Takes out of an account what came to it in one way. Where nothing else is in it the account goes too; where nothing came in that way there is
 * nothing to take out.
 */
export async function removeFrom(
  tx: Tx,
  userId: string,
  accountId: string,
  type: ImportHistory['type'],
): Promise<void> {
  await holdJournal(tx, userId)
  const ids = await connectionsOf(tx, userId, accountId, type)
  const all = await connectionsOf(tx, userId, accountId)
  const { added } = await tx.one<{ added: boolean }>(sql`
    select exists (select 1 from transactions
      where user_id = ${userId} and account_id = ${accountId} and event_id is null and deleted_at is null) as added`)
  const takesAdded = type === 'manual' && added
  if (ids.length === 0 && !takesAdded) refuse('not_found')
  if (ids.length === all.length && (takesAdded || !added)) return removeAccount(tx, userId, accountId)
  const journalVersion = await writeJournal(tx, userId)
  if (ids.length > 0) await takeOut(tx, userId, ids, journalVersion)
  if (takesAdded) await removeAddedTo(tx, userId, accountId, journalVersion)
}

/** Removes transactions that a person added to the account, such as an opening lot. */
async function removeAddedTo(
  tx: Tx,
  userId: string,
  accountId: string,
  journalVersion: string,
): Promise<void> {
  const before = await tx.all<{ id: string }>(sql`
    select id from transactions
    where user_id = ${userId} and account_id = ${accountId} and event_id is null and deleted_at is null`)
  await checkLock(
    tx,
    userId,
    before.map((row) => row.id),
  )
  const added = await tx.all<{ id: string }>(sql`
    update transactions set deleted_at = now(), journal_version = ${journalVersion}
    where user_id = ${userId} and account_id = ${accountId} and event_id is null and deleted_at is null returning id`)
  const ids = added.map((row) => row.id)
  await closeFindings(tx, userId, ids)
  await settleJournal(tx, userId, ids)
  await recount(tx, userId)
}

/** Take a file out, from every account that its rows are of: what no other live connection tells goes with it. */
export async function removeSource(tx: Tx, userId: string, connectionId: string): Promise<void> {
  // The journal first: a file that is read meanwhile comes to its accounts before, or not at all.
  const journalVersion = await writeJournal(tx, userId)
  const ids = await connectionsOfFile(tx, userId, connectionId)
  if (ids.length === 0) refuse('not_found')
  await takeOut(tx, userId, ids, journalVersion)
}

/** Deletes events that no other live connection states, and works the others out without these connections. */
async function takeOut(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  journalVersion: string,
): Promise<void> {
  await cancelImports(tx, userId, ids)
  const removed = await tx.all<{ id: string }>(sql`
    update connections set deleted_at = now() where user_id = ${userId} and id = any (${ids}) and deleted_at is null
    returning id`)
  if (removed.length !== ids.length) refuse('not_found')
  // What opened an account is forgotten with its connection, and the provider's answers with it. A grant is given back first.
  const grants = await queueRevocations(tx, userId, ids)
  const forgotten = {
    fetched_pages: ids,
    counterparties: ids,
    credentials: ids.filter((id) => !grants.has(id)),
  }
  for (const [table, of] of Object.entries(forgotten))
    await tx.run(
      sql`delete from ${identifier(table)} where user_id = ${userId} and connection_id = any (${of})`,
    )
  const events = await tx.all<{ event_id: string; account_id: string; is_told: boolean }>(sql`
    select t.event_id, t.account_id, exists (
        -- Step by step, which offset 0 keeps apart: joined, all records of a connection may come first, for each event.
        select 1 from (
          select id from transactions where user_id = ${userId} and event_id = t.event_id offset 0
        ) o
        cross join lateral (
          select connection_id from records where user_id = ${userId} and transaction_id = o.id offset 0
        ) r
        join connections c on c.user_id = ${userId} and c.id = r.connection_id and c.deleted_at is null) as is_told
    from transactions t where t.user_id = ${userId} and t.event_id in (
      select o.event_id from records r join transactions o on (o.user_id, o.id) = (r.user_id, r.transaction_id)
      where r.user_id = ${userId} and r.connection_id = any (${ids}))
    group by t.event_id, t.account_id`)
  const gone = await tx.all<{ id: string }>(sql`
    update transactions set deleted_at = now(), journal_version = ${journalVersion}
    where user_id = ${userId} and deleted_at is null
      and event_id = any (${events.filter((event) => !event.is_told).map((event) => event.event_id)})
    returning id`)
  const written = await writeEvents(
    tx,
    { userId, journalVersion, connectionId: null },
    events
      .filter((event) => event.is_told)
      .map((event) => ({ whole: event.event_id, accountId: event.account_id, report: null })),
  )
  const goneIds = [...gone.map((row) => row.id), ...written.gone]
  await checkLock(tx, userId, [...goneIds, ...written.touched])
  await closeFindings(tx, userId, goneIds)
  await settleJournal(tx, userId, [...new Set([...goneIds, ...written.touched])])
  await recount(tx, userId)
  for (const id of ids) await notify(tx, userId, { type: 'import', id, status: 'complete', stage: 'Removed' })
}
