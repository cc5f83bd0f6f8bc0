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

  get origin(): LineOrigin {
    return { kind: 'line', line: this.line }
  }

  identity(): RecordIdentity {
    return this.#identify(this, this.#sheet)
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

  /** The instant of a cell. @throws UnreadableValue for a date that does not exist, is no date or is before there were coins. */
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
    this.#checkFirst(column, time.at)
    this.#isDateOnly ||= time.isDateOnly
    return time.at
  }

  /** True once a date without a time of day was read from this row. */
  get isDateOnly(): boolean {
    return this.#isDateOnly
  }

  /** Seconds since 1970 in a column, which goes before any local text. @throws UnreadableValue */
  unixTime(column: string): Instant {
    const text = this.text(column)
    // Ten figures reach from 2001 to 2286.
    if (!/^\d{9,10}$/.test(text))
      throw new UnreadableValue(
        this,
        'not_a_date',
        column,
        text,
        `Not seconds since 1970: ${shown(text) || '(empty)'}`,
      )
    const at = Number(text) * 1000
    this.#checkFirst(column, at)
    return at
  }

  #checkFirst(column: string, at: Instant): void {
    if (at < FIRST_INSTANT) throw this.problem('before_2009', column, BEFORE_FIRST_INSTANT)
  }
}

const asItStands = (text: string): string => text
