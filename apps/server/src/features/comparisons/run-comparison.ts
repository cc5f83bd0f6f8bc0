import type { Database } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { defineJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'
import type { CompareOutcome } from './compare.worker.ts'

/** The queue of comparisons. */
export const COMPARE = { name: 'compare-calculations', retryLimit: 5 } as const
/** Two calculations of a million transactions each, read and worked out. */
const THREAD = { url: new URL('./compare.worker.ts', import.meta.url), heapMb: 6144 }

const GIVEN_UP = 'The comparison failed several times because of an error on our side. Try it again later.'
const NOT_KEPT = 'One of these calculations was made before inputs were kept. Calculate again to compare.'

/** Compare two calculations in a thread of its own, which writes the rows whole under the fence. */
export const compareJob = defineJob<{ userId: string; comparisonId: string }>(
  COMPARE.name,
  async ({ userId, comparisonId }, { db, signal }) => {
    const fence = await takeFence(db, 'comparisons', userId, comparisonId)
    if (fence === undefined) return
    const outcome = await inThread<Fence, CompareOutcome>(db, THREAD, fence, {
      load: await journalLoad(db, userId),
      signal,
    })
    if (outcome === 'fence-lost') throw new FenceLost(fence)
    if (outcome === 'not-kept') await fail(db, fence, NOT_KEPT)
  },
  {
    retryLimit: COMPARE.retryLimit,
    giveUp: async ({ userId, comparisonId }, { db }) => {
      const fence = await takeFence(db, 'comparisons', userId, comparisonId)
      if (fence !== undefined) await fail(db, fence, GIVEN_UP)
    },
  },
)

function fail(db: Database, fence: Fence, reason: string): Promise<void> {
  const { userId, id } = fence
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update comparisons set state = 'failed', reason_code = ${reason}, finished_at = now()
      where user_id = ${userId} and id = ${id}`)
    await notify(tx, userId, { type: 'comparison', id, status: 'failed' })
  })
}
