import { endOfYear, localClock, taxDayOf } from '@lotbook/journal'
import { jurisdictionOf } from '@lotbook/rules'
import {
  comparedOutcome,
  methodRuns,
  methodsInForce,
  outcomeOf,
  type ComparedOutcome,
  type OnRecord,
} from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { sql } from '../../platform/sql.ts'
import { unitPrices } from '../../journal/valuing/unit-prices.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'
import { basisOf, keepOutcomes } from '../../calculating/run/what-if.ts'
import { progressOf } from '../../calculating/run/what-if-progress.ts'

/** The stored part of a comparison; taxes and differences follow from it when it is read. */
export interface StoredComparison {
  readonly disposals: number
  readonly named: number
  readonly valued_on: string
  readonly outcomes: readonly ComparedOutcome[]
}

/**
 * Work a year out as recorded and under each method, and store what came of it under the fence. The history ends with
 * the year, so what is open then is what the next one starts with.
 *
 * @throws FenceLost when the comparison was taken over or is no longer wanted.
 */
export async function compareYear(db: Database, fence: Fence, year: number, now: Date): Promise<void> {
  const collected = await collectInput(db, fence, () => {})
  const runs = methodRuns(collected.engine, year)
  const total = runs.length * collected.transactions
  const progress = progressOf(db, fence, total)
  await progress.tell('Collecting transactions', 0)

  const timeZone = collected.engine.timezone ?? 'UTC'
  const valuedAt = Math.min(now.getTime(), endOfYear(year, timeZone))
  let inForce: OnRecord | undefined
  const outcomes: ComparedOutcome[] = []
  for (const [n, run] of runs.entries()) {
    const name = run.method === 'recorded' ? 'As recorded' : run.method.toUpperCase()
    await progress.tell(name, n * collected.transactions)
    const result = collected.calculate({ until: { day: `${year}-12-31` } }, run.settings)
    inForce ??= methodsInForce(result, run.settings, year)
    const priceOf = await unitPrices(
      db,
      fence.userId,
      new Set(result.lots.map((lot) => lot.asset)),
      new Date(valuedAt),
    )
    outcomes.push(
      comparedOutcome(run, outcomeOf(result, year, priceOf, jurisdictionOf(run.settings)), inForce),
    )
  }
  const stored: StoredComparison = {
    disposals: inForce?.disposals ?? 0,
    named: inForce?.named ?? 0,
    valued_on: taxDayOf(valuedAt, localClock(timeZone)),
    outcomes,
  }
  await keepOutcomes(db, fence, {
    basis: basisOf(collected),
    total,
    outcomes: stored,
    which: [sql`tax_year = ${year}`],
  })
}
