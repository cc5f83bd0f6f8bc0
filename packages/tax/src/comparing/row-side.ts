import type { Term } from '@lotbook/rules'
import type { ComparedRow } from './row-differences.ts'

/** A row of any kind as it is set beside another; what its kind does not have is null. Exact decimal text in US dollars. */
export interface RowSide {
  readonly quantity: string
  readonly acquired: string | null
  readonly date: string
  readonly proceeds: string | null
  readonly basis: string | null
  readonly gain: string | null
  readonly value: string | null
  readonly deduction: string | null
  readonly term: Term | null
  readonly box: string | null
}

/** A row as it is set beside another. */
export function rowSide(row: ComparedRow): RowSide {
  return {
    quantity: row.quantity,
    acquired: 'acquired' in row ? row.acquired : null,
    date: rowDay(row),
    proceeds: 'proceeds' in row ? row.proceeds : null,
    basis: 'basis' in row ? row.basis : null,
    gain: 'gain' in row ? row.gain : null,
    value: 'value' in row ? row.value : null,
    deduction: 'deduction' in row ? (row.deduction ?? null) : null,
    term: 'term' in row ? (row.term ?? null) : null,
    box: 'box' in row ? row.box : null,
  }
}

/** The tax day of a row. */
export function rowDay(row: ComparedRow): string {
  return 'disposed' in row ? row.disposed : row.date
}
