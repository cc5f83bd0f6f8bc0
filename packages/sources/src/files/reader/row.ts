import { BEFORE_FIRST_INSTANT, FIRST_INSTANT, type Instant } from '@lotbook/journal'
import { type Amount, parseAmount } from '../../reading/amount-text.ts'
import { NamedRecord } from '../../reading/named-record.ts'
import type { LineOrigin } from '../../reading/origin.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import { shown } from '../../reading/shown.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell, type TableRow } from './table.ts'

/** One data row, read by the names of its columns. */
export class Row extends NamedRecord {
  /** 1-based, counted after the header. */
  readonly number: number
  readonly line: number
  readonly cells: readonly string[]
  readonly raw: TableRow
  readonly #sheet: Sheet
  readonly #identify: (row: Row, sheet: Sheet) => RecordIdentity
  #isDateOnly = false
  #columnAhead: string | undefined

  constructor(
    sheet: Sheet,
    row: TableRow,
    number: number,
    identify: (row: Row, sheet: Sheet) => RecordIdentity,
  ) {
    super()
    this.#sheet = sheet
    this.#identify = identify
    this.number = number
    this.line = row.line
    this.cells = row.cells
    this.raw = row
  }

  /** The table that the row stands in. */
  get sheet(): Sheet {
    return this.#sheet
  }

  get origin(): LineOrigin {
    return { kind: 'line', line: this.line }
  }

  /** The same row with these cells, where a report is known to have put them into the wrong columns. */
  withCells(cells: readonly string[]): Row {
    return new Row(this.#sheet, { ...this.raw, cells }, this.number, this.#identify)
  }

  identity(): RecordIdentity {
    return this.#identify(this, this.#sheet)
  }

  /** The name of the column at a place, counted from 0. */
  columnAt(place: number): string {
    return this.#sheet.header[place] ?? ''
  }

  /** The text of a cell; empty where the column or the cell is missing. */
  text(column: string): string {
    const at = this.#sheet.columnOf(column)
    return at === undefined ? '' : cleanCell(this.cells[at] ?? '')
  }

  /**
   * The amount of a cell, null where it is empty. `bare` removes text that the report writes around its amounts.
   *
   * @throws UnreadableValue for text that is no amount.
   */
  amount(column: string, bare: (text: string) => string = asItStands): Amount | null {
    const at = this.#sheet.columnOf(column)
    if (at === undefined) return null
    const text = cleanCell(this.cells[at] ?? '')
    const amount = parseAmount(bare(text), this.#sheet.markOf(at))
    if (amount === undefined)
      throw new UnreadableValue(this, 'not_an_amount', column, text, `Not an amount: ${shown(text)}`)
    return amount
  }

  /** The instant of a cell. @throws UnreadableValue for a date that does not exist, is no date or cannot be (`dated`). */
  time(column: string): Instant {
    const text = this.text(column)
    const time = this.#sheet.readTime(text)
    if (time === undefined)
      throw new UnreadableValue(
        this,
        'not_a_date',
        column,
        text,
        `Not a date and time: ${shown(text) || '(empty)'}`,
      )
    this.#isDateOnly ||= time.isDateOnly
    return this.dated(column, time.at)
  }

  /** True once a date without a time of day was read from this row. */
  get isDateOnly(): boolean {
    return this.#isDateOnly
  }

  /** Seconds since 1970 in a column, or milliseconds, which go before any local text. @throws UnreadableValue */
  unixTime(column: string): Instant {
    const text = this.text(column)
    // Ten figures reach from 2001 to 2286, and thirteen as far in milliseconds.
    const [, seconds, ofMilliseconds, rest = ''] = /^(?:(\d{9,10})|(\d{10})(\d{3}))$/.exec(text) ?? []
    if (seconds === undefined && ofMilliseconds === undefined)
      throw new UnreadableValue(
        this,
        'not_a_date',
        column,
        text,
        `Not seconds since 1970: ${shown(text) || '(empty)'}`,
      )
    return this.dated(column, Number(`${seconds ?? ofMilliseconds}${rest.padEnd(3, '0')}`))
  }

  /**
   * The instant read from a column, once it is known to be one that a row can have. A row up to a day ahead of the import may be of
   * another time zone, and is noted; a date alone begins with its day.
   *
   * @throws UnreadableValue before there were coins, and more than a day after the import.
   */
  dated(column: string, at: Instant): Instant {
    if (at < FIRST_INSTANT) throw this.problem('before_2009', column, BEFORE_FIRST_INSTANT)
    const { now } = this.#sheet
    const since = this.#isDateOnly ? at - DAY_MS / 2 : at
    if (now === undefined || since <= now) return at
    if (since > now + DAY_MS) throw this.problem('in_future', column, IN_FUTURE)
    this.#columnAhead = column
    return at
  }

  /** The column of a date that lies up to a day after the import. */
  get columnAhead(): string | undefined {
    return this.#columnAhead
  }
}

const asItStands = (text: string): string => text

const DAY_MS = 86_400_000

const IN_FUTURE = 'The date is in the future; one up to the time of the import is expected'
