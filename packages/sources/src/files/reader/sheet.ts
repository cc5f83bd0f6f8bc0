import type { Instant } from '@lotbook/journal'
import { instantOfLocal } from '@lotbook/journal'
import { type DecimalMark, decimalMarkOf } from '../../reading/amount-text.ts'
import type { AccountHint, TimeZoneUsed } from './file-reading.ts'
import { normaliseHeader } from './signature.ts'
import type { Delimiter, TableRow } from './table.ts'
import { cleanCell } from './table.ts'
import { type DateOrder, parseTimeText } from '../../reading/time-text.ts'

const MISSING = -1

/** A moment of a sheet: of a day without a time the noon of its zone. */
export interface SheetTime {
  readonly at: Instant
  readonly isDateOnly: boolean
}

/** The ways in which a report writes what others write the same. */
export interface Spelling {
  /** Header cells that vary by language, generation or zone, each under the name that it is read by. */
  readonly columns?: Readonly<Record<string, RegExp>>
  /**
   * The mark before the decimals of every amount, where it is told and not found from the cells. `found` where cells tell it whatever
   * stands between them: a report that writes amounts as its reader's settings say, and quotes them.
   */
  readonly decimalMark?: DecimalMark | 'found'
  /** Rewrites a date that no other report writes the same way, before it is read. */
  timeText?(text: string): string
}

/** One table under its header: what holds for all of its rows. */
export class Sheet {
  readonly fileName: string
  /** The name that a workbook gives it; undefined of a text. */
  readonly name: string | undefined
  readonly preamble: readonly TableRow[]
  readonly header: readonly string[]
  /** The rows below the header as they stand, blank ones and footers too. */
  readonly rows: readonly TableRow[]
  readonly timeZone: TimeZoneUsed
  readonly dateOrder: DateOrder
  /** The time of the import; undefined where nobody tells it. */
  readonly now: Instant | undefined
  /** The account whose history it is, once the format has found it. */
  account: AccountHint = {}

  readonly #columns = new Map<string, number>()
  readonly #aliases = new Map<string, number>()
  readonly #delimiter: Delimiter | null
  readonly #is1904: boolean
  readonly #timeText: (text: string) => string
  readonly #toldMark: DecimalMark | 'found' | undefined
  readonly #marks = new Map<number, DecimalMark>()
  /** The mark of all columns together, for one that does not tell. */
  #usualMark: DecimalMark | undefined
  /** Columns by the names that they were asked for by. */
  readonly #asked = new Map<string, number>()
  #lastTime: { readonly text: string; readonly time: SheetTime | undefined } = { text: '', time: undefined }

  constructor(parts: {
    fileName: string
    name?: string | undefined
    preamble: readonly TableRow[]
    header: readonly string[]
    rows: readonly TableRow[]
    delimiter: Delimiter | null
    is1904?: boolean
    timeZone: TimeZoneUsed
    dateOrder: DateOrder
    now?: Instant | undefined
    format?: Spelling
  }) {
    this.fileName = parts.fileName
    this.name = parts.name
    this.preamble = parts.preamble
    this.header = parts.header
    this.timeZone = parts.timeZone
    this.dateOrder = parts.dateOrder
    this.now = parts.now
    this.rows = parts.rows
    this.#delimiter = parts.delimiter
    this.#is1904 = parts.is1904 === true
    this.#toldMark = parts.format?.decimalMark
    this.#timeText = (text) => parts.format?.timeText?.(text) ?? text
    // A name that comes again goes by its place among its namesakes: the second `Cur.` is `Cur. (2)`.
    const seen = new Map<string, number>()
    parts.header.forEach((name, i) => {
      const key = normaliseHeader(name)
      const place = (seen.get(key) ?? 0) + 1
      seen.set(key, place)
      const own = place === 1 ? key : `${key} (${place})`
      if (!this.#columns.has(own)) this.#columns.set(own, i)
    })
    for (const [own, pattern] of Object.entries(parts.format?.columns ?? {})) {
      const at = parts.header.findIndex((name) => pattern.test(name))
      if (at === MISSING) continue
      this.#columns.set(normaliseHeader(own), at)
      this.#aliases.set(own, at)
    }
  }

  /** Index of a column, or undefined when this generation of the report lacks it. */
  columnOf(name: string): number | undefined {
    let column = this.#asked.get(name)
    if (column === undefined) {
      column = this.#columns.get(normaliseHeader(name)) ?? MISSING
      // Asked for once a row: the spelling of the format is remembered.
      this.#asked.set(name, column)
    }
    return column === MISSING ? undefined : column
  }

  /** True of a column that was asked for. */
  isUsed(name: string): boolean {
    const column = this.#columns.get(normaliseHeader(name))
    return column !== undefined && [...this.#asked.values()].includes(column)
  }

  /** The name that the file itself gives a column which the format reads under another. */
  ownName(name: string): string {
    const at = this.#aliases.get(name)
    return (at === undefined ? undefined : this.header[at]) ?? name
  }

  has(name: string): boolean {
    return this.columnOf(name) !== undefined
  }

  /** The first column whose name fits, with what the pattern captured: the ticker in `Value_IN(ETH)`. */
  find(pattern: RegExp): { readonly name: string; readonly captured: string } | undefined {
    for (const name of this.header) {
      const match = pattern.exec(name)
      if (match !== null) return { name, captured: match[1] ?? '' }
    }
    return undefined
  }

  /** True of a text, whose cells have no place but the order they come in; a workbook's cells stand in their columns. */
  get isText(): boolean {
    return this.#delimiter !== null
  }

  /** Decimal mark of a column: the one that was told, else a comma only where the delimiter leaves room for one. */
  markOf(column: number): DecimalMark {
    if (this.#toldMark !== undefined && this.#toldMark !== 'found') return this.#toldMark
    const hasRoom = this.#delimiter === ';' || this.#delimiter === '\t'
    if (!hasRoom && this.#toldMark === undefined) return 'point'
    let mark = this.#marks.get(column)
    if (mark === undefined) {
      mark =
        decimalMarkOf(this.rows.map((row) => cleanCell(row.cells[column] ?? ''))) ??
        (this.#usualMark ??= decimalMarkOf(this.rows.flatMap(({ cells }) => cells.map(cleanCell))) ?? 'point')
      this.#marks.set(column, mark)
    }
    return mark
  }

  /** The instant of a cell, or undefined when it holds none. A date alone is noon in the zone. */
  readTime(text: string): SheetTime | undefined {
    // Rows of one event have one time, and stand together.
    if (text !== this.#lastTime.text) this.#lastTime = { text, time: this.#timeOf(text) }
    return this.#lastTime.time
  }

  /** The instant of a cell whose row names its own zone. */
  readTimeIn(zone: string, text: string): Instant | undefined {
    const time = parseTimeText(this.#timeText(text), this.dateOrder, this.#is1904)
    if (time?.kind !== 'local') return time?.at
    return time.isDateOnly ? undefined : instantOfLocal(time.local, zone)
  }

  #timeOf(text: string): SheetTime | undefined {
    const time = parseTimeText(this.#timeText(text), this.dateOrder, this.#is1904)
    if (time === undefined) return undefined
    if (time.kind === 'instant') return { at: time.at, isDateOnly: false }
    const local = time.isDateOnly ? time.local + 12 * 3_600_000 : time.local
    const at = this.timeZone.zone === 'UTC' ? local : instantOfLocal(local, this.timeZone.zone)
    return { at, isDateOnly: time.isDateOnly }
  }
}
