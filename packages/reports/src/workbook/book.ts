import { rowsOn, SHEET_ROWS, type Cell, type Column, type Link, type Sheet } from './xlsx.ts'

/** A list of any length; one that is longer than a sheet goes on in `NAME (2)`. */
export interface List {
  readonly name: string
  /** Contents in a few words, for the first sheet. */
  readonly holds: string
  readonly columns: readonly Column[]
  readonly count: number
  /** Asked for when the list is written, so that rows may lead to lists that were added later. */
  readonly rows: () => Iterable<readonly Cell[]>
}

/** The lists of a workbook, and the places of their rows. */
export class Book {
  readonly #lists = new Map<string, List>()
  readonly #perSheet: number

  /** @param rowsPerSheet The header among them. */
  constructor(rowsPerSheet = SHEET_ROWS) {
    this.#perSheet = rowsPerSheet - 1
  }

  /** Adds a list that has rows. */
  add(list: List): void {
    if (list.count > 0) this.#lists.set(list.name, list)
  }

  /** A link to rows of a list, counted from 0; where they go on in another sheet, to those of the first. Null where there are none. */
  link(name: string, first: number | undefined, last: number | undefined = first): Link | null {
    const list = this.#lists.get(name)
    if (list === undefined || first === undefined || last === undefined) return null
    const part = Math.floor(first / this.#perSheet)
    const from = (first % this.#perSheet) + 2
    const to = Math.min(last, (part + 1) * this.#perSheet - 1) - part * this.#perSheet + 2
    const sheet = partName(name, part)
    const text = from === to ? `${sheet}, row ${from}` : `${sheet}, rows ${from} to ${to}`
    return { text, to: rowsOn(sheet, from, to, list.columns.length) }
  }

  /** Every sheet, behind one that lists them. */
  sheets(notes: readonly string[]): Sheet[] {
    const lists = [...this.#lists.values()]
    const contents = lists.map((list): readonly Cell[] => [
      this.link(list.name, 0, list.count - 1),
      list.holds,
      String(list.count),
      list.count > this.#perSheet
        ? `A sheet holds ${SHEET_ROWS.toLocaleString('en-US')} rows; the rest is in ${partName(list.name, 1)}${list.count > 2 * this.#perSheet ? ' and on' : ''}.`
        : null,
    ])
    return [
      { name: 'Contents', columns: CONTENTS, rows: [...contents, ...notes.map((note) => [null, note])] },
      ...lists.flatMap((list) => this.#parts(list)),
    ]
  }

  #parts(list: List): Sheet[] {
    let rows: Iterator<readonly Cell[]> | undefined
    const perSheet = this.#perSheet
    const next = function* () {
      rows ??= list.rows()[Symbol.iterator]()
      for (let n = 0; n < perSheet; n++) {
        const { done, value } = rows.next()
        if (done === true) return
        yield value
      }
    }
    return Array.from({ length: Math.ceil(list.count / perSheet) }, (_, part) => ({
      name: partName(list.name, part),
      columns: list.columns,
      rows: { [Symbol.iterator]: next },
    }))
  }
}

const partName = (name: string, part: number) => (part === 0 ? name : `${name} (${part + 1})`)

const CONTENTS: readonly Column[] = [
  { header: 'Sheet', width: 34, kind: 'text' },
  { header: 'Contents', width: 90, kind: 'text' },
  { header: 'Rows', width: 10, kind: 'count' },
  { header: 'Note', width: 60, kind: 'text' },
]
