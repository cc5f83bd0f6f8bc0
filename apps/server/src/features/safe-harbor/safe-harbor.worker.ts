// Entry of the thread that attaches lots and works allocations out, so that the server's loop does not.
import { CalculationInputError } from '@lotbook/rules'
import { CalculationCancelled } from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import { FenceLost, type Fence } from '../../platform/fence.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { attachChoice, unitsOfAsset, type AttachedChoice, type UnitsOfAsset } from './attach-units.ts'
import type { ChosenAllocation } from './chosen-allocation.ts'
import { compareAllocations, type CompareTask } from './compare-allocations.ts'

export type HarborTask =
  | { readonly kind: 'compare'; readonly fence: Fence; readonly task: CompareTask }
  | { readonly kind: 'attach'; readonly userId: string; readonly choice: ChosenAllocation }
  | {
      readonly kind: 'units'
      readonly userId: string
      readonly choice: ChosenAllocation
      readonly asset: string
    }

export type HarborAnswer =
  | { readonly outcome: 'compared' }
  | { readonly outcome: 'attached'; readonly choice: AttachedChoice }
  | { readonly outcome: 'units'; readonly units: UnitsOfAsset }
  | { readonly outcome: 'fence-lost' }
  | { readonly outcome: 'refused'; readonly reason: string; readonly transactionId: string | null }

async function answerTo(db: Database, task: HarborTask): Promise<HarborAnswer> {
  switch (task.kind) {
    case 'compare':
      await compareAllocations(db, task.fence, task.task)
      return { outcome: 'compared' }
    case 'attach':
      return { outcome: 'attached', choice: await attachChoice(db, task.userId, task.choice) }
    case 'units':
      return { outcome: 'units', units: await unitsOfAsset(db, task.userId, task.asset, task.choice) }
  }
}

serveThread<HarborTask, HarborAnswer>(async (db, task, answer) => {
  try {
    answer(await answerTo(db, task))
  } catch (error) {
    if (error instanceof FenceLost || error instanceof CalculationCancelled) answer({ outcome: 'fence-lost' })
    else if (error instanceof CalculationInputError) {
      const userId = 'fence' in task ? task.fence.userId : task.userId
      const { reason, transactionId } = await refusedInput(db, userId, error)
      answer({ outcome: 'refused', reason, transactionId })
    } else throw error
  }
})
