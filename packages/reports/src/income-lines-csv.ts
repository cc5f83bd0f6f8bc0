import { incomeLineName } from '@lotbook/rules/us'
import { csvLines, type CsvRow } from './csv.ts'
import { chosenText, incomeBySource, incomeLines, kindText, unconfirmedLines } from './income-lines.ts'
import { cents, formText } from './money-text.ts'
import { NOT_ADVICE } from './not-advice.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/**
 * Income by line: the lines of the return first, then each kind and source with the line it goes to and how that was chosen. Rows
 * named `Missing` say what nobody confirmed, and those named `Note` what the figures rest on.
 */
export function incomeLinesCsv(report: YearReport): ReportFile {
  const sources = incomeBySource(report)
  const { lines, notes } = incomeLines(report.year, sources, report.businessFacts)
  const rows: CsvRow[] = [
    ...lines.map(({ line, text, amount }): CsvRow => [
      line,
      text,
      null,
      null,
      amount === null ? null : formText(amount, 'cents'),
      null,
    ]),
    ...sources.map((one): CsvRow => [
      incomeLineName(one.goesTo.line, report.year, one.isCash),
      kindText(one),
      one.account,
      String(one.receipts),
      one.unpriced === one.receipts ? null : cents(one.value),
      chosenText(one.goesTo),
    ]),
    ...unconfirmedLines(report.year, sources).map((text): CsvRow => [
      'Missing',
      text,
      null,
      null,
      null,
      null,
    ]),
    ...[...notes, NOT_ADVICE].map((text): CsvRow => ['Note', text, null, null, null, null]),
  ]
  return {
    fileName: reportFileName('income-by-line', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: rows.length,
    chunks: csvLines(['Line', 'Description', 'Source', 'Receipts', 'Amount USD', 'Line Chosen'], rows),
  }
}
