import type { EXPORT_KINDS } from '@lotbook/contract'
import {
  auditTrailCsv,
  form8949Csv,
  form8949Pdf,
  incomeCsv,
  removalsCsv,
  scheduleDCsv,
  turboTaxCsv,
  type ByHand,
  type ReportFile,
  type YearReport,
} from '@lotbook/reports'

export type ExportKind = (typeof EXPORT_KINDS)[number]
/** What is made of a year of a calculation; the journal itself is exported without one. */
export type ReportKind = Exclude<ExportKind, 'transactions-csv'>

/** The files of an export, and what a person has to enter by hand beside them. */
export function reportFiles(
  kind: ReportKind,
  report: YearReport,
): { files: ReportFile[]; byHand: readonly ByHand[] } {
  switch (kind) {
    case 'form-8949-pdf':
      return { files: [form8949Pdf(report)], byHand: [] }
    case 'form-8949-csv':
      return { files: [form8949Csv(report)], byHand: [] }
    case 'schedule-d-csv':
      return { files: [scheduleDCsv(report)], byHand: [] }
    case 'income-csv':
      return { files: [incomeCsv(report)], byHand: [] }
    case 'gifts-donations-losses-csv':
      return { files: [removalsCsv(report)], byHand: [] }
    case 'turbotax-csv':
      return turboTaxCsv(report)
    case 'audit-trail-csv':
      return { files: [auditTrailCsv(report)], byHand: [] }
  }
}
