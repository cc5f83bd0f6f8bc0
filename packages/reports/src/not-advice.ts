import type { CsvRow } from './csv.ts'

/** A sentence at the foot of papers that a return is prepared from. */
export const NOT_ADVICE =
  'Worked out from the records that were imported and the answers that were given; not tax advice. Review it before you file.'

interface Rests {
  readonly restsOn: string | null
  /** Why the forms of the year are not final yet. */
  readonly draft?: string | null
}

/** The notes of a paper: that it is a draft, what its figures rest on, where that is known, and that it is no advice. */
export function closingNotes({ restsOn, draft = null }: Rests): readonly string[] {
  return [
    ...(draft === null ? [] : [`Draft, not to be filed. ${draft}`]),
    ...(restsOn === null ? [] : [`Figures rest on: ${restsOn}`]),
    NOT_ADVICE,
  ]
}

/** The same as last lines of a table that people read; `columns` are as many as its head has. */
export function closingRows(of: Rests, columns: number): CsvRow[] {
  return closingNotes(of).map((note) => [`Note: ${note}`, ...Array<null>(columns - 1).fill(null)])
}
