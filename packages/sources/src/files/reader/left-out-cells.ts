import type { FileFormat } from './csv-format.ts'
import { perSheet } from './per-sheet.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell, isBlankRow } from './table.ts'

/**
 * The row with the cells that a spreadsheet left out at its end because they were empty. Undefined where one of them is of a column that
 * is never empty, or the cells that are there may belong to other columns: then one is missing further ahead.
 */
export function withCellsLeftOut(row: Row, sheet: Sheet, format: FileFormat): Row | undefined {
  const { cells } = row
  const places = [...sheet.header.keys()].slice(cells.length)
  // Of empty cells at the end a spreadsheet leaves out all.
  if (cleanCell(cells.at(-1) ?? '') === '') return undefined
  if (!places.every((place) => mayBeEmpty(place, sheet, format))) return undefined
  if (!areInPlace(cells, sheet, format)) return undefined
  return row.withCells([...cells, ...places.map(() => '')])
}

/** Names of columns with texts that many rows have none of, in any export. */
const TEXT_COLUMN =
  /\b(?:notes?|remarks?|comments?|descriptions?|memo|tags?|labels?|address(?:es)?|hash|tx ?hash|tx ?id|links?|url|references?|message|details?|info|payment method|counterparty|other)\b/i

/** True of a column of texts that a row may have nothing in: by its name, or empty in rows that are whole. */
function mayBeEmpty(place: number, sheet: Sheet, format: FileFormat): boolean {
  const { shapes } = wholeRows(sheet)
  if (shapes[place]?.has(AMOUNT) === true || shapes[place]?.has(DATE) === true) return false
  if (shapes[place]?.has('') === true) return true
  const name = (sheet.header[place] ?? '').replaceAll('_', ' ')
  return TEXT_COLUMN.test(name) || (format.emptyColumns ?? []).some((text) => sheet.columnOf(text) === place)
}

/**
 * True where cells look like those of their columns. An amount or a date in the last place is sure to be in its own, for a cell missing
 * ahead of it would have put the text behind it there. Texts behind the last one need whole rows that look the same, or no whole row at
 * all and more than one that lacks the same cells: nobody loses a cell in every row.
 */
function areInPlace(cells: readonly string[], sheet: Sheet, format: FileFormat): boolean {
  const { shapes, count, areAlike } = wholeRows(sheet)
  const isFirm = (shape: string) => shape === AMOUNT || shape === DATE
  const own = cells.map(shapeOf)
  const wanted = (place: number): ReadonlySet<string> =>
    count > 0 && shapes[place]?.size !== 0 ? (shapes[place] ?? new Set()) : shapesByName(place, sheet, format)
  const lastFirm = own.findLastIndex((shape, i) => isFirm(shape) && wanted(i).has(shape))
  if (lastFirm === -1) return false
  return own.every((shape, i) => {
    const known = wanted(i)
    if (i > lastFirm) return count === 0 ? areAlike : known.has(shape)
    return (
      shape === '' ||
      known.size === 0 ||
      (isFirm(shape) ? known.has(shape) : [...known].some((one) => !isFirm(one) && one !== ''))
    )
  })
}

const AMOUNT = 'amount'
const DATE = 'date'

/** The shape of the cells of a column by its name, where no row is whole. */
function shapesByName(place: number, sheet: Sheet, format: FileFormat): ReadonlySet<string> {
  const name = sheet.header[place] ?? ''
  if (format.dateColumns.some((column) => sheet.columnOf(column) === place)) return new Set([DATE])
  return new Set(
    /\b(?:amount|quantity|fees?|total|change|balance|price)\b/i.test(name) &&
      !/currency|asset|coin|unit/i.test(name)
      ? [AMOUNT]
      : [],
  )
}

/** The shapes of cells that each column has in rows that are whole. */
const wholeRows = perSheet((sheet) => {
  const whole = sheet.rows.filter(({ cells }) => cells.length >= sheet.header.length)
  const lengths = sheet.rows.flatMap((row) => (isBlankRow(row) ? [] : [row.cells.length]))
  return {
    count: whole.length,
    /** True of rows that all lack the same cells. */
    areAlike: lengths.length > 1 && new Set(lengths).size === 1,
    shapes: sheet.header.map(
      (_, i): ReadonlySet<string> => new Set(whole.map(({ cells }) => shapeOf(cells[i] ?? ''))),
    ),
  }
})

/** What a cell looks like: an amount, a date, or the kind of letters and marks that it is written in. */
function shapeOf(cell: string): string {
  const text = cleanCell(cell)
  if (text === '') return ''
  if (/^[-+(]?\s*(?:[$€£]|[A-Z]{3} )?\s*[-+]?\d[\d.,']*(?:e[-+]?\d+)?\)?$/i.test(text)) return AMOUNT
  if (/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text) || /\d{1,2}:\d{2}/.test(text)) return DATE
  if (/\s/.test(text)) return 'words'
  if (text.length > 20 && /\d/.test(text)) return 'long'
  const marks = [/[A-Z]/, /[a-z]/, /\d/, /_/].map((mark) => (mark.test(text) ? '1' : '0'))
  return marks.join('')
}
