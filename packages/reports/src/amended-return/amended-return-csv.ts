import { csvLines, type CsvRow } from '../csv.ts'
import { formText } from '../money-text.ts'
import { closingRows } from '../not-advice.ts'
import { reportFileName, type ReportFile } from '../year-report.ts'
import type { AmendmentReport } from '../amendment.ts'
import type { AmendedLine } from './amended-line.ts'

const HEADER = ['Form', 'Line', 'Description', 'As Filed (A)', 'Change (B)', 'Corrected (C)']

/** Lines of an amended return as a table: Form 1040-X first, then the forms behind it, later years, Part II and the notes. */
export function amendedReturnCsv(report: AmendmentReport): ReportFile {
  const rows = [...rowsOf(report)]
  return {
    fileName: reportFileName('form-1040-x-lines', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: rows.length,
    chunks: csvLines(HEADER, rows),
  }
}

function* rowsOf(report: AmendmentReport): Generator<CsvRow> {
  const { form1040X, form1040, scheduleD, form8949, carryover, partII, notes } = report.amendedReturn
  for (const { line, text, a, b, c } of form1040X)
    yield ['Form 1040-X', line, text, cell(a), cell(b), cell(c)]
  for (const line of [...form1040, ...scheduleD, ...form8949, ...carryover]) yield rowOf(line)
  for (const text of partII) yield ['Form 1040-X', 'Part II', text, null, null, null]
  for (const text of notes) yield ['Note', null, text, null, null, null]
  yield* closingRows(report, HEADER.length)
}

function rowOf({ form, line, text, filed, corrected }: AmendedLine): CsvRow {
  return [form, line, text, cell(filed), cell((corrected ?? 0n) - (filed ?? 0n)), cell(corrected)]
}

const cell = (units: bigint | null) => (units === null ? null : formText(units, 'cents'))
