import type { EXPORT_KINDS } from '@lotbook/contract'
import {
  amendmentCsv,
  amendmentPdf,
  auditTrailCsv,
  doneeRecords,
  filedForms,
  form8949Csv,
  form8949Pdf,
  form8949Statement,
  formsToFill,
  incomeCsv,
  interestPaidCsv,
  incomeLinesCsv,
  removalsCsv,
  removalsPdf,
  scheduleDCsv,
  turboTaxCsv,
  workpaperFiles,
  type AmendmentReport,
  type ByHand,
  type FormShape,
  type OfficialForms,
  type OfficialKind,
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
  return kind.startsWith('schedule-d-') || kind === 'filing-packet'
}

/** Whether an export prints income, each kind of which has its line of the return. */
export function printsIncome(kind: ExportKind): boolean {
  return kind === 'income-csv' || kind === 'schedule-1-official' || kind === 'filing-packet'
}

export function amendmentFile(kind: AmendmentKind, report: AmendmentReport): ReportFile {
  return kind === 'amendment-pdf' ? amendmentPdf(report) : amendmentCsv(report)
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
}

/** The files of an export, and what a person is told about them. */
export interface ExportFiles {
  readonly files: readonly ReportFile[]
  readonly byHand: readonly ByHand[]
  readonly notes: readonly string[]
}

/** The files of an export, and what a person has to enter by hand beside them. A packet takes the professional's papers along. */
export async function reportFiles(
  kind: ReportKind,
  report: YearReport,
  papers: WorkpapersReport | undefined,
  on: PrintedOn,
): Promise<ExportFiles> {
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
    case 'turbotax-csv':
      return { ...turboTaxCsv(report), notes: [] }
    case 'audit-trail-csv':
      return only(auditTrailCsv(report))
    case 'filing-packet':
      return packetFiles(report, papers, on)
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

/** Everything that a return of the year is filed with and kept with: each form and list that has a line. */
async function packetFiles(
  report: YearReport,
  papers: WorkpapersReport | undefined,
  { officials, shape }: PrintedOn,
): Promise<ExportFiles> {
  const turboTax = report.disposals.length > 0 ? turboTaxCsv(report) : { files: [], byHand: [] }
  const forms =
    officials.size > 0
      ? await filedForms(report, officials, formsToFill(report), shape)
      : { files: report.disposals.length > 0 ? drawnForm(report, shape) : [], notes: [] }
  const files = [
    ...forms.files,
    ...(report.disposals.length > 0 ? [form8949Csv(report), scheduleDCsv(report), ...turboTax.files] : []),
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
  return { files, byHand: turboTax.byHand, notes: forms.notes }
}
