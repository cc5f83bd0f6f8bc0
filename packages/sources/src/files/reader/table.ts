import type { RefusalCode, RefusedOutcome } from './file-reading.ts'

/** One row of a table as it stands in the file. */
export interface TableRow {
  /** 1-based line of the text, or row of the sheet. */
  readonly line: number
  readonly cells: readonly string[]
  /** Set when the row could not be split into cells; its text is the only cell. */
  readonly broken?: string
  /** Set on the last row of a text that does not end with a line end: it may be cut. */
  readonly isUnended?: true
  /** Set on a header below the first one. */
  readonly header?: SecondHeader
}

/** A header in the middle of a table: of a report whose rows are read by it, or of one that they cannot be read by. */
export interface SecondHeader {
  readonly isRead: boolean
  readonly message: string
}

/** A text file under one delimiter, or one sheet of a workbook. */
export interface Table {
  /** Name of the sheet, null for text. */
  readonly sheet: string | null
  /** Separator of cells; null in a workbook, whose cells are separate as they are. */
  readonly delimiter: Delimiter | null
  /** Days without a format of dates are counted from 1904 in this workbook, not from 1900. */
  readonly is1904?: boolean
  readonly rows: readonly TableRow[]
}

export type Delimiter = ',' | ';' | '\t' | '|'
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']

/** Thrown inside the readers of tables only, and turned into an outcome at their door. */
export class Refusal extends Error {
  readonly refused: RefusedOutcome

  constructor(code: RefusalCode, message: string, at: { line?: number; column?: string } = {}) {
    super(message)
    this.refused = { outcome: 'refused', code, message, ...at }
  }
}

/**
 * A cell as everything reads it: no byte order mark, no-break spaces as spaces, no white space around, and no apostrophe with which a
 * spreadsheet keeps a date or figure from being changed.
 */
export function cleanCell(text: string): string {
  // Most cells have none of these, and looking is cheaper than replacing.
  const plain = ODD_SPACES.test(text) ? text.replace(/\uFEFF/g, '').replace(/[\u00A0\u202F]/g, ' ') : text
  const trimmed = plain.trim()
  return APOSTROPHE.test(trimmed) ? trimmed.slice(1) : trimmed
}

const APOSTROPHE = /^['’](?=[-+($€£]?[\d.])/

const ODD_SPACES = /[\uFEFF\u00A0\u202F]/

export function isBlankRow(row: TableRow): boolean {
  return row.cells.every((cell) => cleanCell(cell) === '')
}
