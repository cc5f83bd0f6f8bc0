import type { Collector } from '../../reading/collector.ts'
import type { Row } from './row.ts'

/**
 * The rows without those that are in the file again: people put overlapping exports together before they upload them.
 * `nameOf` says what makes a row the same row, empty where nothing does: equal rows may then be two events.
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

  /** Whether a sheet before has this row as often as this one has it now. */
  isAgain(header: readonly string[], cells: readonly string[]): boolean {
    const row = JSON.stringify([header, cells])
    const count = (this.#own.get(row) ?? 0) + 1
    this.#own.set(row, count)
    return count <= (this.#before.get(row) ?? 0)
  }
}

/** A row by its id and all that it says: for ids of which nobody promises that they stand on one row alone. */
export function wholeRow(row: Row, id: string): string {
  return id === '' ? '' : JSON.stringify([id, ...row.cells])
}
