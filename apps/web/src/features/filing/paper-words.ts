import type { PacketPaper } from '@lotbook/contract'

/** A paper of the packet with every file that holds it. */
export interface PaperSheet {
  readonly name: string
  readonly files: readonly PacketPaper[]
  /** The file that is shown: what is printed before the same as a table. */
  readonly shown: PacketPaper
}

/** Names of papers by how their files begin; a longer beginning stands before a shorter one. */
const NAMES: readonly (readonly [stem: string, name: string])[] = [
  ['cover-page', 'Cover page'],
  ['form-8949', 'Form 8949'],
  ['form-1099-da', 'Form 1099-DA'],
  ['schedule-d', 'Schedule D'],
  ['tax-software/', 'Tax software'],
  ['8949-statement', 'Form 8949 statement'],
  ['notice-reply', 'Reply to a notice'],
  ['estimated-tax-payments', 'Estimated tax payments'],
  ['income-by-line', 'Income by line'],
  ['income', 'Income'],
  ['interest-paid', 'Interest paid'],
  ['gifts-donations-losses', 'Gifts, donations and losses'],
  ['gift-record', 'Record for a donee'],
  ['safe-harbor-allocation', 'Safe Harbor allocation'],
  ['workpapers', 'Workpapers'],
  ['sign-offs', 'Sign-offs'],
  ['questions', 'Questions'],
  ['tick-marks', 'Tick marks'],
  ['open-points', 'Open points'],
  ['audit-trail', 'Audit trail'],
  ['audit-workbook', 'Audit workbook'],
]

/** Papers by name, in the order of the packet. */
export function sheetsOf(papers: readonly PacketPaper[]): PaperSheet[] {
  const named = Map.groupBy(papers, ({ file_name }) => nameOf(file_name))
  return [...named].map(([name, files]) => ({
    name,
    files,
    shown: files.find(({ pdf }) => pdf !== null) ?? files[0]!,
  }))
}

function nameOf(fileName: string): string {
  const day = /^holdings-(\d{4}-\d{2}-\d{2})/.exec(fileName)?.[1]
  if (day !== undefined) return `Holdings ${day}`
  return NAMES.find(([stem]) => fileName.startsWith(stem))?.[1] ?? fileName.replace(/\.\w+$/, '')
}

/** `PDF, CSV`. */
export function kindsOf({ files }: PaperSheet): string {
  const kinds = files.map(({ file_name }) => file_name.slice(file_name.lastIndexOf('.') + 1).toUpperCase())
  return [...new Set(kinds)].join(', ')
}
