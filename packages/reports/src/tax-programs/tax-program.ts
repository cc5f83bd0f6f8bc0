import type { Form8949Row } from '../form-8949.ts'
import type { YearReport } from '../year-report.ts'

/** Programs that a file is made for, by the name of their export. */
export const TAX_PROGRAM_IDS = [
  'turbotax-csv',
  'txf',
  'taxact-csv',
  'hr-block-summary',
  'freetaxusa-summary',
  'drake-csv',
  'fdx-json',
  'plain-8949-csv',
] as const
export type TaxProgramId = (typeof TAX_PROGRAM_IDS)[number]

/** Description of a tax program and its file, in words for a customer. */
export interface TaxProgram {
  readonly id: TaxProgramId
  readonly name: string
  /** Content of the file in a sentence. */
  readonly carries: string
  /** Most rows that the program takes, and where that figure comes from. */
  readonly limit: string
  /** Aggregation rule: what happens to a year with more rows than that. */
  readonly beyond: string
  /** Version and day of an import that was tried; null where nobody has. */
  readonly checked: { readonly version: string; readonly on: string } | null
  /** Facts that no page of the maker confirms. */
  readonly unconfirmed: readonly string[]
  readonly steps: readonly string[]
  /** First tax year that the format is defined for. */
  readonly firstYear?: number
}

/** A file format that has a line for each row of Form 8949. */
export interface RowFormat {
  readonly program: TaxProgram
  /** Beginning of the names of its files. */
  readonly stem: string
  readonly extension: string
  readonly mediaType: string
  readonly rowsPerFile: number
  /** Reason that a person has to enter the row; undefined where the file carries it. */
  readonly byHand: (row: Form8949Row) => string | undefined
  /** Name of a series of files that the row is kept apart in; empty for the usual one. */
  readonly series?: (row: Form8949Row) => string
  /** Note on the rows of a series that is kept apart. */
  readonly seriesNote?: string
  /** Whether rows stand by account before they stand by box. */
  readonly isByAccount?: boolean
  /** Whether box and exact quantity of each row are in a list beside the file, since the file has no place for them. */
  readonly isListed: boolean
  readonly chunks: (rows: Iterable<Form8949Row>, report: YearReport) => Iterable<string>
}

/** Says whether an import into the program was tried. */
export function checkedLine({ checked }: Pick<TaxProgram, 'checked'>): string {
  return checked === null
    ? 'Not checked with the program.'
    : `Checked with version ${checked.version} on ${checked.on}.`
}

/** Reason that a program has no file for a year; undefined where it has one. */
export function notInYear({ name, firstYear = 0 }: TaxProgram, year: number): string | undefined {
  return year < firstYear ? `${name} starts with tax year ${firstYear}.` : undefined
}
