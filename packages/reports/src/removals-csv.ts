import { compareText } from '@lotbook/journal'
import { kindLabel } from '@lotbook/tax'
import { allocationColumn } from './allocation-notes.ts'
import { csvLines } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { reportFileName, type RemovalLine, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = [
  'Date',
  'Kind',
  'Asset',
  'Quantity',
  'Acquired',
  'Basis',
  'FMV',
  'Term',
  'Deduction',
  'Donee/Note',
  'Account',
  'Transaction',
]

/** Gifts, donations, stolen and lost units, and sent ones that nothing matches: they leave without gain. */
export function removalsCsv(report: YearReport): ReportFile {
  const lines = report.removals.toSorted(byLeft)
  const allocation = allocationColumn(lines)
  return {
    fileName: reportFileName('gifts-donations-losses', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: lines.length,
    chunks: csvLines(
      [...HEADER, ...allocation.head],
      lines.map((line) => [
        usDate(line.date),
        kindLabel(line.kind),
        line.asset,
        line.quantity,
        line.acquired === null ? null : usDate(line.acquired),
        cents(line.basis),
        line.value === null ? null : cents(line.value),
        line.term,
        line.deduction === null ? null : cents(line.deduction),
        line.note,
        line.account,
        line.transaction,
        ...allocation.cell(line),
      ]),
    ),
  }
}

function byLeft(a: RemovalLine, b: RemovalLine): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.transaction, b.transaction) ||
    compareText(a.acquired ?? '', b.acquired ?? '')
  )
}
