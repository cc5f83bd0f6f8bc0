import { allocationColumn } from './allocation-notes.ts'
import { csvLines } from './csv.ts'
import { amountOn, form8949, type Form8949 } from './form-8949.ts'
import type { FormUnit } from './money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = [
  'Part',
  'Box',
  'Description',
  'Date Acquired',
  'Date Sold',
  'Proceeds',
  'Cost Basis',
  'Code',
  'Adjustment',
  'Gain or Loss',
  'Asset',
  'Quantity',
  'Account',
  'Lot',
  'Transaction',
  'Term',
]

/**
 * Form 8949 as a table: the rows and amounts of the printed form, with what they came from. Where rows rest on an allocation that
 * is no safe harbor, a last column says so.
 */
export function form8949Csv(report: YearReport, unit: FormUnit = 'cents'): ReportFile {
  const form = form8949(report, unit)
  const allocation = allocationColumn(report.disposals)
  return {
    fileName: reportFileName('form-8949', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: form.sections.reduce((count, section) => count + section.rows.length, 0),
    chunks: csvLines([...HEADER, ...allocation.head], rowsOf(form, allocation.cell)),
  }
}

function* rowsOf(form: Form8949, allocationOf: ReturnType<typeof allocationColumn>['cell']) {
  for (const section of form.sections) {
    for (const row of section.rows) {
      yield [
        section.part,
        section.box,
        row.description,
        row.acquired,
        row.disposed,
        amountOn(form, row.proceeds),
        amountOn(form, row.basis),
        row.code,
        amountOn(form, row.adjustment),
        amountOn(form, row.gain),
        row.line.asset,
        row.line.quantity,
        row.line.account,
        row.line.lot,
        row.line.transaction,
        row.line.term,
        ...allocationOf(row.line),
      ]
    }
  }
}
