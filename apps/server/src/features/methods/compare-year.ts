import type { MethodOutcome } from '@lotbook/contract'
import { LOT_METHODS, methodsInForce, outcomeOf, settingsUnder } from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { sql } from '../../platform/sql.ts'
import { unitPrices } from '../prices/unit-prices.ts'
import { collectInput } from '../tax/collect-input.ts'
import { basisOf, keepOutcomes } from '../tax/what-if.ts'
import { progressOf } from '../tax/what-if-progress.ts'

/** What is stored of a comparison; taxes and differences follow from it when it is read. */
export interface StoredComparison {
  readonly disposals: number
  readonly named: number
  readonly valued_on: string
  readonly outcomes: readonly Omit<MethodOutcome, 'tax' | 'difference'>[]
}

/**
 * Work a year out as recorded and under each method, and store what came of it under the fence. The history ends with
 * the year, so what is open then is what the next one starts with.
 *
 * @throws FenceLost when the comparison was taken over or is no longer wanted.
 */
export async function compareYear(db: Database, fence: Fence, year: number, now: Date): Promise<void> {
  const collected = await collectInput(db, fence, () => {})
  const settings = collected.engine
  const runs = ['recorded', ...LOT_METHODS] as const
  const total = runs.length * collected.transactions
  const progress = progressOf(db, fence, total)
  await progress.tell('Collecting transactions', 0)

  const endOfYear = new Date(Date.UTC(year + 1, 0, 1) - 1)
  const valuedAt = now < endOfYear ? now : endOfYear
  let inForce: ReturnType<typeof methodsInForce> | undefined
  const outcomes: StoredComparison['outcomes'][number][] = []
  for (const [n, method] of runs.entries()) {
    await progress.tell(
      method === 'recorded' ? 'As recorded' : method.toUpperCase(),
      n * collected.transactions,
    )
    const result = collected.calculate(
      { until: { day: `${year}-12-31` } },
      method === 'recorded' ? settings : settingsUnder(settings, year, method),
    )
    inForce ??= methodsInForce(result, settings, year)
    const priceOf = await unitPrices(db, fence.userId, new Set(result.lots.map((lot) => lot.asset)), valuedAt)
    const contrary = method === 'recorded' ? inForce.contraryAsSet : inForce.contrary[method]
    outcomes.push({ method, ...outcomeOf(result, year, priceOf), contrary })
  }
  const stored: StoredComparison = {
    disposals: inForce?.disposals ?? 0,
    named: inForce?.named ?? 0,
    valued_on: valuedAt.toISOString().slice(0, 10),
    outcomes,
  }
  await keepOutcomes(db, fence, {
    basis: basisOf(collected),
    total,
    outcomes: stored,
    which: [sql`tax_year = ${year}`],
  })
}
