import { csvLines } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { HOLDING_COLUMNS, holdingCells } from './workbook/history-lists.ts'
import type { Holdings } from './workbook/packet-records.ts'
import type { ReportFile } from './year-report.ts'

/** Columns with amounts of money, which the table rounds to cents. */
const MONEY: readonly string[] = ['Basis', 'FMV', 'Unrealized']

/** Lots that were open at the end of a day, as `holdings-2025-12-31.csv`. A figure that is not known is an empty cell. */
export function holdingsOfYearCsv({ day, lots }: Holdings): ReportFile {
  const header = HOLDING_COLUMNS.map((column) => column.header)
  const shown = (cell: string | null, column: string | undefined) => {
    if (cell === null || column === undefined) return cell
    if (column === 'Acquired') return usDate(cell)
    return MONEY.includes(column) ? cents(cell) : cell
  }
  return {
    fileName: `holdings-${day}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    rows: lots.length,
    chunks: csvLines(
      header,
      lots.map((lot) => holdingCells(lot).map((cell, i) => shown(cell, header[i]))),
    ),
  }
}
