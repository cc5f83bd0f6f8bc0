import type { CsvRow } from './csv.ts'

/** A sentence at the foot of papers that a return is prepared from. */
export const NOT_ADVICE =
  'Worked out from the records that were imported and the answers that were given; not tax advice. Review it before you file.'

/** The notes of a paper: what its figures rest on, where that is known, and that it is no advice. */
export function closingNotes({ restsOn }: { readonly restsOn: string | null }): readonly string[] {
  return restsOn === null ? [NOT_ADVICE] : [`Figures rest on: ${restsOn}`, NOT_ADVICE]
}

/** The same as last lines of a table that people read; `columns` are as many as its head has. */
export function closingRows(of: { readonly restsOn: string | null }, columns: number): CsvRow[] {
  return closingNotes(of).map((note) => [`Note: ${note}`, ...Array<null>(columns - 1).fill(null)])
}
