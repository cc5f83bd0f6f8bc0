import { csvLines, type CsvRow } from '../csv.ts'
import { form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'
import { reportFileName, type DisposalLine, type ReportFile, type YearReport } from '../year-report.ts'
import type { RowFiles } from './row-files.ts'
import type { RowFormat } from './tax-program.ts'

const HEADER = [
  'File',
  'Row',
  'What to Do',
  'Box',
  'Description',
  'Date Acquired',
  'Date Sold',
  'Proceeds',
  'Cost or Other Basis',
  'Code',
  'Adjustment',
  'Gain or Loss',
  'Term',
  'Asset',
  'Quantity',
  'Account',
]

/** Name of the list beside the files of a program. */
export function programListName({ stem }: RowFormat, report: YearReport): string {
  return reportFileName(`${stem}-list`, report, 'csv')
}

/**
 * List beside the files: each row with its box and exact quantity, and the file that carries it or the reason to enter it by hand. Of a
 * format that has a place for both, only the rows to enter.
 */
export function programList(format: RowFormat, report: YearReport, files: RowFiles): ReportFile {
  const { parts, byHand } = files
  const listed = format.isListed ? parts.reduce((count, { lines }) => count + lines.length, 0) : 0
  return {
    fileName: programListName(format, report),
    mediaType: 'text/csv; charset=utf-8',
    rows: byHand.length + listed,
    chunks: csvLines(HEADER, rowsOf(format, files)),
  }
}

function* rowsOf({ isListed }: RowFormat, { parts, byHand }: RowFiles): Generator<CsvRow> {
  for (const { line, reason } of byHand) yield rowOf(line, '', null, `Enter by hand. ${reason}`)
  if (!isListed) return
  for (const { file, lines, note } of parts)
    for (const [n, line] of lines.entries()) yield rowOf(line, file.fileName, n + 1, note)
}

function rowOf(line: DisposalLine, file: string, row: number | null, what: string): CsvRow {
  const { description, acquired, disposed, proceeds, basis, code, adjustment, gain } = form8949Row(
    line,
    'cents',
  )
  return [
    file,
    row === null ? null : String(row),
    what,
    line.box,
    description,
    acquired,
    disposed,
    formText(proceeds, 'cents'),
    formText(basis, 'cents'),
    code,
    formText(adjustment, 'cents'),
    formText(gain, 'cents'),
    line.term,
    line.asset,
    line.quantity,
    line.account,
  ]
}
