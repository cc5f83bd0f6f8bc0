import { NONE, type EventTable } from '../events/event-table.ts'
import { RESULT_FIELDS } from '../results/result-fields.ts'
import type { Field, Fields, Read } from '../results/row-field.ts'

/** Marks an account, an asset or a lot that a row names and the history does not have. */
export const NOWHERE = -2

/** No instant is named. It is a number, for another kind of value in its place would be an object for each row. */
export const NO_INSTANT = Number.NEGATIVE_INFINITY

/** A list of rows as they are checked, one after the other. */
interface Cursor {
  /** There is no further row. */
  readonly isEnd: boolean
  /** The event of the row; NONE behind the last. */
  readonly event: number
  advance(): void
  /** The transaction, for people. */
  name(): string
}

/** A field as it is checked; an event, an account or an instant that is absent has a number of its own. */
type Checked<Described> = Described extends { kind: 'units' | 'money' }
  ? bigint | Nothing<Described>
  : Described extends { kind: 'word'; words: (events: never) => readonly (infer Word)[] }
    ? Word | Nothing<Described>
    : Described extends { kind: 'text' }
      ? string
      : Described extends { kind: 'day' }
        ? number | Nothing<Described>
        : number
type Nothing<Described> = Described extends { absent: undefined } ? never : null

/**
 * The fields of the row that a list stands on, under their names. Places in the history stand for names (NOWHERE where there is
 * none, NONE where nothing is named); quantities count 10^-scale of their asset, money 10^-12 dollar; a day or an instant that
 * cannot be read is NaN.
 */
type Reader<Described> = Cursor & {
  readonly [Name in Exclude<keyof Described, (typeof UNCHECKED)[number]>]: Checked<Described[Name]>
}

/** Fields that no invariant is about, and the transaction, which `event` names. */
const UNCHECKED = ['tx', 'method', 'rules'] as const

export type DisposalReader = Reader<(typeof RESULT_FIELDS)['disposals']>
export type RemovalReader = Reader<(typeof RESULT_FIELDS)['removals']>
export type IncomeReader = Reader<(typeof RESULT_FIELDS)['income']>
export type LotReader = Reader<(typeof RESULT_FIELDS)['lots']>

/** A row that takes units of a lot. */
export type TakingReader = DisposalReader | RemovalReader

/** A result as it is checked. */
export interface ResultReader {
  readonly disposals: DisposalReader
  readonly removals: RemovalReader
  readonly income: IncomeReader
  readonly lots: LotReader
}

/** Rows of one list in the form in which the result has them. */
export interface RowSource<Rows> {
  readonly rows: Rows
  readonly events: EventTable
  readonly count: number
  readonly eventOf: (row: number) => number
  readonly nameOf: (row: number) => string
  /** How the values of a field are read. */
  readonly valuesOf: (name: string, field: Field<Rows>) => Read<Rows, unknown>
}

/** A cursor over the values of the checked fields, which stand in a list; getters with the fields' names are those of a class. */
class RowCursor<Rows> implements Cursor {
  isEnd = false
  event = NONE
  readonly values: unknown[]
  readonly #source: RowSource<Rows>
  readonly #readers: readonly Read<Rows, unknown>[]
  #next = 0

  constructor(source: RowSource<Rows>, fields: readonly (readonly [string, Field<Rows>])[]) {
    this.#source = source
    this.#readers = fields.map(([name, field]) => source.valuesOf(name, field))
    this.values = fields.map(() => null)
    this.advance()
  }

  advance(): void {
    const row = this.#next++
    this.isEnd = row >= this.#source.count
    if (this.isEnd) {
      this.event = NONE
      return
    }
    const { rows, events, eventOf } = this.#source
    const { values } = this
    const readers = this.#readers
    this.event = eventOf(row)
    for (let n = 0; n < values.length; n++) values[n] = readers[n]!(rows, row, events)
  }

  name(): string {
    return this.isEnd ? '' : this.#source.nameOf(this.#next - 1)
  }
}

/**
 * Makes the readers of a list, on its first row. They are of one class whatever the source, made once: the compiler takes getters
 * of a class that it knows for what they return.
 */
function readersOf<Described extends Fields<never>>(
  described: Described,
): <Rows>(source: RowSource<Rows>) => Reader<Described> {
  const fields = Object.entries(described).filter(
    ([name]) => !UNCHECKED.some((unchecked) => unchecked === name),
  )
  class ListCursor<Rows> extends RowCursor<Rows> {}
  for (const [n, [name]] of fields.entries())
    Object.defineProperty(ListCursor.prototype, name, {
      get(this: RowCursor<unknown>) {
        return this.values[n]
      },
    })
  return (source) => new ListCursor(source, fields as never) as unknown as Reader<Described>
}

export const readersOfLists = {
  disposals: readersOf(RESULT_FIELDS.disposals),
  removals: readersOf(RESULT_FIELDS.removals),
  income: readersOf(RESULT_FIELDS.income),
  lots: readersOf(RESULT_FIELDS.lots),
}
