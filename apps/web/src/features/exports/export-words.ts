import type { ExportRow, OneYear, TAX_PROGRAM_KINDS } from '@lotbook/contract'

export type ExportKind = ExportRow['kind']

export interface ExportWords {
  readonly name: string
  readonly text: string
}

/** Name and contents of each export. */
export const exportWords: Readonly<Record<ExportKind, ExportWords>> = {
  'form-8949-pdf': {
    name: 'Form 8949 PDF',
    text: 'Every disposal on pages laid out like the form, by box, with totals.',
  },
  'form-8949-csv': {
    name: 'Form 8949 CSV',
    text: 'The same rows as a table, with the columns of the form.',
  },
  'form-8949-official': {
    name: 'Form 8949 (IRS form)',
    text: 'The official form, filled in, with as many pages as it takes. Your name and Social Security number go on it.',
  },
  'schedule-d-official': {
    name: 'Schedule D (IRS form)',
    text: 'The official form, filled in. Its fields stay open for the rest of your return.',
  },
  'schedule-1-official': {
    name: 'Schedule 1 (IRS form)',
    text: 'The official form with your income from digital assets. Its fields stay open for other income.',
  },
  'schedule-d-csv': { name: 'Schedule D', text: 'Lines 1a to 22, with carryover and the limit of a loss.' },
  'income-csv': {
    name: 'Income',
    text: 'Every receipt that is income, with its value, price source and line of the return.',
  },
  'gifts-donations-losses-pdf': {
    name: 'Gifts, donations and losses PDF',
    text: 'What Forms 8283, 709 and 4684 ask for, every lot with its term, and what is missing.',
  },
  'gifts-donations-losses-csv': {
    name: 'Gifts, donations and losses',
    text: 'The same lot by lot as a table, for the forms that ask for them.',
  },
  'gift-records-pdf': {
    name: 'Records for donees',
    text: 'One for each gift: its lots with dates and basis, and its value that day.',
  },
  'turbotax-csv': {
    name: 'TurboTax Online',
    text: 'Your sales in TurboTax’s columns. Rows that it cannot take are listed.',
  },
  txf: { name: 'TXF', text: 'Your sales for TurboTax Desktop and H&R Block Desktop.' },
  'taxact-csv': { name: 'TaxAct', text: 'Your sales in TaxAct’s columns, or a row for each box.' },
  'hr-block-summary': {
    name: 'H&R Block Online',
    text: 'Totals of each box to type in, and the statement to attach.',
  },
  'freetaxusa-summary': {
    name: 'FreeTaxUSA',
    text: 'Totals of each box to type in, and the statement to attach.',
  },
  'drake-csv': { name: 'Drake Tax', text: 'Your sales for Drake’s Form 8949 import.' },
  'fdx-json': { name: 'FDX', text: 'Your sales by account as FDX tax data.' },
  'plain-8949-csv': {
    name: 'Another program',
    text: 'Form 8949 as a plain table, for a program that matches columns.',
  },
  'audit-trail-csv': {
    name: 'Audit trail',
    text: 'Every disposal with its lot and the transactions behind both, and the checks the result passed.',
  },
  'form-1099-da-csv': {
    name: 'Forms 1099-DA',
    text: 'Each line of the forms beside your sales, with the outcome, box, code and difference.',
  },
  'notice-reply-pdf': {
    name: 'Reply to a notice',
    text: 'Proceeds that the IRS has beside yours, line by line, with the reason for each difference.',
  },
  'filing-packet': {
    name: 'Filing packet',
    text: 'All forms and lists of the year in one archive: a cover page, holdings at start and end, an audit workbook whose figures lead to file and line, the workpapers of your tax professional where there are any, and a list of what is in it.',
  },
  'amendment-pdf': {
    name: 'Amendment PDF',
    text: 'A filed year before and after, every line that differs, and why.',
  },
  'amendment-csv': { name: 'Amendment CSV', text: 'The same lines as a table, with exact amounts.' },
  'amendment-packet': {
    name: 'Amended return',
    text: 'The lines of Form 1040-X, the corrected Form 8949 and Schedule D, and the amendment as PDF and CSV.',
  },
  'transactions-csv': {
    name: 'Transactions',
    text: 'Your whole history in our own template, which can be uploaded again.',
  },
}

/** Why a form's totals and the results above it are cents apart (a form's total is the sum of what the form shows). */
export const ROUNDING =
  'Results are exact and shown to the cent. A form rounds each row to the cent and adds up what it prints, so its totals can be a few cents from the results.'

/**
 * The exports of a tax year beside those for tax programs; transactions are exported of all years and without a calculation, amendments where a year was
 * filed.
 */
export const YEAR_KINDS = [
  'form-8949-pdf',
  'form-8949-csv',
  'form-8949-official',
  'schedule-d-official',
  'schedule-1-official',
  'schedule-d-csv',
  'income-csv',
  'gifts-donations-losses-pdf',
  'gifts-donations-losses-csv',
  'gift-records-pdf',
  'audit-trail-csv',
  'form-1099-da-csv',
  'notice-reply-pdf',
] as const satisfies readonly ExportKind[]

/** Why a form of a year would have no line; undefined where it has one. An empty form is not filed. */
export function emptyReason(
  kind: (typeof YEAR_KINDS | typeof TAX_PROGRAM_KINDS)[number],
  counts: OneYear['counts'],
  year: number,
): string | undefined {
  if (kind === 'income-csv' || kind === 'schedule-1-official')
    return counts.incomes > 0 ? undefined : `There is no income in ${year}.`
  if (kind.startsWith('gift'))
    return counts.removals > 0 ? undefined : `Nothing was given away, donated or lost in ${year}.`
  return counts.disposals > 0 ? undefined : `Nothing was sold, traded or spent in ${year}.`
}

/** Whether an export is still being made. */
export function isBeingMade({ state }: Pick<ExportRow, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** How far an export is that is being made: its pages, of a long paper. */
export function progressText({ pages }: Pick<ExportRow, 'pages'>): string {
  if (pages === null) return 'Creating…'
  return `Creating… ${pages.done.toLocaleString()} of ${pages.of.toLocaleString()} pages`
}

/** Says who made a file where it was somebody else than the reader expects, or why it cannot be downloaded. */
export function makerText(
  { made_by, can_download }: Pick<ExportRow, 'made_by' | 'can_download'>,
  isViewing: boolean,
): string | undefined {
  if (!isViewing) return made_by === 'professional' ? 'Made by your tax professional' : undefined
  if (can_download) return undefined
  return made_by === 'customer' ? 'Only your client can download this file.' : 'Made by another professional.'
}

/**
 * The export of a kind and year that still says what the results say: the newest one that was made after the
 * calculation, or undefined.
 */
export function currentExport(
  exports: readonly ExportRow[],
  wanted: { readonly kind: ExportKind; readonly year: number; readonly calculatedAt: string },
): ExportRow | undefined {
  return exports.find(
    ({ kind, tax_year, created_at }) =>
      kind === wanted.kind && tax_year === wanted.year && created_at >= wanted.calculatedAt,
  )
}
