import { form8949Row, isDirect } from '../form-8949.ts'
import { centsText } from '../money-text.ts'
import type { ByHand, YearReport } from '../year-report.ts'
import type { TotalLine } from './program-steps.ts'
import { addRow, noRows, type RowTotals } from './row-totals.ts'

/** Totals of the sales that stand on lines 1a and 8a of Schedule D: no file has them, so a person enters the totals. */
export interface DirectTotals {
  readonly totals: readonly TotalLine[]
  readonly byHand: readonly ByHand[]
}

export function directTotals(report: YearReport): DirectTotals {
  const lines = new Map<string, RowTotals>()
  for (const line of report.disposals) {
    if (!isDirect(report, line)) continue
    const name = `Schedule D, line ${line.term === 'short' ? '1a' : '8a'}`
    const totals = lines.get(name) ?? noRows()
    addRow(totals, form8949Row(line, 'cents'))
    lines.set(name, totals)
  }
  const found = [...lines]
    .map(([name, totals]) => ({ name, totals }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    totals: found,
    byHand: found.map(({ name, totals: { rows, proceeds, basis } }) => ({
      description: `${name}: proceeds ${centsText(proceeds)}, cost basis ${centsText(basis)}`,
      reason:
        'Sales with basis reported to the IRS and no adjustment, entered as totals and left off Form 8949.',
      rows,
    })),
  }
}
