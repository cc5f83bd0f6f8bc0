import type { TaxDate } from '@lotbook/journal'
import { TREATMENTS } from '../us/treatments.ts'
import type { CalculationSettings } from './calculation-input.ts'
import { EventRules } from './event-rules.ts'
import { firstEvent, NONE, type EventTable } from './event-table.ts'
import type { LedgerState } from './ledger-state.ts'
import { Ledger } from './ledger.ts'
import { ACCOUNT_POOLS_FROM, dayNumber, type DayNumber } from './tax-day.ts'

/**
 * Where a run ends: before the first event after a tax day, right before the event of that name, or at the end of 2024
 * once unused basis is attached to accounts (R-POOL-3), whether or not anything happens afterwards.
 */
export type Until = { readonly day: TaxDate } | { readonly event: string } | 'attachment'

const PROGRESS_EVERY = 8192

/** Where a run begins that is the rest of a history, and where it is to be gone on from later. */
export interface Borders {
  /** What the table goes on from. */
  readonly from?: LedgerState | undefined
  /** Events, ascending. */
  readonly at?: readonly number[]
  /** Told right before each of these what there is by then. */
  readonly onBorder?: (event: number, ledger: Ledger) => void
}

/**
 * Work out every event of a history in its order, in columns. The ledger it returns holds the disposals,
 * removals, incomes, warnings and open lots.
 *
 * @param until leave out what comes later; what is there by then is what it is in the run of the whole history.
 * @param progress told every few thousand events how many are done; what it throws stops the run.
 */
export function runEvents(
  table: EventTable,
  settings: CalculationSettings,
  progress?: (done: number, total: number) => void,
  until?: Until,
  { from, at = [], onBorder }: Borders = {},
): Ledger {
  const ledger = new Ledger(table, settings, from)
  let border = 0
  const rules = new EventRules(ledger)
  const lastDay = lastDayOf(until)
  const before = typeof until === 'object' && 'event' in until ? (table.eventOf(until.event) ?? NONE) : NONE
  for (let e = firstEvent(table); e < table.count; e++) {
    if (e === at[border]) {
      onBorder?.(e, ledger)
      border += 1
    }
    if (table.day[e]! > lastDay) break
    if (progress !== undefined && e % PROGRESS_EVERY === 0) progress(e, table.count)
    if (ledger.isUniversal && table.day[e]! >= ACCOUNT_POOLS_FROM) ledger.endUniversalPool(e)
    if (e === before) break
    rules.apply(e, TREATMENTS[ledger.treatment[e]!]!.operation)
  }
  if (until === 'attachment') ledger.endUniversalPool(NONE)
  progress?.(table.count, table.count)
  return ledger
}

function lastDayOf(until: Until | undefined): DayNumber {
  if (until === 'attachment') return ACCOUNT_POOLS_FROM - 1
  return until !== undefined && 'day' in until ? (dayNumber(until.day) ?? Infinity) : Infinity
}
