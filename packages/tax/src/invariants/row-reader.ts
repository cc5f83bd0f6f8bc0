import type { DisposalRow } from '../schema/calculation-result.ts'
import type { DayNumber } from '../schema/tax-day.ts'

/** Marks an account, an asset or a lot that a row names and the history does not have. */
export const NOWHERE = -2

/** No instant is named. It is a number, for another kind of value in its place would be an object for each row. */
export const NO_INSTANT = Number.NEGATIVE_INFINITY

/**
 * A list of rows as they are checked, one after the other: its fields are those of the row it stands on. Places in the history
 * stand for names (NOWHERE where there is none, NONE where nothing is named); quantities count 10^-scale of their asset, money 10^-12
 * dollar; a day or an instant that cannot be read is NaN.
 */
interface RowReader {
  /** There is no further row. */
  readonly isEnd: boolean
  readonly event: number
  readonly asset: number
  readonly account: number
  readonly quantity: bigint
  /** The instant. */
  readonly at: number
  advance(): void
  /** The transaction, for people. */
  name(): string
}

/** A row that takes units of a lot. */
export interface TakingReader extends RowReader {
  readonly kind: string
  /** NONE for units without a known origin. */
  readonly lot: number
  /** The day of the disposal or removal. */
  readonly on: DayNumber
  readonly acquired: DayNumber | null
  /** The instant of the lot; NO_INSTANT where the row names none. */
  readonly lotAt: number
  readonly basis: bigint
  readonly dual: DisposalRow['dual_basis']
  readonly term: 'short' | 'long' | null
}

export interface DisposalReader extends TakingReader {
  readonly proceeds: bigint
  readonly gain: bigint
  readonly gross: bigint
  readonly fees: bigint
  readonly box: string
}

export interface RemovalReader extends TakingReader {
  /** Zero where nobody stated one. */
  readonly value: bigint
  /** Zero where there is none. */
  readonly deduction: bigint
}

export interface IncomeReader extends RowReader {
  readonly category: string
  readonly on: DayNumber
  readonly value: bigint
}

export interface LotReader extends RowReader {
  readonly acquired: DayNumber
  readonly basis: bigint
  /** Basis for a loss, of a lot with two bases. */
  readonly lossBasis: bigint | null
  readonly lossAcquired: DayNumber | null
}

/** A result as it is checked. */
export interface ResultReader {
  readonly disposals: DisposalReader
  readonly removals: RemovalReader
  readonly income: IncomeReader
  readonly lots: LotReader
}
