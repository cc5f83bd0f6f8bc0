import type { DonorRecord } from '@lotbook/rules'
import type { Slot } from '../amounts/amounts.ts'
import type { YearUnits } from './year-totals.ts'
import {
  AMOUNTS_PER_EVENT,
  eventAtPlace,
  FEE,
  firstEvent,
  NONE,
  placeOfEvent,
  type EventTable,
  feeBound,
} from '../events/event-table.ts'
import type { PlacedWarning } from '../schema/calculation-result.ts'
import type { Ledger } from './ledger.ts'
import { stateOf, type LedgerState } from './ledger-state.ts'

/** Rows of each list. */
export interface RowsBefore {
  readonly disposals: number
  readonly incomes: number
  readonly removals: number
}

/** Events that acquired what is open: what of them is still asked for. */
export interface NamedEvents {
  /** Their places in the history, ascending. */
  readonly places: Int32Array
  readonly ids: readonly string[]
  readonly at: Float64Array
  readonly day: Int32Array
  readonly account: Int32Array
  readonly treatment: Uint8Array
  /** Fees that were given back in a coin: a lot beside that of the event. */
  readonly feesBack: ReadonlyMap<number, bigint>
  readonly donors: ReadonlyMap<number, DonorRecord>
}

/**
 * State of a calculation before an event. A calculation that resumes from it reaches the same result, in every byte,
 * as one from the start. It holds as long as no event before it is added, removed or changed, under the same settings
 * and the same engine.
 */
export interface Checkpoint {
  /** How many events the history has before it. */
  readonly before: number
  readonly rows: RowsBefore
  /** Names in the order of their numbers: all that events before it name, and no other. */
  readonly accounts: readonly string[]
  readonly assets: readonly string[]
  /** Decimals of each asset: a later amount that has more cannot be counted in these units. */
  readonly scales: Uint8Array
  /** About how much there was of each asset in all, and of value: for bounds. */
  readonly sums: Float64Array
  readonly values: number
  readonly ruleSets: readonly (readonly string[])[]
  readonly warnings: readonly PlacedWarning[]
  readonly years: YearUnits
  readonly ledger: LedgerState
  readonly named: NamedEvents
}

/** State that a run records at a border; the rest of a checkpoint follows from the rows. */
export interface Passed {
  readonly event: number
  readonly rows: RowsBefore
  readonly warnings: number
  readonly ledger: LedgerState
}

/** The state of a ledger right before an event of its table. */
export function passedAt(event: number, ledger: Ledger): Passed {
  const { disposals, incomes, removals, warnings } = ledger
  return {
    event,
    rows: { disposals: disposals.count, incomes: incomes.length, removals: removals.count },
    warnings: warnings.codes.length,
    ledger: stateOf(ledger),
  }
}

/** The events that a state of the ledger names. */
export function namedEvents(table: EventTable, { lots, claims, shortReturns }: LedgerState): NamedEvents {
  const ofStakes = [...claims, ...shortReturns].map(({ place }) => place)
  const places = Int32Array.from(new Set([...lots.place, ...ofStakes])).sort()
  const events = Int32Array.from(places, (place) => eventAtPlace(table, place) ?? NONE)
  const feesBack = new Map<number, bigint>()
  const donors = new Map<number, DonorRecord>()
  events.forEach((event, n) => {
    const fee = event * AMOUNTS_PER_EVENT + FEE
    if (table.amounts.isNegative(fee)) feesBack.set(n, table.amounts.get(fee))
    const donor = table.donors.get(event)
    if (donor !== undefined) donors.set(n, donor)
  })
  const columnOf = (column: Int32Array) => Int32Array.from(events, (event) => column[event]!)
  return {
    places,
    ids: Array.from(events, (event) => table.idOf(event)!),
    at: Float64Array.from(events, (event) => table.at[event]!),
    day: columnOf(table.day),
    account: columnOf(table.account),
    treatment: Uint8Array.from(events, (event) => table.treatment[event]!),
    feesBack,
    donors,
  }
}

/** Counts of the accounts and assets that the events before a border name, and sums of their amounts. */
export interface NamedUpTo {
  readonly accounts: number
  readonly assets: number
  readonly sums: Float64Array
  readonly values: number
}

/** For each border, ascending, of a table that goes on from a checkpoint or from the start. */
export function namedUpTo(table: EventTable, borders: readonly number[], from?: Checkpoint): NamedUpTo[] {
  const { account, toAccount, fromAsset, toAsset, feeAsset, amounts } = table
  const sums = new Float64Array(table.assets.length)
  sums.set(from?.sums ?? [])
  let values = from?.values ?? 0
  let accounts = from?.accounts.length ?? 0
  let assets = from?.assets.length ?? 0
  let event = firstEvent(table)
  const size = (slot: Slot) => {
    const about = amounts.approximate(slot)
    return about < 0 ? -about : about
  }
  return borders.map((border) => {
    for (; event < border; event++) {
      accounts = Math.max(accounts, account[event]! + 1, toAccount[event]! + 1)
      for (const [side, column] of [fromAsset, toAsset, feeAsset].entries()) {
        const asset = column[event]!
        if (asset === NONE) continue
        assets = Math.max(assets, asset + 1)
        sums[asset]! += size(event * AMOUNTS_PER_EVENT + 2 * side)
        values += size(event * AMOUNTS_PER_EVENT + 2 * side + 1)
      }
      values += feeBound(table, event)
    }
    return { accounts, assets, sums: sums.slice(0, assets), values }
  })
}

/** The place of a warning's event. */
export function placedWarning(table: EventTable, code: PlacedWarning['code'], event: number): PlacedWarning {
  return event === NONE
    ? { code, tx: null, place: null }
    : { code, tx: table.idOf(event)!, place: placeOfEvent(table, event) }
}
