// Entry of the thread that works out the effects of treatments, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { CalculationCancelled } from '@lotbook/tax'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { FenceLost, type Fence } from '../../platform/fence.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { workOutTreatments } from './work-out-treatments.ts'

export type TreatmentsAnswer =
  | { readonly outcome: 'done' | 'fence-lost' }
  | { readonly outcome: 'refused'; readonly reason: string; readonly transactionId: string | null }

serveThread<Fence, TreatmentsAnswer>(async (db, fence, answer) => {
  try {
    await workOutTreatments(db, fence)
    answer({ outcome: 'done' })
  } catch (error) {
    if (error instanceof FenceLost || error instanceof CalculationCancelled) answer({ outcome: 'fence-lost' })
    else if (error instanceof CalculationInputError) {
      const { reason, transactionId } = await refusedInput(db, fence.userId, error)
      answer({ outcome: 'refused', reason, transactionId })
    } else throw error
  }
})
