import { explainLine, type AmendmentLine, type AmendmentReport } from './amendment.ts'
import { csvLines } from './csv.ts'
import { closingRows } from './not-advice.ts'
import { reportFileName, type ReportFile } from './year-report.ts'

const SIDE = [
  'Quantity',
  'Acquired',
  'Date',
  'Proceeds',
  'Cost Basis',
  'Value',
  'Gain or Loss',
  'Deduction',
  'Term',
  'Box',
]
const HEADER = [
  'Kind',
  'What',
  'Asset',
  'Account',
  'Transaction',
  ...SIDE.map((name) => `${name} (before)`),
  ...SIDE.map((name) => `${name} (after)`),
  'Change of Gain',
  'Change of Income',
  'Change of Deduction',
  'Cause',
  'Explanation',
]

/**
 * Every line that differs from the return as filed, with exact amounts: before, after, difference, and why. What moved for several
 * reasons has a line for each, and only the first of them begins with what was filed.
 */
export function amendmentCsv(report: AmendmentReport): ReportFile {
  return {
    fileName: reportFileName('amendment', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: report.lines.length,
    chunks: csvLines(HEADER, rowsOf(report)),
  }
}

function* rowsOf(report: AmendmentReport) {
  for (const line of report.lines) {
    yield [
      line.kind,
      line.label,
      line.asset,
      line.account,
      line.transaction,
      ...sideOf(line.before),
      ...sideOf(line.after),
      line.gain,
      line.income,
      line.deduction,
      line.cause,
      explainLine(line),
    ]
  }
  yield* closingRows(report, HEADER.length)
}

function sideOf(row: AmendmentLine['before']): (string | null)[] {
  if (row === null) return SIDE.map(() => null)
  const { quantity, acquired, date, proceeds, basis, value, gain, deduction, term, box } = row
  return [quantity, acquired, date, proceeds, basis, value, gain, deduction, term, box]
}
