// Entry of the thread that runs the engine for comparisons and for the lots of a sale, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { CalculationCancelled, type OfferedLot } from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import { FenceLost, type Fence } from '../../platform/fence.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { compareYear } from './compare-year.ts'
import { lotsBefore } from './lots-before.ts'

export type MethodsTask =
  | { readonly kind: 'compare'; readonly fence: Fence; readonly year: number; readonly now: string }
  | { readonly kind: 'lots-before'; readonly userId: string; readonly transactionId: string }

export type MethodsAnswer =
  | { readonly outcome: 'done'; readonly lots: readonly OfferedLot[] }
  | { readonly outcome: 'fence-lost' }
  | { readonly outcome: 'refused'; readonly reason: string; readonly transactionId: string | null }

serveThread<MethodsTask, MethodsAnswer>(async (db, task, answer) => {
  try {
    answer({ outcome: 'done', lots: await lotsOf(db, task) })
  } catch (error) {
    if (error instanceof FenceLost || error instanceof CalculationCancelled) answer({ outcome: 'fence-lost' })
    else if (error instanceof CalculationInputError) {
      const userId = 'fence' in task ? task.fence.userId : task.userId
      const { reason, transactionId } = await refusedInput(db, userId, error)
      answer({ outcome: 'refused', reason, transactionId })
    } else throw error
  }
})

/** Do a task; only one of them answers with lots. */
async function lotsOf(db: Database, task: MethodsTask): Promise<readonly OfferedLot[]> {
  switch (task.kind) {
    case 'compare':
      await compareYear(db, task.fence, task.year, new Date(task.now))
      return []
    case 'lots-before':
      return lotsBefore(db, task.userId, task.transactionId)
  }
}
