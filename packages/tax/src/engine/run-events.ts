import { TREATMENTS } from '../us/treatments.ts'
import type { CalculationSettings } from './calculation-input.ts'
import { EventRules } from './event-rules.ts'
import type { EventTable } from './event-table.ts'
import { Ledger } from './ledger.ts'
import { ACCOUNT_POOLS_FROM } from './tax-day.ts'

const PROGRESS_EVERY = 8192

/**
 * Work out every event of a history in its order, in columns. The ledger it returns holds the disposals,
 * removals, incomes, warnings and open lots.
 *
 * @param progress told every few thousand events how many are done; what it throws stops the run.
 */
export function runEvents(
  table: EventTable,
  settings: CalculationSettings,
  progress?: (done: number, total: number) => void,
): Ledger {
  const ledger = new Ledger(table, settings)
  const rules = new EventRules(ledger)
  for (let e = 0; e < table.count; e++) {
    if (progress !== undefined && e % PROGRESS_EVERY === 0) progress(e, table.count)
    if (ledger.isUniversal && table.day[e]! >= ACCOUNT_POOLS_FROM) ledger.endUniversalPool(e)
    rules.apply(e, TREATMENTS[table.treatment[e]!]!.operation)
  }
  progress?.(table.count, table.count)
  return ledger
}
