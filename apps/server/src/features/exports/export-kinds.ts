import { TAX_PROGRAM_KINDS, type EXPORT_KINDS } from '@lotbook/contract'
import {
  allProgramFiles,
  amendedReturnCsv,
  amendmentCsv,
  amendmentPdf,
  allocationPdf,
  auditTrailCsv,
  auditWorkbook,
  coverPage,
  doneeRecords,
  estimatedPaymentsCsv,
  filedForms,
  form8949Csv,
  form8949Pdf,
  form8949Statement,
  formsToFill,
  holdingsOfYearCsv,
  incomeCsv,
  interestPaidCsv,
  incomeLinesCsv,
  removalsCsv,
  removalsPdf,
  scheduleDCsv,
  taxProgramFiles,
  workpaperFiles,
  type AllocationSheet,
  type AmendmentReport,
  type ByHand,
  type FormShape,
  type OfficialForms,
  type OfficialKind,
  type PacketFacts,
  type PacketHistory,
  type ReportFile,
  type TaxProgramId,
  type WorkpapersReport,
  type YearReport,
} from '@lotbook/reports'
import type { BrokerPapers } from './broker-papers.ts'

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

/** Whether an export of a filed year has the Forms 1099-DA as of its filing alone; an amendment, a reply and the packet with it follow today's. */
export function isShownAsFiled(kind: ExportKind): boolean {
  return !isAmendment(kind) && kind !== 'notice-reply-pdf' && kind !== 'filing-packet'
}

/** Whether an export prints Schedule D, which looks at the years before. */
export function printsScheduleD(kind: ExportKind): boolean {
  return kind.startsWith('schedule-d-') || kind === 'filing-packet'
}

/** Whether an export lists sales, of which some may stand on Schedule D alone. */
export function printsSales(kind: ExportKind): boolean {
  return kind.startsWith('form-8949-') || isTaxProgram(kind)
}

