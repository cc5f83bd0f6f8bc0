import { self, withSubject, type Database } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { notify } from '../../platform/notify.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'
import { basisOf, keepOutcomes } from '../../calculating/run/what-if.ts'

/**
 * Work the whole history out as it is, and keep the totals of its years; screens that are open are told.
 *
 * @throws FenceLost when the work was taken over or is no longer wanted.
 */
export async function workOutAmendments(db: Database, fence: Fence): Promise<void> {
  const collected = await collectInput(db, fence, () => {})
  const { years } = collected.calculate({})
  await keepOutcomes(db, fence, { basis: basisOf(collected), total: collected.transactions, outcomes: years })
  const { userId, id } = fence
  await withSubject(db, self(userId), (tx) => notify(tx, userId, { type: 'amendment', id, status: 'done' }))
}
