import { compareText, typeLabel } from '@lotbook/journal'
import { incomeLineName } from '@lotbook/rules/us'
import { csvLines, type CsvRow } from './csv.ts'
import { chosenText } from './income-lines.ts'
import { cents, usDate } from './money-text.ts'
import { closingRows } from './not-advice.ts'
import { reportFileName, type IncomeLine, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = [
  'Date (UTC)',
  'Local Date',
  'Category',
  'Asset',
  'Quantity',
  'FMV USD',
  'Price Source',
  'Account',
  'Transaction',
  'Return Line',
  'Line Chosen',
]

/** Ordinary income of the year, receipt by receipt, each with its line of the return. */
export function incomeCsv(report: YearReport): ReportFile {
  const lines = report.incomes.toSorted(byReceived)
  return {
    fileName: reportFileName('income', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: lines.length,
    chunks: csvLines(HEADER, [
      ...lines.map((line): CsvRow => [
        line.at,
        usDate(line.date),
        typeLabel('incoming', line.category),
        line.asset,
        line.quantity,
        cents(line.value),
        line.priceSource,
        line.account,
        line.transaction,
        incomeLineName(line.goesTo.line, report.year, line.isCash),
        chosenText(line.goesTo),
      ]),
      ...closingRows(report, HEADER.length),
    ]),
  }
}

function byReceived(a: IncomeLine, b: IncomeLine): number {
  return compareText(a.at, b.at) || compareText(a.transaction, b.transaction) || compareText(a.asset, b.asset)
}
