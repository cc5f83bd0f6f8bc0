import { form8949Pdf } from '../form-8949-pdf.ts'
import { isDirect } from '../form-8949.ts'
import { form8949Statement } from '../form-8949-statement.ts'
import { type FormShape, shapedForm } from '../form-8949-summary.ts'
import type { ReportFile, YearReport } from '../year-report.ts'
import { OFFICIAL_FORMS, type OfficialKind } from './form-fields.ts'
import { tooLongToFill } from './most-pages.ts'
import { isRefused, type OfficialForm, type RefusedForm } from './official-form.ts'
import { hasSchedule1 } from './schedule-1-lines.ts'

/** The forms of the IRS by their kind, those that are there and those that were refused. */
export type OfficialForms = ReadonlyMap<OfficialKind, OfficialForm | RefusedForm>

/** Forms as they are filed, and what a person is told about those that are not there. */
export interface FiledForms {
  readonly files: readonly ReportFile[]
  readonly notes: readonly string[]
}

/** The forms of a year that are filled, in their order; those without a line are left out. */
export function formsToFill(report: YearReport): OfficialKind[] {
  const isListed = report.disposals.some((line) => !isDirect(report, line))
  return [
    ...(isListed ? (['form-8949'] as const) : []),
    ...(report.disposals.length > 0 ? (['schedule-d'] as const) : []),
    ...(hasSchedule1(report) ? (['schedule-1'] as const) : []),
  ]
}

const INSTEAD: Readonly<Record<OfficialKind, string>> = {
  'form-8949': 'Form 8949 as Lotbook draws it is there instead; it has the same rows, boxes and totals.',
  'schedule-d': 'The lines of Schedule D are in its table (CSV).',
  'schedule-1': 'The lines of Schedule 1 are in the table of income by line (CSV).',
}

/**
 * Forms of a year on the pages of the IRS. Where one is not there, is not the expected one or would be too long, a note says so by name,
 * and Form 8949 is drawn. In summary, Form 8949 has its statement behind it.
 */
export async function filedForms(
  report: YearReport,
  officials: OfficialForms,
  kinds: readonly OfficialKind[],
  shape: FormShape = 'rows',
): Promise<FiledForms> {
  const files: ReportFile[] = []
  const notes: string[] = []
  for (const kind of kinds) {
    const official = officialOf(kind, report, officials, shape)
    if (typeof official === 'string') notes.push(`${official} ${INSTEAD[kind]}`)
    else files.push(await fill(kind, report, official, shape))
    if (kind !== 'form-8949') continue
    if (typeof official === 'string') files.push(form8949Pdf(report, 'cents', shape))
    if (shape === 'summary') files.push(form8949Statement(report))
  }
  return { files, notes }
}

/** The form to fill, or why there is none. */
function officialOf(
  kind: OfficialKind,
  report: YearReport,
  officials: OfficialForms,
  shape: FormShape,
): OfficialForm | string {
  const official = officials.get(kind)
  if (official === undefined) return `${OFFICIAL_FORMS[kind].name} of ${report.year} is not there.`
  if (isRefused(official)) return official.refused
  const tooLong = kind === 'form-8949' ? tooLongToFill(shapedForm(report, 'cents', shape)) : null
  return tooLong ?? official
}

// What reads and fills PDFs is loaded with the first form: most runs of the command line fill none.

async function fill(
  kind: OfficialKind,
  report: YearReport,
  official: OfficialForm,
  shape: FormShape,
): Promise<ReportFile> {
  switch (kind) {
    case 'form-8949':
      return (await import('./form-8949-official.ts')).form8949Official(report, official, 'cents', shape)
    case 'schedule-d':
      return (await import('./schedule-d-official.ts')).scheduleDOfficial(report, official)
    case 'schedule-1':
      return (await import('./schedule-1-official.ts')).schedule1Official(report, official)
  }
}

/** A file of the IRS as the form of a year, or why it is not that form (`checkedForm`). */
export async function readOfficialForm(
  kind: OfficialKind,
  year: number,
  bytes: Uint8Array,
): Promise<OfficialForm | RefusedForm> {
  return (await import('./read-official-form.ts')).checkedForm(kind, year, bytes)
}
