/** A row of cells; null is an empty cell. */
export type CsvRow = readonly (string | null)[]

/**
 * Comma-separated values as RFC 4180: CRLF, quotes where needed, no byte order mark. Cells that a spreadsheet
 * would take for a formula are made plain text (SE8), numbers are left as they are. Rows are written as they
 * come, so that a file of any length needs no more memory than a row.
 */
export function* csvLines(header: readonly string[], rows: Iterable<CsvRow>): Generator<string> {
  yield `${header.map(csvCell).join(',')}\r\n`
  for (const row of rows) yield `${row.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

/** One cell: safe from spreadsheets, quoted where the format asks for it. */
export function csvCell(text: string): string {
  const safe = neutral(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
/** After optional white space, what starts a formula in some spreadsheet, full-width forms included. */
// eslint-disable-next-line no-control-regex
const FORMULA = /^\s*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

/** The same after a semicolon, a tab or a line break, where spreadsheets of other countries begin a cell, quoted or not. */
// eslint-disable-next-line no-control-regex
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@\0\uff1d\uff0b\uff0d\uff20])/g

function neutral(text: string): string {
  if (NUMBER.test(text)) return text
  const inner = text.replace(INNER_FORMULA, "$1'")
  return FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${inner}` : inner
}
