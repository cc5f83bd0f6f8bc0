import type { ExportRow, OneYear } from '@lotbook/contract'

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
    name: 'TurboTax',
    text: 'Your disposals in TurboTax’s format. Rows that it cannot accept are listed.',
  },
  'audit-trail-csv': {
    name: 'Audit trail',
    text: 'Every disposal with its lot and the transactions behind both, and the checks the result passed.',
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
  'transactions-csv': {
    name: 'Transactions',
    text: 'Your whole history in our own template, which can be uploaded again.',
  },
}

/** Why a form's totals and the results above it are cents apart (a form's total is the sum of what the form shows). */
export const ROUNDING =
  'Results are exact and shown to the cent. A form rounds each row to the cent and adds up what it prints, so its totals can be a few cents from the results.'

/**
 * The exports of a tax year; transactions are exported of all years and without a calculation, amendments where a year was
 * filed.
 */
export const YEAR_KINDS = [
  'form-8949-pdf',
  'form-8949-csv',
  'schedule-d-csv',
  'income-csv',
  'gifts-donations-losses-pdf',
  'gifts-donations-losses-csv',
  'gift-records-pdf',
  'turbotax-csv',
  'audit-trail-csv',
] as const satisfies readonly ExportKind[]

/** Why a form of a year would have no line; undefined where it has one. An empty form is not filed. */
export function emptyReason(
  kind: (typeof YEAR_KINDS)[number],
  counts: OneYear['counts'],
  year: number,
): string | undefined {
  if (kind === 'income-csv') return counts.incomes > 0 ? undefined : `There is no income in ${year}.`
  if (kind.startsWith('gift'))
    return counts.removals > 0 ? undefined : `Nothing was given away, donated or lost in ${year}.`
  return counts.disposals > 0 ? undefined : `Nothing was sold, traded or spent in ${year}.`
}

/** Whether an export is still being made. */
export function isBeingMade({ state }: Pick<ExportRow, 'state'>): boolean {
  return state === 'queued' || state === 'running'
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
