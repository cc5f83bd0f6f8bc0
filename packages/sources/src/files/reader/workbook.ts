import * as XLSX from '@e965/xlsx'
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROWS } from './limits.ts'
import { Refusal, type Table, type TableRow } from './table.ts'
import { serialToLocal } from '../../reading/time-text.ts'
import { safeWorkbook } from './zip-check.ts'

/**
 * The sheets of an Excel workbook as tables of text. Values are the cached ones; formulas, macros and links
 * are not looked at. Numbers become the shortest text that names the same number, dates ISO text without
 * a zone.
 *
 * @throws Refusal for what is damaged, unsafe, too large or no workbook.
 */
export function workbookTables(bytes: Uint8Array, container: 'zip' | 'ole2', maxRows = MAX_ROWS): Table[] {
  const checked = container === 'zip' ? safeWorkbook(bytes) : bytes
  const workbook = open(checked, maxRows)
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  return workbook.SheetNames.flatMap((name) => {
    const sheet = workbook.Sheets[name]
    return sheet === undefined ? [] : [{ sheet: name, delimiter: null, is1904, rows: rowsOf(sheet, is1904) }]
  })
}

function open(bytes: Uint8Array, maxRows: number) {
  try {
    return XLSX.read(bytes, {
      type: 'array',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      bookVBA: false,
      sheetRows: maxRows + 1,
    })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : ''
    if (/password|encrypt/i.test(message))
      throw new Refusal('unsupported_workbook', 'The workbook is protected by a password.')
    throw new Refusal(
      'broken_workbook',
      'The workbook is damaged or was cut off. Download it again and upload the new file.',
    )
  }
}

function rowsOf(sheet: XLSX.WorkSheet, is1904: boolean): TableRow[] {
  const data = (sheet['!data'] ?? []) as (XLSX.CellObject | undefined)[][]
  if (data.length > MAX_ROWS)
    throw new Refusal('too_many_rows', `A sheet has more than ${MAX_ROWS.toLocaleString('en')} rows.`)
  const rows: TableRow[] = []
  // Sparse: a row or cell that nothing was written to is a hole.
  for (let r = 0; r < data.length; r++) {
    const row = data[r] ?? []
    const cells: string[] = []
    for (let c = 0; c < Math.min(row.length, MAX_COLUMNS + 1); c++) cells.push(cellText(row[c], is1904))
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > MAX_COLUMNS)
      throw new Refusal('too_many_columns', `Line ${r + 1} has more than ${MAX_COLUMNS} columns.`, {
        line: r + 1,
      })
    const long = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH)
    if (long !== -1)
      throw new Refusal('cell_too_long', `Line ${r + 1}, column ${long + 1} is too long.`, {
        line: r + 1,
        column: String(long + 1),
      })
    rows.push({ line: r + 1, cells: cells.length === 0 ? [''] : cells })
  }
  while (rows.length > 0 && rows.at(-1)?.cells.every((cell) => cell === '')) rows.pop()
  return rows
}

function cellText(cell: XLSX.CellObject | undefined, is1904: boolean): string {
  if (cell === undefined || cell.v === undefined || cell.v === null || cell.t === 'z') return ''
  // Left as what it is, so that a column that needs an amount says it has none.
  if (cell.t === 'e') return ERRORS[Number(cell.v)] ?? '#ERROR!'
  if (cell.t === 'n' && typeof cell.v === 'number') {
    return typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z) && cell.v > 0 && cell.v < 2_958_466
      ? dateText(cell.v, is1904)
      : String(cell.v)
  }
  if (cell.v instanceof Date) return cell.v.toISOString().slice(0, 23)
  return String(cell.v)
}

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}

/** ISO text of the wall clock; only the time of day where the serial has no day. */
function dateText(serial: number, is1904: boolean): string {
  const text = new Date(serialToLocal(serial, is1904)).toISOString().slice(0, 23).replace('T', ' ')
  return serial < 1 ? text.slice(11) : text
}
