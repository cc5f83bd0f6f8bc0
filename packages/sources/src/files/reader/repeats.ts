import type { Collector } from '../../reading/collector.ts'
import type { Row } from './row.ts'

/**
 * Rows without their repeats: people put overlapping exports together before they upload them. Rows of one `nameOf` are one row; an
 * empty name is none, for equal rows may then be two events.
 */
export function withoutRepeats(rows: readonly Row[], nameOf: (row: Row) => string, out: Collector): Row[] {
  return rows.filter((row) => {
    const name = nameOf(row)
    if (name === '' || !out.isAgain(name)) return true
    out.skip([row], 'duplicate_row')
    return false
  })
}

/**
 * Counts the rows of sheet after sheet: the second sheet that says the same as the first, a copy of it or a period that
 * overlaps, adds nothing. Rows that are equal within one sheet are as many as they are.
 */
export class SheetRows {
  readonly #before = new Map<string, number>()
  #own = new Map<string, number>()

  nextSheet(): void {
    for (const [row, count] of this.#own) this.#before.set(row, Math.max(count, this.#before.get(row) ?? 0))
    this.#own = new Map()
  }

  /** True where an earlier sheet has this row as often as this one has it so far. */
  isAgain(header: readonly string[], cells: readonly string[]): boolean {
    const row = JSON.stringify([header, cells])
    const count = (this.#own.get(row) ?? 0) + 1
    this.#own.set(row, count)
    return count <= (this.#before.get(row) ?? 0)
  }
}

/** Names a row by its id and all its cells, for ids that may stand on several rows. */
export function wholeRow(row: Row, id: string): string {
  return id === '' ? '' : JSON.stringify([id, ...row.cells])
}
