import { Worker } from 'node:worker_threads'
import type { Database } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { defineJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'
import type { CompareOutcome, CompareRequest } from './compare.worker.ts'

/** The queue of comparisons. */
export const COMPARE = { name: 'compare-calculations', retryLimit: 5 } as const
/** Two calculations of a million transactions each, read and worked out. */
const HEAP_MB = 6144

const NOT_KEPT = 'One of these calculations was made before inputs were kept. Calculate again to compare.'

/** Compare two calculations in a thread of its own, which writes the rows whole under the fence. */
export const compareJob = defineJob<{ userId: string; comparisonId: string }>(
  COMPARE.name,
  async ({ userId, comparisonId }, { db, signal }) => {
    const fence = await takeFence(db, 'comparisons', userId, comparisonId)
    if (fence === undefined) return
    const outcome = await inThread(db, fence, signal)
    if (outcome === 'fence-lost') throw new FenceLost(fence)
    if (outcome === 'not-kept')
      await writeUnderFence(db, fence, async (tx) => {
        await tx.run(sql`
          update comparisons set state = 'failed', reason_code = ${NOT_KEPT}, finished_at = now()
          where user_id = ${userId} and id = ${comparisonId}`)
        await notify(tx, userId, { type: 'comparison', id: comparisonId, status: 'failed' })
      })
  },
  { retryLimit: COMPARE.retryLimit },
)

function inThread(db: Database, fence: Fence, signal: AbortSignal): Promise<CompareOutcome> {
  return new Promise((resolve, reject) => {
    const request: CompareRequest = { connection: JSON.stringify(db.connect('lotbook_app')), fence }
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    let outcome: CompareOutcome | undefined
    signal.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.on('message', (message: CompareOutcome) => (outcome = message))
    worker.on('error', reject)
    worker.on('exit', () =>
      outcome === undefined ? reject(new Error('the comparison stopped before its end')) : resolve(outcome),
    )
  })
}
