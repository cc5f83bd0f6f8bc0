import type { Collector } from './collector.ts'
import type { Row } from './row.ts'

/**
 * The rows without those that are in the file again: people put overlapping exports together before they upload them.
 * `nameOf` says what makes a row the same row, empty where nothing does: equal rows may then be two events.
 */
export function withoutRepeats(rows: readonly Row[], nameOf: (row: Row) => string, out: Collector): Row[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const name = nameOf(row)
    if (name === '') return true
    if (seen.has(name)) {
      out.skip([row], 'duplicate_row')
      return false
    }
    seen.add(name)
    return true
  })
}

/** A row by its id and all that it says: for ids of which nobody promises that they stand on one row alone. */
export function wholeRow(row: Row, id: string): string {
  return id === '' ? '' : JSON.stringify([id, ...row.cells])
}
