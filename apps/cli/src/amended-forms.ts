import {
  formChangeLine,
  isSameOnForm,
  reconcileBrokerForms,
  type AmendmentLine,
  type DisposalLine,
  type YearReport,
} from '@lotbook/reports'
import type { ComparedRow } from '@lotbook/tax'
import { placedLines, hasForms, type GivenForms } from './broker-forms.ts'
import type { Io } from './io.ts'

/** A year with the boxes and columns that Forms 1099-DA decide. Lines whose broker or asset no sale has are said on standard error. */
export function withForms(report: YearReport, forms: GivenForms, io: Pick<Io, 'err'>): YearReport {
  if (!hasForms(forms)) return report
  const { lines, notDeductible, unknown } = placedLines(forms, report.disposals)
  for (const text of unknown) io.err(`${text}\n`)
  return { ...report, disposals: reconcileBrokerForms({ ...report, notDeductible }, lines).disposals }
}

/** The rows that are on both returns and that forms say otherwise: their boxes, columns and codes. */
export function formChangesOf(filed: YearReport, corrected: YearReport): AmendmentLine[] {
  const was = rowsByKey(filed.disposals)
  return corrected.disposals.flatMap((row) => {
    const before = was.get(keyOf(row))?.shift()
    if (before === undefined || isSameOnForm(row, sideOf(before), sideOf(row))) return []
    const { asset, account } = row
    return [formChangeLine(row, { before: sideOf(before), after: sideOf(row), asset, account })]
  })
}

function rowsByKey(rows: readonly DisposalLine[]): Map<string, DisposalLine[]> {
  return Map.groupBy(rows, keyOf)
}

/** The boxes of disposals on a return, by the rows of their calculation. */
export function boxesOn({
  disposals,
}: YearReport): (row: ComparedRow, usual: string | null) => string | null {
  const boxes = new Map(disposals.map((row) => [keyOf(row), row.box]))
  return (row, usual) =>
    'disposed' in row ? (boxes.get(keyOf({ ...row, transaction: row.tx })) ?? usual) : usual
}

type Keyed = Pick<
  DisposalLine,
  'transaction' | 'kind' | 'lot' | 'quantity' | 'acquired' | 'proceeds' | 'basis' | 'term'
>

const keyOf = (row: Keyed) =>
  [row.transaction, row.kind, row.lot, row.quantity, row.acquired, row.proceeds, row.basis, row.term].join(
    ' ',
  )

const sideOf = ({ box, form }: DisposalLine) => ({ box, form })
