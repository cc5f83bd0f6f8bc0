import { TAX_PROGRAM_KINDS, type EXPORT_KINDS } from '@lotbook/contract'
import {
  allProgramSteps,
  amendedReturnCsv,
  amendmentCsv,
  amendmentPdf,
  auditTrailCsv,
  doneeRecords,
  form8949Csv,
  form8949Pdf,
  incomeCsv,
  interestPaidCsv,
  incomeLinesCsv,
  removalsCsv,
  removalsPdf,
  scheduleDCsv,
  taxProgramSteps,
  workpaperFiles,
  type AmendmentReport,
  type ByHand,
  type ReportFile,
  type Steps,
  type TaxProgramId,
  type WorkpapersReport,
  type YearReport,
} from '@lotbook/reports'

/** Files with the rows that a person enters by hand beside them. */
interface MadeFiles {
  readonly files: readonly ReportFile[]
  readonly byHand: readonly ByHand[]
}

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

/** Whether an export is the file of a tax program; the compiler holds the two lists together. */
export function isTaxProgram(kind: ExportKind): kind is TaxProgramId {
  return TAX_PROGRAM_KINDS.some((one: TaxProgramId) => one === kind)
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

/**
 * The files of an amendment. Its packet has the corrected forms as well, which a filed year keeps apart.
 *
 * @param corrected the year as the newest calculation has it.
 */
export function amendmentFiles(
  kind: AmendmentKind,
  report: AmendmentReport,
  corrected: YearReport | undefined,
): readonly ReportFile[] {
  if (kind === 'amendment-pdf') return [amendmentPdf(report)]
  if (kind === 'amendment-csv') return [amendmentCsv(report)]
  const forms =
    corrected === undefined ? [] : [form8949Pdf(corrected), form8949Csv(corrected), scheduleDCsv(corrected)]
  return [
    amendmentPdf(report),
    amendmentCsv(report),
    amendedReturnCsv(report),
    ...forms.map((file) => ({ ...file, fileName: `corrected-forms/${file.fileName}` })),
  ]
}

/**
 * The files of an export, and what a person has to enter by hand beside them, in steps: a long year takes a while. A packet takes the
 * professional's papers along.
 */
export function* reportFiles(
  kind: ReportKind,
  report: YearReport,
  papers: WorkpapersReport | undefined,
): Steps<MadeFiles> {
  if (isTaxProgram(kind)) return yield* taxProgramSteps(kind, report)
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
    case 'audit-trail-csv':
      return { files: [auditTrailCsv(report)], byHand: [] }
    case 'filing-packet':
      return yield* packetFiles(report, papers)
  }
}

/** Everything that a return of the year is filed with and kept with: each form and list that has a line. */
function* packetFiles(report: YearReport, papers: WorkpapersReport | undefined): Steps<MadeFiles> {
  const software = report.disposals.length > 0 ? yield* allProgramSteps(report) : { files: [], byHand: [] }
  const files = [
    ...(report.disposals.length > 0
      ? [form8949Pdf(report), form8949Csv(report), scheduleDCsv(report), ...software.files]
      : []),
    ...(report.incomes.length > 0 ? [incomeCsv(report), incomeLinesCsv(report)] : []),
    ...(report.interestPaid.length > 0 ? [interestPaidCsv(report)] : []),
    ...(report.removals.length + report.discovered.length > 0 ? [removalsPdf(report)] : []),
    ...(report.removals.length > 0 ? [removalsCsv(report)] : []),
    ...doneeRecords(report),
    auditTrailCsv(report),
    ...(papers === undefined
      ? []
      : workpaperFiles(papers, {
          calculationId: report.calculationId,
          taxpayer: report.taxpayer.name,
          restsOn: report.restsOn,
        })),
  ]
  return { files, byHand: software.byHand }
}
