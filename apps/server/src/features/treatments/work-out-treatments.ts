import { jurisdictionOf } from '@lotbook/rules'
import { otherChoices, settingsTreating, treatedYears, type OneForOne, type TreatedYears } from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'
import { basisOf, keepOutcomes } from '../../calculating/run/what-if.ts'
import { progressOf } from '../../calculating/run/what-if-progress.ts'

/** The stored part of the effects; taxes and differences follow from it when it is read. */
export interface StoredEffects {
  readonly rows: Readonly<Record<string, number>>
  readonly pairs: readonly OneForOne[]
  /** The years as they are chosen. */
  readonly now: TreatedYears
  /** The years under each other choice of what bears on a row. */
  readonly outcomes: readonly {
    readonly treatment: string
    readonly choice: string
    readonly years: TreatedYears
  }[]
}

/**
 * Work the whole history out as it is treated, and once for each other choice of every treatment that bears on a row of it;
 * one that bears on none costs nothing. What came of it is stored under the fence.
 *
 * @throws FenceLost when the work was taken over or is no longer wanted.
 */
export async function workOutTreatments(db: Database, fence: Fence): Promise<void> {
  const collected = await collectInput(db, fence, () => {})
  const settings = collected.engine
  const law = jurisdictionOf(settings)
  const rows = collected.rowsConcerned()
  const runs = otherChoices(settings, rows, law)
  const total = (runs.length + 1) * collected.transactions
  const progress = progressOf(db, fence, total)
  await progress.tell('As chosen', 0)
  const now = treatedYears(collected.calculate({}))
  const outcomes: StoredEffects['outcomes'][number][] = []
  for (const [n, { treatment, choice }] of runs.entries()) {
    await progress.tell('Other choices', (n + 1) * collected.transactions)
    const result = collected.calculate({}, settingsTreating(settings, treatment, choice, law))
    outcomes.push({ treatment, choice, years: treatedYears(result) })
  }
  const stored: StoredEffects = { rows, pairs: collected.exchangedOneForOne(), now, outcomes }
  await keepOutcomes(db, fence, { basis: basisOf(collected), total, outcomes: stored })
}
