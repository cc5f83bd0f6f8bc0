import type { Jurisdiction } from '@lotbook/rules'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import type { PlacedWarning, YearSummary } from '../schema/calculation-result.ts'
import type { Checkpoint, RowsBefore } from '../executing/checkpoint.ts'
import type { EventTable } from '../events/event-table.ts'
import { ROW_BASIS, ROW_VALUE, type RowTable } from '../executing/row-table.ts'

/**
 * Slots of a disposal beside the amounts of its `RowTable`: `row * FURTHER_AMOUNTS + GAIN` or `+ GROSS` of `further`.
 */
export const GAIN = 0
export const GROSS = 1
export const FURTHER_AMOUNTS = 2

/** Slots of an income: `row * INCOME_AMOUNTS + INCOME_QUANTITY` or `+ INCOME_VALUE`. */
export const INCOME_QUANTITY = 0
export const INCOME_VALUE = 1
export const INCOME_AMOUNTS = 2

/** Slots of an open lot: `row * LOT_AMOUNTS +` one of these. */
export const LOT_QUANTITY = 0
export const LOT_BASIS = 1
export const LOT_LOSS_BASIS = 2
export const LOT_AMOUNTS = 3

/** Disposals or removals with what follows from each. */
export interface RowColumns {
  readonly rows: RowTable
  readonly isLong: Uint8Array
  /** Index in `ruleSets` of the rules that made the row. */
  readonly rules: Uint16Array
}

export interface DisposalColumns extends RowColumns {
  /** Gain and gross proceeds. */
  readonly further: Amounts
}

export interface IncomeColumns {
  readonly count: number
  readonly event: Int32Array
  readonly category: readonly string[]
  readonly amounts: Amounts
  readonly rules: Uint16Array
}

/**
 * Open lots in order of acquisition, then of names. The pieces of one lot in one pool are one row; pieces with a basis
 * for losses are a row apart (a gift, beside a fee given back with it).
 */
export interface LotColumns {
  readonly count: number
  /** The event that acquired the lot. */
  readonly event: Int32Array
  readonly asset: Int32Array
  /** NONE while the pool is universal, and for units left unplaced on 2025-01-01. */
  readonly account: Int32Array
  readonly acquired: Int32Array
  /** UNKNOWN_DAY of a lot with one basis. */
  readonly lossAcquired: Int32Array
  readonly amounts: Amounts
}

/**
 * A result in columns: what a `CalculationResult` says, with places in the history instead of names and whole units instead
 * of text. A long history's is written, stored and checked from here, without an object for each row.
 */
export interface ResultTable {
  readonly events: EventTable
  /**
   * How many rows of each list the history has before these; all zero where the table is the whole history.
   * The lots that are left are always complete.
   */
  readonly before: RowsBefore
  /** Checkpoints where a later calculation may resume. */
  readonly checkpoints: readonly Checkpoint[]
  readonly disposals: DisposalColumns
  readonly removals: RowColumns
  readonly incomes: IncomeColumns
  readonly lots: LotColumns
  /** Rules of `docs/tax`, as rows name them together, in the order in which the history first does. */
  readonly ruleSets: readonly (readonly string[])[]
  readonly warnings: readonly PlacedWarning[]
  /**
   * The allocation on record no longer fits the history: units were placed as without one (R-POOL-4). Said beside the
   * result, for the list of its warnings is closed.
   */
  readonly isOffRecord: boolean
  readonly years: Readonly<Record<string, YearSummary>>
}

/** The part of a result that is final while later events are still worked out: rows of events that are done. */
export interface ResultSoFar {
  readonly events: EventTable
  readonly before: RowsBefore
  /** Its columns are replaced as they grow: to be asked for anew after every wait. */
  readonly disposals: DisposalColumns
  /** How many disposals there are. */
  readonly count: number
}

/** Slot of the deduction that a donated row allows. */
export function deductionSlot(
  { deductionOf }: Jurisdiction,
  rows: RowTable,
  row: number,
  isLong: boolean,
): Slot {
  const { amounts } = rows
  const [value, basis] = [rows.slot(row, ROW_VALUE), rows.slot(row, ROW_BASIS)]
  const worth = amounts.get(value)
  const cost = amounts.get(basis)
  const deduction = deductionOf(isLong ? 'long' : 'short', worth, cost)
  if (deduction === worth) return value
  if (deduction === cost) return basis
  throw new Error('A deduction is the value or the basis of what was given')
}
