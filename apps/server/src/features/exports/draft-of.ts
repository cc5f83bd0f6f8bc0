import { PRINTED_KINDS, TAX_PROGRAM_KINDS } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { calculationOfYear, changesSince } from '../../calculating/keep/done-calculation.ts'
import { filingOf } from '../../calculating/keep/open-when-filed.ts'
import type { ExportKind } from './export-kinds.ts'
import { formRests } from './form-rests.ts'

/** Exports that say whether they are final: forms, the papers that a return is filled in from, and steps that say whether files may be used. */
const FORMS: readonly ExportKind[] = [
  ...PRINTED_KINDS,
  ...TAX_PROGRAM_KINDS,
  'schedule-d-csv',
  'income-csv',
  'gifts-donations-losses-pdf',
  'gifts-donations-losses-csv',
  'form-1099-da-csv',
  'notice-reply-pdf',
]

/**
 * Why the forms of a year are a draft: lines rest on open items, the history changed since the calculation, or a Form 1099-DA that is
 * expected has not been answered for. Null where they are not, where the export is no form, and of a filed year, whose forms are as they were sent.
 */
export async function draftOf(
  tx: Tx,
  userId: string,
  kind: ExportKind,
  year: number | null,
): Promise<string | null> {
  if (year === null || !FORMS.includes(kind)) return null
  const calculation = await calculationOfYear(tx, userId, year)
  if ((await filingOf(tx, userId, year, calculation)) !== null) return null
  const { lines, open_lines, forms_expected } = await formRests(tx, userId, 'form-8949-pdf', year)
  const reasons = [
    ...(open_lines > 0
      ? [
          `${count(open_lines)} of ${count(lines)} ${lines === 1 ? 'line' : 'lines'} ${open_lines === 1 ? 'rests' : 'rest'} on items that are still open.`,
        ]
      : []),
    ...((await changesSince(tx, userId, calculation)) > 0
      ? ['The history has changed since this was calculated.']
      : []),
    ...(forms_expected.length > 0
      ? [expectedWords(forms_expected.map(({ account_name }) => account_name))]
      : []),
  ]
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** `Form 1099-DA is expected from Coinbase and not entered.` */
function expectedWords(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  const rest = names.length - 3
  return `Form 1099-DA is expected from ${rest > 0 ? `${shown} and ${count(rest)} more` : shown} and not entered.`
}

const count = (n: number) => n.toLocaleString('en-US')
