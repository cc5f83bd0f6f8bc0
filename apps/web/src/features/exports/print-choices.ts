import { PRINTED_KINDS, type Printing } from '@lotbook/contract'
import { maskedTaxId, parseTaxId } from '@lotbook/journal'
import type { ExportKind } from './export-words.ts'

/** Exports that ask whose forms they are before they are made; the drawn form has the name of the profile and is made at once. */
export function asksWhose(kind: ExportKind): boolean {
  return kind !== 'form-8949-pdf' && PRINTED_KINDS.some((one) => one === kind)
}

/** Whether an export has Form 8949 in it, which may be in summary. */
export function hasForm8949(kind: ExportKind): boolean {
  return kind === 'form-8949-official' || kind === 'filing-packet'
}

/** The fields of the dialog, as they are typed. */
export interface PrintFields {
  readonly name: string
  readonly number: string
  readonly isSummary: boolean
  readonly above: string
}

/** What is wrong with the fields, by field; none where they can be printed. */
export function printProblems({
  number,
  isSummary,
  above,
}: PrintFields): Partial<Record<'number' | 'above', string>> {
  const isNumber = number.trim() === '' || parseTaxId(number) !== undefined
  const isCount = !isSummary || /^\d{1,9}$/.test(above.trim())
  return {
    ...(isNumber ? {} : { number: 'Enter all nine digits, or leave it empty.' }),
    ...(isCount ? {} : { above: 'Enter a number of sales.' }),
  }
}

/** Whether a name has letters that no Social Security card has. */
export function isInAnotherScript(name: string): boolean {
  return /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(name)
}

/** The request of the fields. */
export function printingOf({ name, number, isSummary, above }: PrintFields): Printing {
  return {
    name: name.trim(),
    tax_id: parseTaxId(number) ?? '',
    summary_above: isSummary ? parseInt(above, 10) : null,
  }
}

/** How the number will stand on the form, as far as a screen shows it. */
export function maskedNumber(number: string): string {
  return maskedTaxId(parseTaxId(number) ?? '')
}

/** Pages that a filled Form 8949 of so many sales has at least: each has room for 11 (14 up to 2024). */
export function pagesAtLeast(sales: number, year: number): number {
  return Math.ceil(sales / (year >= 2025 ? 11 : 14))
}
