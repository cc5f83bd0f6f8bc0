import { csvLines } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { HOLDING_COLUMNS } from './workbook/history-lists.ts'
import type { Holdings } from './workbook/packet-records.ts'
import type { Column } from './workbook/xlsx.ts'
import type { ReportFile } from './year-report.ts'

/** Columns with amounts of money, which the table rounds to cents. */
const MONEY: readonly string[] = ['Basis', 'FMV', 'Unrealized']

/** Lots that were open at the end of a day, as `holdings-2025-12-31.csv`. A figure that is not known is an empty cell. */
export function holdingsOfYearCsv({ day, lots }: Holdings): ReportFile {
  const shown = (cell: string | null, { header, kind }: Column) => {
    if (cell === null) return null
    if (kind === 'day') return usDate(cell)
    return MONEY.includes(header) ? cents(cell) : cell
  }
  return {
    fileName: `holdings-${day}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    rows: lots.length,
    chunks: csvLines(
      HOLDING_COLUMNS.map(({ header }) => header),
      lots.map((lot) => HOLDING_COLUMNS.map((column) => shown(column.cell(lot), column))),
    ),
  }
}
