import type { EXPORT_KINDS } from '@lotbook/contract'
import {
  amendmentCsv,
  amendmentPdf,
  allocationPdf,
  auditTrailCsv,
  auditWorkbook,
  coverPage,
  doneeRecords,
  form8949Csv,
  form8949Pdf,
  holdingsOfYearCsv,
  incomeCsv,
  interestPaidCsv,
  incomeLinesCsv,
  removalsCsv,
  removalsPdf,
  scheduleDCsv,
  turboTaxCsv,
  workpaperFiles,
  type AllocationSheet,
  type AmendmentReport,
  type BrokerReconciliation,
  type ByHand,
  type PacketFacts,
  type PacketHistory,
  type ReportFile,
  type WorkpapersReport,
  type YearReport,
} from '@lotbook/reports'

export type ExportKind = (typeof EXPORT_KINDS)[number]
/** Exports of the changes since a year was filed. */
export type AmendmentKind = Extract<ExportKind, `amendment-${string}`>
/** Exports of one year of a calculation; the journal itself is exported without one. */
export type ReportKind = Exclude<ExportKind, 'transactions-csv' | AmendmentKind>

export function isAmendment(kind: ExportKind): kind is AmendmentKind {
  return kind.startsWith('amendment-')
}

export function isReport(kind: ExportKind): kind is ReportKind {
  return kind !== 'transactions-csv' && !isAmendment(kind)
}

/** Whether an export prints what was stated of gifts, donations and losses. */
export function printsRemovals(kind: ExportKind): boolean {
  return kind.startsWith('gift') || kind === 'filing-packet'
}

/** Whether an export prints Schedule D, which looks at the years before. */
export function printsScheduleD(kind: ExportKind): boolean {
  return kind === 'schedule-d-csv' || kind === 'filing-packet'
}

/** Whether an export prints income, each kind of which has its line of the return. */
export function printsIncome(kind: ExportKind): boolean {
  return kind === 'income-csv' || kind === 'filing-packet'
}

export function amendmentFile(kind: AmendmentKind, report: AmendmentReport): ReportFile {
  return kind === 'amendment-pdf' ? amendmentPdf(report) : amendmentCsv(report)
}

/** What a packet holds beside the rows of its year. */
export interface PacketParts {
  readonly facts: PacketFacts
  readonly history: PacketHistory
  /** Allocations on record that are in force. */
  readonly allocations: readonly AllocationSheet[]
  /** The professional's papers, where there are any. */
  readonly papers: WorkpapersReport | undefined
  /** Forms 1099-DA beside the sales, where there are any. */
  readonly reconciliation?: BrokerReconciliation
}

/** The files of an export, and what a person has to enter by hand beside them. */
export function reportFiles(
  kind: Exclude<ReportKind, 'filing-packet'>,
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
    case 'gifts-donations-losses-pdf':
      return { files: [removalsPdf(report)], byHand: [] }
    case 'gift-records-pdf':
      return { files: doneeRecords(report), byHand: [] }
    case 'gifts-donations-losses-csv':
      return { files: [removalsCsv(report)], byHand: [] }
    case 'turbotax-csv':
      return turboTaxCsv(report)
    case 'audit-trail-csv':
      return { files: [auditTrailCsv(report)], byHand: [] }
  }
}

/** Everything that a return of the year is filed with and kept with: the cover page, each form and list that has a line, and the workbook. */
export function packetFiles(
  report: YearReport,
  { facts, history, allocations, papers, reconciliation }: PacketParts,
): { files: ReportFile[]; byHand: readonly ByHand[] } {
  const turboTax = report.disposals.length > 0 ? turboTaxCsv(report) : { files: [], byHand: [] }
  const files = [
    ...(report.disposals.length > 0
      ? [form8949Pdf(report), form8949Csv(report), scheduleDCsv(report), ...turboTax.files]
      : []),
    ...(report.incomes.length > 0 ? [incomeCsv(report), incomeLinesCsv(report)] : []),
    ...(report.interestPaid.length > 0 ? [interestPaidCsv(report)] : []),
    ...(report.removals.length + report.discovered.length > 0 ? [removalsPdf(report)] : []),
    ...(report.removals.length > 0 ? [removalsCsv(report)] : []),
    ...doneeRecords(report),
    ...history.holdings.map(holdingsOfYearCsv),
    ...allocations.map(recordFile),
    ...(papers === undefined
      ? []
      : workpaperFiles(papers, {
          calculationId: report.calculationId,
          taxpayer: report.taxpayer.name,
          restsOn: report.restsOn,
        })),
    auditTrailCsv(report),
    auditWorkbook({ report, facts, history, reconciliation }),
  ]
  return { files: [coverPage({ report, facts, history, files }), ...files], byHand: turboTax.byHand }
}

/** Named by its second, since two may be of one day. */
const recordFile = (sheet: AllocationSheet): ReportFile => ({
  ...allocationPdf(sheet),
  fileName: `safe-harbor-allocation-${sheet.recordedAt.slice(0, 19).replaceAll(':', '-')}.pdf`,
})
