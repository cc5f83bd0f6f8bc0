import type { Form8949Row } from '../form-8949.ts'

/** Number of rows and the sums of columns (d), (e), (g) and (h), in cents. */
export interface RowTotals {
  rows: number
  proceeds: bigint
  basis: bigint
  adjustment: bigint
  gain: bigint
}

export function noRows(): RowTotals {
  return { rows: 0, proceeds: 0n, basis: 0n, adjustment: 0n, gain: 0n }
}

/** Adds a row to totals that are kept while rows go by. */
export function addRow(
  totals: RowTotals,
  row: Pick<Form8949Row, 'proceeds' | 'basis' | 'adjustment' | 'gain'>,
  rows = 1,
): void {
  totals.rows += rows
  totals.proceeds += row.proceeds
  totals.basis += row.basis
  totals.adjustment += row.adjustment
  totals.gain += row.gain
}
