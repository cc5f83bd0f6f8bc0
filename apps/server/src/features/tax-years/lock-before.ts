import { dayWords } from '@lotbook/contract'
import { FIRST_INSTANT, parseInstant } from '@lotbook/journal'
import { auditRequest } from '../../platform/audit.ts'
import { type Tx, withSubject } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { recordSettingChange } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'
import { readSetAside } from '../imports/read-set-aside.ts'
import { startRun } from '../../journal/acts/journal-run.ts'
import { lockedDay, lockEnd } from '../../journal/transactions/check-lock.ts'
import { type Editor, editorOf } from '../../journal/transactions/editor.ts'

/** The first day that is open, where the customer lives; null without a lock. */
export async function lockOf(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.one<{ day: string | null }>(sql`
    select ${lockedDay} as day from customers c where user_id = ${userId}`)
  return row.day
}

/**
 * Set or lift the lock, and record it.
 *
 * @param undoes - the change that this one takes back.
 */
export function saveLock(context: RequestContext, day: string | null, undoes?: string) {
  return withSubject(context.db, context.who, async (tx) => {
    const editor = editorOf(context)
    const { userId } = editor
    const before = await lockOf(tx, userId)
    const filesReadAgain = await lockBefore(tx, editor, day)
    await auditRequest(tx, context, {
      event: day === null ? 'journal_unlocked' : 'journal_locked',
      object: `journal:${userId}`,
      details: { before: day },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    const change = { before: { locked_before: before }, after: { locked_before: day }, undoes }
    const changeId = await recordSettingChange(tx, editor, change)
    return { files_read_again: filesReadAgain, change_ids: changeId === null ? [] : [changeId] }
  })
}

/**
 * Lock what lies before a day of the customer's time zone, or lift the lock. Whoever writes the journal at this moment
 * goes first. What the old lock kept from transactions that are open now, such as matches, values and what rules say, is
 * worked out by a job, and the files whose rows it set aside are read again.
 *
 * @returns how many files are read again.
 */
async function lockBefore(tx: Tx, editor: Editor, day: string | null): Promise<number> {
  const { userId, now } = editor
  const start = day === null ? null : parseInstant(`${day}T00:00:00Z`)
  if (start === undefined) refuse('invalid_input', undefined, { fields: { before: dayWords.none('before') } })
  if (start !== null && start < FIRST_INSTANT)
    refuse('invalid_input', undefined, { fields: { before: dayWords.tooEarly('before') } })
  // A year that is not imported yet cannot be finished. A day of grace: it may be tomorrow already in the person's
  // time zone.
  if (start !== null && start > now.getTime() + 24 * 60 * 60 * 1000)
    refuse('invalid_input', undefined, { fields: { before: dayWords.inFuture('before') } })
  await tx.one(sql`select 1 from journals where user_id = ${userId} for update`)
  const was = await lockEnd(tx, userId)
  await tx.run(sql`
    update customers set locked_before = ${day}::timestamp at time zone time_zone, updated_at = ${now}
    where user_id = ${userId}`)
  const is = await lockEnd(tx, userId)
  if (was === undefined || (is !== undefined && is >= was)) return 0
  await startRun(tx, editor, { kind: 'unlocked', from: is?.toISOString() ?? null, to: was.toISOString() })
  return readSetAside(tx, userId)
}
