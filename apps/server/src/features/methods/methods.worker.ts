// Entry of the thread that runs the engine for comparisons and for the lots of a sale, so that the server's loop does not.
import { parentPort, workerData } from 'node:worker_threads'
import { CalculationCancelled, CalculationInputError } from '@lotbook/tax'
import type { ClientConfig } from 'pg'
import { openDatabase } from '../../platform/database.ts'
import { FenceLost, type Fence } from '../../platform/fence.ts'
import { workOutTreatments } from '../treatments/work-out-treatments.ts'
import type { ThreadRequest } from '../../platform/in-thread.ts'
import { compareYear } from './compare-year.ts'
import { lotsBefore, type LotBefore } from './lots-before.ts'

export type MethodsTask =
  | { readonly kind: 'compare'; readonly fence: Fence; readonly year: number; readonly now: string }
  | { readonly kind: 'treatments'; readonly fence: Fence }
  | { readonly kind: 'lots-before'; readonly userId: string; readonly transactionId: string }

export type MethodsAnswer =
  | { readonly outcome: 'done'; readonly lots: readonly LotBefore[] }
  | { readonly outcome: 'fence-lost' }
  | { readonly outcome: 'refused'; readonly reason: string }

const { connection, task } = workerData as ThreadRequest<MethodsTask>
const db = openDatabase({ connect: () => JSON.parse(connection) as ClientConfig, poolSize: 2 })
const answer = (message: MethodsAnswer) => parentPort?.postMessage(message)

try {
  if (task.kind === 'compare') {
    await compareYear(db, task.fence, task.year, new Date(task.now))
    answer({ outcome: 'done', lots: [] })
  } else if (task.kind === 'treatments') {
    await workOutTreatments(db, task.fence)
    answer({ outcome: 'done', lots: [] })
  } else {
    answer({ outcome: 'done', lots: await lotsBefore(db, task.userId, task.transactionId) })
  }
} catch (error) {
  if (error instanceof FenceLost || error instanceof CalculationCancelled) answer({ outcome: 'fence-lost' })
  else if (error instanceof CalculationInputError) answer({ outcome: 'refused', reason: error.message })
  else throw error
} finally {
  await db.close()
}
