import type { Collector } from '../../reading/collector.ts'
import type { FileFormat } from './csv-format.ts'
import { withCellsLeftOut } from './left-out-cells.ts'
import type { Row } from './row.ts'
import { isHeaderAgain } from './sections.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell, isBlankRow, type SecondHeader, type TableRow } from './table.ts'

/** The rows that are data: what is blank, a header, a footer or not even split into cells ends here. */
export function admitRows(rows: readonly Row[], sheet: Sheet, format: FileFormat, out: Collector): Row[] {
  const admitted: Row[] = []
  rows.forEach((written) => {
    const { raw } = written
    let row = written
    if (raw.broken !== undefined) out.error(row, 'broken_quotes', raw.broken)
    else if (raw.header !== undefined) readHeader(row, raw.header, out)
    else if (isBlankRow(raw)) out.skip([row], 'blank_row')
    else if (isCut(raw, sheet)) out.error(row, 'short_row', shortRow(raw, sheet))
    else if (isFooter(row, sheet, format)) out.skip([row], 'footer')
    else if (isHeaderAgain(raw, sheet.header)) out.skip([row], 'inner_header')
    else {
      if (isShort(raw, sheet)) {
        const whole = withCellsLeftOut(row, sheet, format)
        if (whole === undefined) return out.error(row, 'short_row', shortRow(raw, sheet))
        row = whole
      }
      if (raw.cells.slice(sheet.header.length + (format.extraCells ?? 0)).some((cell) => cell.trim() !== ''))
        out.note(
          row,
          'extra_cells',
          `The row has more cells than the header (${raw.cells.length} of ${sheet.header.length})`,
        )
      admitted.push(row)
    }
  })
  return admitted
}

/** A row of a text with fewer cells than the header: nothing says which of its cells are missing. */
function isShort({ cells }: TableRow, { header, isText }: Sheet): boolean {
  return isText && cells.length < header.length
}

/** The last line of a text that ends in the middle of it; a footer begins with words. */
function isCut(raw: TableRow, sheet: Sheet): boolean {
  if (raw.isUnended !== true || !isShort(raw, sheet)) return false
  const first = cleanCell(raw.cells[0] ?? '')
  const isWords = raw.cells.length === 1 ? /\p{L} /u.test(first) : /^[\p{L} .:]*$/u.test(first)
  return !isWords
}

function shortRow({ cells, isUnended }: TableRow, { header }: Sheet): string {
  const row = `The row has fewer cells than the header (${cells.length} of ${header.length})`
  return isUnended === true
    ? `${row}, and the file ends in it: export the file again`
    : `${row}, so nothing says which column each belongs to`
}

function readHeader(row: Row, { isRead, message }: SecondHeader, out: Collector): void {
  if (!isRead) return out.error(row, 'second_header', message)
  out.note(row, 'second_header', message)
  return out.skip([row], 'inner_header')
}

function isFooter(row: Row, sheet: Sheet, format: FileFormat): boolean {
  if (format.hasFooters === false) return false
  if (isHalfFilled(row.cells, sheet.header.length)) return false
  // The cells of a footer are few.
  const filled = row.cells.filter((cell) => cell.trim() !== '').length
  const isAlmostWhole = row.cells.length === sheet.header.length - 1
  if (isShort(row, sheet) && filled >= (isAlmostWhole ? DATA_CELLS - 1 : DATA_CELLS)) return false
  // A date that does not exist is an error, not a footer: a footer has words or nothing where the date is.
  return format.dateColumns.every((column) => {
    const text = row.text(column)
    return !/\d{3}|\d[-/.:]\d/.test(text) || hasWords(text)
  })
}

/** As many filled cells make a row of data, whatever stands where its date should be. */
const DATA_CELLS = 4

function isHalfFilled(cells: readonly string[], columns: number): boolean {
  let filled = 0
  for (const cell of cells) if (cell.trim() !== '' && ++filled * 2 >= columns) return true
  return filled * 2 >= columns
}

/** Whether a text says something beside a date. */
function hasWords(text: string): boolean {
  const words = text.slice(0, 400).match(/\p{L}{4,}/gu) ?? []
  return words.some((word) => !DATE_WORD.test(word))
}

const DATE_WORD =
  /^(?:january|february|march|april|june|july|august|sept(?:ember)?|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i
