// Entry of the thread that runs the engine up to a day, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { serveThread } from '../../platform/serve-thread.ts'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { workOutLots, type LotsOfDay, type LotsWanted } from './work-out-lots.ts'

export type LotsTask = LotsWanted
export type LotsAnswer =
  | { readonly outcome: 'done'; readonly found: LotsOfDay }
  | { readonly outcome: 'refused'; readonly reason: string }

serveThread<LotsTask, LotsAnswer>(async (db, task, answer) => {
  try {
    answer({ outcome: 'done', found: await workOutLots(db, task) })
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    const { reason } = await refusedInput(db, task.userId, error)
    answer({ outcome: 'refused', reason })
  }
})
