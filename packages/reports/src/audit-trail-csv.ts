import { INVARIANT_WORDS, typeLabel } from '@lotbook/journal'
import { type InvariantOutcome, kindLabel } from '@lotbook/tax'
import { allocationColumn } from './allocation-notes.ts'
import { csvLines } from './csv.ts'
import { usDate } from './money-text.ts'
import { closingRows } from './not-advice.ts'
import { hasKnownBasis, termOf } from './removals-of-year.ts'
import { byDisposed, reportFileName, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = [
  'Kind',
  'Transaction',
  'Lot',
  'Account',
  'Asset',
  'Quantity',
  'Acquired',
  'Date',
  'Proceeds',
  'Cost Basis',
  'Gain or Loss',
  'Term',
  'Box',
  'Check',
]

/**
 * Every piece of every lot that the year used, with exact amounts: what a figure of the forms is made of. At its end what the
 * calculation was held to: a row of the kind `Check` says what it was, how it came out, and how many things were checked.
 */
export function auditTrailCsv(report: YearReport): ReportFile {
  const allocation = allocationColumn([...report.disposals, ...report.removals])
  return {
    fileName: reportFileName('audit-trail', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: report.disposals.length + report.removals.length + report.incomes.length + report.invariants.length,
    chunks: csvLines([...HEADER, ...allocation.head], rowsOf(report, allocation)),
  }
}

function* rowsOf(report: YearReport, { head, cell: allocationOf }: ReturnType<typeof allocationColumn>) {
  for (const d of report.disposals.toSorted(byDisposed)) {
    yield [
      kindLabel(d.kind),
      d.transaction,
      d.lot,
      d.account,
      d.asset,
      d.quantity,
      d.acquired === null ? null : usDate(d.acquired),
      usDate(d.disposed),
      d.proceeds,
      d.basis,
      d.gain,
      d.term,
      d.box,
      null,
      ...allocationOf(d),
    ]
  }
  for (const r of report.removals) {
    yield [
      kindLabel(r.kind),
      r.transaction,
      r.lot,
      r.account,
      r.asset,
      r.quantity,
      r.acquired === null ? null : usDate(r.acquired),
      usDate(r.date),
      null,
      hasKnownBasis(r) ? r.basis : null,
      null,
      termOf(r) ?? 'unknown',
      null,
      null,
      ...allocationOf(r),
    ]
  }
  for (const i of report.incomes) {
    yield [
      typeLabel('incoming', i.category),
      i.transaction,
      i.transaction,
      i.account,
      i.asset,
      i.quantity,
      usDate(i.date),
      usDate(i.date),
      null,
      i.value,
      null,
      null,
      null,
      null,
      ...allocationOf(null),
    ]
  }
  const unused = Array<null>(HEADER.length - 2).fill(null)
  for (const check of report.invariants) yield ['Check', ...unused, checkText(check), ...allocationOf(null)]
  yield* closingRows(report, HEADER.length + head.length)
}

/** `No coin is lost or made: holds (accounts and assets checked: 5)`. */
export function checkText({ name, checked, outcome }: InvariantOutcome): string {
  const { title, of } = INVARIANT_WORDS[name] ?? { title: name, of: 'cases' }
  return `${title}: ${outcome} (${of} checked: ${checked})`
}
