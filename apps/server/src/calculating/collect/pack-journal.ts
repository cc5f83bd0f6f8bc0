import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { Tx } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'

/** It is only done ahead: whoever calculates packs what is left. */
const PACK_JOURNAL = { name: 'pack-journal', retryLimit: 1 } as const

/** Half a million transactions stay well below its heap. */
const THREAD = { url: new URL('./pack-journal.worker.ts', import.meta.url), heapMb: 4096, youngMb: 128 }

/** Pack the journal ahead: after a long import a calculation follows, and begins with this. */
export function packSoon(tx: Tx, userId: string): Promise<void> {
  return addJob(tx, PACK_JOURNAL, { userId })
}

/** Pack a journal in a thread of its own, if nobody changes it meanwhile. Killed at any moment it leaves nothing. */
export const packJournalJob = defineJob<{ userId: string }>(
  PACK_JOURNAL.name,
  async ({ userId }, { db, log, signal }) => {
    const load = await journalLoad(db, userId)
    if (!(await inThread<{ userId: string }, boolean>(db, THREAD, { userId }, { load, signal })))
      log.info({ userId }, 'a journal was not packed ahead')
  },
  { retryLimit: PACK_JOURNAL.retryLimit },
)
