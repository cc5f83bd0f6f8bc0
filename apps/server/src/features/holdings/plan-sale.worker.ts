// Entry of the thread that runs the engine for a planned sale, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { serveThread } from '../../platform/serve-thread.ts'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { workOutSale, type SaleAsked, type SaleWorkedOut } from './work-out-sale.ts'

export type SaleTask = SaleAsked
export type SaleAnswer =
  | { readonly outcome: 'done'; readonly sales: readonly SaleWorkedOut[] }
  | { readonly outcome: 'refused'; readonly reason: string }

serveThread<SaleTask, SaleAnswer>(async (db, task, answer) => {
  try {
    answer({ outcome: 'done', sales: await workOutSale(db, task) })
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    const { reason } = await refusedInput(db, task.userId, error)
    answer({ outcome: 'refused', reason })
  }
})