/** Whether an export prints income, each kind of which has its line of the return. */
export function printsIncome(kind: ExportKind): boolean {
  return kind === 'income-csv' || kind === 'schedule-1-official' || kind === 'filing-packet'
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

const OFFICIAL: Readonly<Partial<Record<ExportKind, readonly OfficialKind[]>>> = {
  'form-8949-official': ['form-8949'],
  'schedule-d-official': ['schedule-d'],
  'schedule-1-official': ['schedule-1'],
  'filing-packet': ['form-8949', 'schedule-d', 'schedule-1'],
}

/** The forms of the IRS that an export is printed on: a packet only where somebody said whose forms they are. */
export function formsOf(kind: ExportKind, isPrinted: boolean): readonly OfficialKind[] {
  return kind === 'filing-packet' && !isPrinted ? [] : (OFFICIAL[kind] ?? [])
}

/** How an export is printed. */
export interface PrintedOn {
  /** The forms of the IRS that are there, or why one is not. */
  readonly officials: OfficialForms
  readonly shape: FormShape
  readonly broker: BrokerPapers
}

/** The files of an export, and what a person is told about them. */
export interface ExportFiles {
  readonly files: readonly ReportFile[]
  readonly byHand: readonly ByHand[]
  readonly notes: readonly string[]
}

/** What a packet holds beside the rows of its year. */
export interface PacketParts {
  readonly facts: PacketFacts
  readonly history: PacketHistory
  /** Allocations on record that are in force. */
  readonly allocations: readonly AllocationSheet[]
  /** The professional's papers, where there are any. */
  readonly papers: WorkpapersReport | undefined
}

/** The files of an export, and what a person has to enter by hand beside them. */
export async function reportFiles(
  kind: Exclude<ReportKind, 'filing-packet'>,
  report: YearReport,
  on: PrintedOn,
): Promise<ExportFiles> {
  if (isTaxProgram(kind)) return { ...taxProgramFiles(kind, report), notes: [] }
  const only = (...files: ReportFile[]): ExportFiles => ({ files, byHand: [], notes: [] })
  switch (kind) {
    case 'form-8949-pdf':
      return only(...drawnForm(report, on.shape))
    case 'form-8949-csv':
      return only(form8949Csv(report))
    case 'form-8949-official':
      return { ...(await filedForms(report, on.officials, ['form-8949'], on.shape)), byHand: [] }
    case 'schedule-d-official':
      return orElse(await filedForms(report, on.officials, ['schedule-d']), () => scheduleDCsv(report))
    case 'schedule-1-official':
      return scheduleOne(report, on)
    case 'schedule-d-csv':
      return only(scheduleDCsv(report))
    case 'income-csv':
      return only(incomeCsv(report))
    case 'gifts-donations-losses-pdf':
      return only(removalsPdf(report))
    case 'gift-records-pdf':
      return only(...doneeRecords(report))
    case 'gifts-donations-losses-csv':
      return only(removalsCsv(report))
    case 'audit-trail-csv':
      return only(auditTrailCsv(report))
    case 'form-1099-da-csv':
      return only(...present(on.broker.reconciliation))
    case 'notice-reply-pdf':
      return only(...present(on.broker.reply))
  }
}

/** Form 8949 as Lotbook draws it, and the statement behind one in summary. */
function drawnForm(report: YearReport, shape: FormShape): ReportFile[] {
  const statement = shape === 'summary' ? [form8949Statement(report)] : []
  return [form8949Pdf(report, 'cents', shape), ...statement]
}

/** A schedule that is not there as a form is there as a table. */
function orElse({ files, notes }: Omit<ExportFiles, 'byHand'>, table: () => ReportFile): ExportFiles {
  return { files: files.length > 0 ? files : [table()], byHand: [], notes }
}

async function scheduleOne(report: YearReport, on: PrintedOn): Promise<ExportFiles> {
  const table = () => incomeLinesCsv(report)
  if (formsToFill(report).includes('schedule-1'))
    return orElse(await filedForms(report, on.officials, ['schedule-1']), table)
  const nothing = `No income of ${report.year} goes to Schedule 1; the table says which lines it goes to.`
  return { files: [table()], byHand: [], notes: [nothing] }
}

const present = (file: ReportFile | undefined) => (file === undefined ? [] : [file])

/** Whether an export prints the lines of Forms 1099-DA. */
export function printsBrokerLines(kind: ExportKind): boolean {
  return kind === 'form-1099-da-csv' || kind === 'notice-reply-pdf' || kind === 'filing-packet'
}

/** Everything that a return of the year is filed with and kept with: the cover page, each form and list that has a line, and the workbook. */
export async function packetFiles(
  report: YearReport,
  { facts, history, allocations, papers }: PacketParts,
  { officials, shape, broker }: PrintedOn,
): Promise<ExportFiles> {
  const software = report.disposals.length > 0 ? allProgramFiles(report) : { files: [], byHand: [] }
  const forms =
    officials.size > 0
      ? await filedForms(report, officials, formsToFill(report), shape)
      : { files: report.disposals.length > 0 ? drawnForm(report, shape) : [], notes: [] }
  const files = [
    ...forms.files,
    ...(report.disposals.length > 0 ? [form8949Csv(report), scheduleDCsv(report), ...software.files] : []),
    ...(report.incomes.length > 0 ? [incomeCsv(report), incomeLinesCsv(report)] : []),
    ...(report.interestPaid.length > 0 ? [interestPaidCsv(report)] : []),
    ...(report.paymentFacts.payments.length > 0 ? [estimatedPaymentsCsv(report)] : []),
    ...(report.removals.length + report.discovered.length > 0 ? [removalsPdf(report)] : []),
    ...(report.removals.length > 0 ? [removalsCsv(report)] : []),
    ...doneeRecords(report),
    ...present(broker.reconciliation),
    ...present(broker.reply),
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
    auditWorkbook({ report, facts, history, reconciliation: broker.found, brokerNames: broker.names }),
  ]
  const cover = coverPage({ report, facts, history, files })
  return { files: [cover, ...files], byHand: software.byHand, notes: forms.notes }
}

/** Named by its second, since two may be of one day. */
const recordFile = (sheet: AllocationSheet): ReportFile => ({
  ...allocationPdf(sheet),
  fileName: `safe-harbor-allocation-${sheet.recordedAt.slice(0, 19).replaceAll(':', '-')}.pdf`,
})
