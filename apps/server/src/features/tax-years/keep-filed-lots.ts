import { inThread } from '../../platform/in-thread.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { HAS_TEXTS } from '../../calculating/keep/packed-calculation.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import type { FiledLotsTask } from './keep-filed-lots.worker.ts'

const KEEP_LOTS = { name: 'keep-filed-lots', retryLimit: 5 } as const
/** A calculation of a million transactions, read and worked out. */
const THREAD = { url: new URL('./keep-filed-lots.worker.ts', import.meta.url), heapMb: 6144 }

/**
 * Keeps the lots that the return of a filed year used up, for transactions up to its end (us.md 11a). A job looks them
 * up, since the calculation that the year was filed with is worked out again for it; killed, it begins anew.
 */
export async function keepFiledLots(tx: Tx, userId: string, year: number, now: Date): Promise<void> {
  const filed = await tx.maybe<{ is_asked: boolean; has_texts: boolean }>(sql`
    select y.lots_asked_at is not null as is_asked, ${HAS_TEXTS} as has_texts
    from tax_years y join calculations c on (c.user_id, c.id) = (y.user_id, y.calculation_id)
    where y.user_id = ${userId} and y.tax_year = ${year} and y.state = 'filed' for update of y`)
  if (filed === undefined) return refuse('not_found')
  if (filed.is_asked) refuse('conflict', `The lots of ${year} are already kept as filed.`)
  if (!filed.has_texts)
    refuse(
      'conflict',
      `${year} was filed with a calculation made before inputs were kept: its lots are not known.`,
    )
  await tx.run(sql`
    update tax_years set lots_asked_at = ${now} where user_id = ${userId} and tax_year = ${year}`)
  await addJob(tx, KEEP_LOTS, { userId, year: String(year) })
}

/** Take that back. */
export async function releaseFiledLots(tx: Tx, userId: string, year: number): Promise<void> {
  const released = await tx.maybe(sql`
    update tax_years set lots_asked_at = null, lots_kept_at = null
    where user_id = ${userId} and tax_year = ${year} and lots_asked_at is not null returning 1 as released`)
  if (released === undefined) refuse('not_found')
  await forgetFiledLots(tx, userId, year)
}

/** Removes the lots kept for a year, with its mark as filed. */
export async function forgetFiledLots(tx: Tx, userId: string, year: number): Promise<void> {
  const forgotten = await tx.run(sql`delete from filed_lots where user_id = ${userId} and tax_year = ${year}`)
  if (forgotten > 0) await writeJournal(tx, userId)
}

export const keepFiledLotsJob = defineJob<FiledLotsTask>(
  KEEP_LOTS.name,
  async (task, { db, signal }) => {
    const load = await journalLoad(db, task.userId)
    await inThread<FiledLotsTask, 'done'>(db, THREAD, task, { load, signal })
  },
  { retryLimit: KEEP_LOTS.retryLimit },
)
