import { BEFORE_FIRST_INSTANT, FIRST_INSTANT, type Instant } from '@lotbook/journal'
import { type Amount, parseAmount } from './amount-text.ts'
import { shown } from './file-reading.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell, type TableRow } from './table.ts'

/** A cell that does not hold what its column promises. Caught around each row and shown as an error of it. */
export class UnreadableCell extends Error {
  readonly code: string
  readonly column: string
  readonly value: string
  readonly row: Row

  constructor(row: Row, code: string, column: string, value: string, message: string) {
    super(message)
    this.row = row
    this.code = code
    this.column = column
    this.value = shown(value)
  }
}

/** One data row, read by the names of its columns. */
export class Row {
  /** 1-based, counted after the header. */
  readonly number: number
  readonly line: number
  readonly cells: readonly string[]
  readonly #sheet: Sheet
  #isDateOnly = false

  constructor(sheet: Sheet, row: TableRow, number: number) {
    this.#sheet = sheet
    this.number = number
    this.line = row.line
    this.cells = row.cells
  }

  /** The text of a cell; empty where the column or the cell is missing. */
  text(column: string): string {
    const at = this.#sheet.columnOf(column)
    return at === undefined ? '' : cleanCell(this.cells[at] ?? '')
  }

  /**
   * The amount of a cell, null where it is empty. `bare` takes off what the report writes around its amounts.
   *
   * @throws UnreadableCell for what is no amount.
   */
  amount(column: string, bare: (text: string) => string = asItStands): Amount | null {
    const at = this.#sheet.columnOf(column)
    if (at === undefined) return null
    const text = cleanCell(this.cells[at] ?? '')
    const amount = parseAmount(bare(text), this.#sheet.markOf(at))
    if (amount === undefined)
      throw new UnreadableCell(this, 'not_an_amount', column, text, `Not an amount: ${shown(text)}`)
    return amount
  }

  /** The amount of a cell that must have one. @throws UnreadableCell */
  requiredAmount(column: string): Amount {
    const amount = this.amount(column)
    if (amount === null) throw new UnreadableCell(this, 'missing_amount', column, '', `${column} is empty`)
    return amount
  }

  /** The text of a cell that must have one. @throws UnreadableCell */
  requiredText(column: string): string {
    const text = this.text(column)
    if (text === '') throw new UnreadableCell(this, 'missing_value', column, '', `${column} is empty`)
    return text
  }

  /** The instant of a cell. @throws UnreadableCell for a date that does not exist, is no date or is before there were coins. */
  time(column: string): Instant {
    const text = this.text(column)
    const time = this.#sheet.readTime(text)
    if (time === undefined)
      throw new UnreadableCell(
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

  /** Whether a date of this row was read that has no time of day. */
  get isDateOnly(): boolean {
    return this.#isDateOnly
  }

  /** Seconds since 1970 in a column, which goes before any local text. @throws UnreadableCell */
  unixTime(column: string): Instant {
    const text = this.text(column)
    // Ten figures reach from 2001 to 2286.
    if (!/^\d{9,10}$/.test(text))
      throw new UnreadableCell(
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

  /** A finding about this row that no cell reader made. */
  problem(code: string, column: string, message: string): UnreadableCell {
    return new UnreadableCell(this, code, column, this.text(column), message)
  }
}

const asItStands = (text: string): string => text
