import type { BrokerFormFile, BrokerLine, BrokerResult } from '@lotbook/contract'
import type { BrokerLineLoss, BrokerLineOutcome } from '@lotbook/journal'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

interface OutcomeWords {
  readonly name: string
  readonly text: string
  readonly look: StatusLook
}

/** Each outcome in a word or two, with its meaning for the return. */
export const OUTCOME_WORDS: Readonly<Record<BrokerLineOutcome, OutcomeWords>> = {
  agrees: { name: 'Agrees', text: 'The form and your history say the same.', look: 'done' },
  proceeds_differ: {
    name: 'Proceeds differ',
    text: 'Column (d) has the proceeds of the form. Column (g) has the difference.',
    look: 'notes',
  },
  basis_differs: {
    name: 'Basis differs',
    text: 'The form has another cost basis than your history. Code B says so.',
    look: 'notes',
  },
  basis_missing: {
    name: 'Basis missing',
    text: 'The form says that basis was reported to the IRS and shows none.',
    look: 'warn',
  },
  term_differs: {
    name: 'Term differs',
    text: 'The form has the other term. The sale is in the part that is right, with code T.',
    look: 'notes',
  },
  transferred_in: {
    name: 'Transferred in',
    text: 'The coins came from another account, so the broker does not know their cost basis. Yours counts.',
    look: 'notes',
  },
  aggregate: {
    name: 'Total of many',
    text: 'The form has one total. Form 8949 lists each sale.',
    look: 'notes',
  },
  only_on_form: {
    name: 'Only on the form',
    text: 'No sale in your history fits. The IRS has it, and your return does not.',
    look: 'warn',
  },
  only_with_us: {
    name: 'Only in your history',
    text: 'No line of a form is of this sale.',
    look: 'optional',
  },
  replaced: {
    name: 'Does not count',
    text: 'The form is void, or a corrected one took its place.',
    look: 'optional',
  },
}

/** The choices of a loss of a line. */
export const LOSS_WORDS: Readonly<Record<BrokerLineLoss, string>> = {
  as_on_form: 'As on the form',
  deductible: 'Deductible in full',
  not_deductible: 'Not deductible',
}

/** The effect of boxes 1i and 5 of a line, and when a loss is not deductible. */
export function lossHint({ wash_sale_loss, is_loss_not_allowed }: BrokerLine): string {
  if (wash_sale_loss !== null)
    return 'Box 1i goes into column (g) with code W. Choose “Deductible in full” if no wash sale applies.'
  if (is_loss_not_allowed)
    return 'Box 5 takes the loss back with code L. Choose “Deductible in full” if that is wrong.'
  return 'A loss on personal-use property, or on a sale to a related party, is not deductible: code L.'
}

/** `3 lines, 2 sales`, where a result is of more than one of each. */
export function sizeWords({ line_count, sale_count }: BrokerResult): string | undefined {
  if (line_count <= 1 && sale_count <= 1) return undefined
  return [counted(line_count, 'line'), counted(sale_count, 'sale')].filter((part) => part !== '').join(', ')
}

/** Boxes of Form 8949 with their codes: `K, code E`. */
export function filedWords({ filed }: BrokerResult): string {
  return [...new Set(filed.map(({ box, code }) => (code === '' ? box : `${box}, code ${code}`)))].join('; ')
}

/** The result of an import in a sentence or two: `2 lines added for 2025.` */
export function fileWords({ added, repeated, alike, years }: BrokerFormFile): string {
  const parts = [
    added === 0 ? 'No line was added.' : `${counted(added, 'line')} added${yearsWords(years)}.`,
    ...(repeated > 0
      ? [`${counted(repeated, 'line')} ${repeated === 1 ? 'was' : 'were'} there already.`]
      : []),
    ...(alike > 0
      ? [
          `${counted(alike, 'line')} ${alike === 1 ? 'repeats another' : 'repeat others'} in the file and counts all the same.`,
        ]
      : []),
  ]
  return parts.join(' ')
}

function yearsWords(years: BrokerFormFile['years']): string {
  if (years.length === 0) return ''
  return ` for ${new Intl.ListFormat('en').format(years.map(({ year }) => year.toString()))}`
}

function counted(n: number, word: string): string {
  return n === 0 ? '' : `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
}
