import type { TaxDate } from '@lotbook/journal'
import type { EventRule } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { EventView } from '../events/event-view.ts'
import { MovementExecutor } from './execute-movements.ts'
import { firstEvent, NONE, type EventTable } from '../events/event-table.ts'
import { restoreState, type LedgerState } from './ledger-state.ts'
import { Ledger, type OnTaken } from './ledger.ts'
import { dayNumber, type DayNumber } from '../schema/tax-day.ts'

/**
 * End of a run: before the first event after a tax day, right before an event, or at the end of 2024 once unused basis
 * is attached to accounts (R-POOL-3), whether or not anything happens afterwards.
 */
export type Until = { readonly day: TaxDate } | { readonly event: string } | 'attachment'

/** Events of a step: about a millisecond's work. */
const STEP = 1024

/** Start of a partial run, and the events that later runs resume from. */
export interface Borders {
  /** State of the ledger that the table resumes from. */
  readonly from?: LedgerState | undefined
  /** Events, ascending. */
  readonly at?: readonly number[]
  /** Told right before each of these what there is by then. */
  readonly onBorder?: (event: number, ledger: Ledger) => void
  readonly onTaken?: OnTaken
}

/** The events of a history worked out in their order, some at a time: who does other work meanwhile has a turn between. */
export class EventRun {
  /** Disposals, removals, incomes, warnings and open lots so far. */
  readonly ledger: Ledger
  readonly #view: EventView
  readonly #rule: EventRule
  readonly #executor: MovementExecutor
  readonly #until: Until | undefined
  readonly #lastDay: DayNumber
  readonly #before: number
  readonly #borders: readonly number[]
  readonly #onBorder: Borders['onBorder']
  #event: number
  #border = 0

  /** @param until leave out what comes later; what is there by then is what it is in the run of the whole history. */
  constructor(
    table: EventTable,
    settings: CalculationSettings,
    until?: Until,
    { from, at = [], onBorder, onTaken }: Borders = {},
  ) {
    this.ledger = new Ledger(table, settings, onTaken)
    if (from !== undefined) restoreState(this.ledger, from)
    this.#view = new EventView(table, this.ledger.treatment, settings)
    this.#rule = table.jurisdiction.rulesUnder(settings)
    this.#executor = new MovementExecutor(this.ledger)
    this.#until = until
    this.#lastDay = lastDayOf(until, table)
    this.#before = typeof until === 'object' && 'event' in until ? (table.eventOf(until.event) ?? NONE) : NONE
    this.#borders = at
    this.#onBorder = onBorder
    this.#event = firstEvent(table)
  }

  /** The first event that is not worked out yet: whatever is of those before it stays as it is. */
  get event(): number {
    return this.#event
  }

  /** Work out the next events. @returns whether there are more. */
  step(events = STEP): boolean {
    const { ledger } = this
    const { table } = ledger
    const { lotsByAccountFrom } = table.jurisdiction
    const end = Math.min(this.#event + events, table.count)
    for (let e = this.#event; e < end; e++) {
      this.#event = e
      if (e === this.#borders[this.#border]) {
        this.#onBorder?.(e, ledger)
        this.#border += 1
      }
      if (table.day[e]! > this.#lastDay) return this.#end()
      if (ledger.isUniversal && table.day[e]! >= lotsByAccountFrom) ledger.endUniversalPool(e)
      if (e === this.#before) return this.#end()
      this.#executor.execute(e, this.#rule(this.#view.at(e), ledger.memory))
    }
    this.#event = end
    return end < table.count || this.#end()
  }

  #end(): false {
    if (this.#until === 'attachment') this.ledger.endUniversalPool(NONE)
    this.ledger.warnOfShortReturns()
    return false
  }
}

/**
 * Work out every event of a history in its order, in columns. The ledger it returns holds the disposals,
 * removals, incomes, warnings and open lots.
 *
 * @param until leave out what comes later; what is there by then is what it is in the run of the whole history.
 * @param progress told now and then how many events are done; what it throws stops the run.
 */
export function runEvents(
  table: EventTable,
  settings: CalculationSettings,
  progress?: (done: number, total: number) => void,
  until?: Until,
  borders?: Borders,
): Ledger {
  const run = new EventRun(table, settings, until, borders)
  do progress?.(run.event, table.count)
  while (run.step())
  progress?.(table.count, table.count)
  return run.ledger
}

function lastDayOf(until: Until | undefined, { jurisdiction }: EventTable): DayNumber {
  if (until === 'attachment') return jurisdiction.lotsByAccountFrom - 1
  return until !== undefined && 'day' in until ? (dayNumber(until.day) ?? Infinity) : Infinity
}
