import { type Collector, roundedAway } from '../../reading/collector.ts'
import type { FileFormat } from './csv-format.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { normaliseHeader } from './signature.ts'
import { cleanCell } from './table.ts'

/** Figures as a spreadsheet shows long ones, six of them at most and an exponent: what came after them is lost. */
const ROUNDED = /^-?\d(?:\.\d{1,14})?E\+\d{2,3}$|^-?\d\.\d{5}E-\d{2,3}$/

/** A date and a time of day without seconds. */
const NO_SECONDS = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ,]+\d{1,2}:\d{2}(?: ?[AaPp][Mm])?$/

/** A person reads a few. */
const MOST_NOTES = 20

/** Notes what a spreadsheet did to an export that was opened in it and saved again, where its cells show it. */
export function noteDamage(rows: readonly Row[], sheet: Sheet, format: FileFormat, out: Collector): void {
  if (!sheet.isText) return
  let rounded = 0
  for (const row of rows)
    row.cells.forEach((cell, i) => {
      if (!cell.includes('E') || !ROUNDED.test(cleanCell(cell)) || ++rounded > MOST_NOTES) return
      const message = `${cleanCell(cell)} was rounded by a spreadsheet: upload the export as it came`
      out.note(row, 'rounded', message, sheet.header[i] ?? '', cleanCell(cell))
    })
  noteLostSeconds(rows, sheet, format, out)
}

function noteLostSeconds(
  rows: readonly Row[],
  sheet: Sheet,
  { dateColumns, isGeneric }: FileFormat,
  out: Collector,
) {
  const [first] = rows
  if (first === undefined || isGeneric === true) return
  for (const column of dateColumns) {
    if (!sheet.has(column) || /unix/i.test(column)) continue
    const times = rows.map((row) => row.text(column)).filter((text) => text !== '')
    if (times.length === 0 || !times.every((text) => NO_SECONDS.test(text))) continue
    const name = sheet.header.find((each) => normaliseHeader(each) === normaliseHeader(column)) ?? column
    const message =
      'No time has seconds, which happens when a spreadsheet saves the file: rows within one minute may be out of order'
    out.note(first, 'no_seconds', message, name)
  }
}

/** Zero as a spreadsheet shows a small amount; exports write it with all of their decimals, or leave it out. */
const NOTHING = /^-?0(?:[.,]0{1,2})?$/

const AMOUNT_COLUMN = /amount|quantity|volume|change|value|size|total|received|sent|credit|debit|coin/i
const NO_AMOUNT = /fee|price|rate|balance|tax|native|usd|eur|fiat|cost|worth/i

/** A column that names the asset of the amount beside it. */
const UNIT_COLUMN = /currency|asset|coin|unit|ticker|symbol/i

/**
 * Notes amounts that may have been rounded to nothing: of a row that was left out because it moved nothing, and of a side that names its
 * asset and has none of it.
 */
export function noteRoundedAway(rows: readonly Row[], sheet: Sheet, out: Collector): void {
  if (!sheet.isText) return
  const empty = new Set(out.skipped.flatMap((skip) => (skip.reason === 'zero_amount' ? skip.rows : [])))
  const said = new Set(out.notes.flatMap(({ code, row }) => (code === 'rounded' ? [row] : [])))
  const read = new Set(out.transactions.flatMap((transaction) => transaction.rows))
  const amounts = [...sheet.header.keys()].filter((i) => {
    const name = sheet.header[i] ?? ''
    return AMOUNT_COLUMN.test(name) && !NO_AMOUNT.test(name)
  })
  let noted = 0
  for (const row of rows) {
    const isRead = read.has(row.number) && !said.has(row.number)
    if ((!empty.has(row.number) && !isRead) || noted >= MOST_NOTES) continue
    const at = amounts.find(
      (i) => NOTHING.test(cleanCell(row.cells[i] ?? '')) && (!isRead || hasUnitBeside(row, sheet, i)),
    )
    if (at === undefined) continue
    noted++
    const cell = cleanCell(row.cells[at] ?? '')
    out.note(row, 'rounded', roundedAway(cell), sheet.header[at] ?? '', cell)
  }
}

function hasUnitBeside(row: Row, { header }: Sheet, at: number): boolean {
  return UNIT_COLUMN.test(header[at + 1] ?? '') && cleanCell(row.cells[at + 1] ?? '') !== ''
}

/** Notes rows that are dated up to a day after the import, once their dates are read. */
export function noteFuture(rows: readonly Row[], out: Collector): void {
  for (const row of rows) {
    const column = row.columnAhead
    if (column === undefined) continue
    const message = 'The date is in the future: it may be of another time zone than the file is read in'
    out.note(row, 'in_future', message, column, row.text(column))
  }
}
