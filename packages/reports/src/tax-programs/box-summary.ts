import type { Term } from '@lotbook/rules'
import { form8949Row, linesInFormOrder, type Form8949Row } from '../form-8949.ts'
import type { YearReport } from '../year-report.ts'
import { addRow, noRows, type RowTotals } from './row-totals.ts'

/** A row that stands for all sales of a box, in columns (a) to (h). */
export interface BoxSummary extends Omit<Form8949Row, 'line'>, Pick<RowTotals, 'rows'> {
  readonly box: string
  readonly term: Term
}

/**
 * One row for each box with sales (Exception 2 of the instructions for Form 8949): "see attached statement" in (a), no dates, code M with
 * the codes of its rows, and the totals of the form. A box with one sale keeps the row as it is.
 */
export function boxSummaries(report: YearReport): BoxSummary[] {
  const boxes = new Map<string, { totals: RowTotals; first: Form8949Row; codes: Set<string> }>()
  for (const line of linesInFormOrder(report)) {
    const row = form8949Row(line, 'cents')
    const found = boxes.get(line.box) ?? { totals: noRows(), first: row, codes: new Set(['M']) }
    for (const code of row.code) found.codes.add(code)
    addRow(found.totals, row)
    boxes.set(line.box, found)
  }
  return [...boxes].map(([box, { totals, first, codes }]) => {
    const { line, ...single } = first
    const { term } = line
    if (totals.rows === 1) return { ...single, rows: 1, box, term }
    return {
      ...totals,
      description: `Box ${box}, see attached statement`,
      acquired: '',
      disposed: '',
      code: [...codes].sort().join(''),
      box,
      term,
    }
  })
}
