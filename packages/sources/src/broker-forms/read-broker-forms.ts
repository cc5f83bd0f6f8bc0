import { decimalMarkOf } from '../reading/amount-text.ts'
import { dateOrderOf } from '../reading/time-text.ts'
import type { SourceFile } from '../files/reader/file-reading.ts'
import { HEADER_LINES } from '../files/reader/limits.ts'
import { openFile } from '../files/reader/open-tables.ts'
import { cleanCell, isBlankRow, Refusal, type TableRow } from '../files/reader/table.ts'
import { isMonthFirst, NEEDED_COLUMNS, placesOf, type Column } from './broker-form-columns.ts'
import { fdxRows } from './fdx-forms.ts'
import { totalProblems } from './form-totals.ts'
import { isTotalName, LineReader, type NamedCells } from './line-reader.ts'
import type { BrokerFormProblem, StatedBrokerLine } from './stated-broker-line.ts'

/** Lines of a form that one file may hold. */
export const MAX_BROKER_LINES = 100_000

export type BrokerFormReading =
  | {
      readonly outcome: 'lines'
      readonly lines: readonly StatedBrokerLine[]
      readonly problems: readonly BrokerFormProblem[]
    }
  | { readonly outcome: 'refused'; readonly message: string }

/** Reads Forms 1099-DA from a file: our template as CSV or workbook, or the JSON of FDX. A line that cannot be read is a problem with its line and column. */
export function readBrokerForms(file: SourceFile): BrokerFormReading {
  const text = jsonIn(file)
  if (text !== undefined) {
    const found = fdxRows(text)
    return typeof found === 'string' ? { outcome: 'refused', message: found } : linesOf(found)
  }
  try {
    const { tables, whole } = openFile(file, 'whole')
    for (const table of tables)
      for (const row of table.rows.slice(0, HEADER_LINES)) {
        const header = row.cells.map(cleanCell)
        const places = placesOf(header)
        if (NEEDED_COLUMNS.every((column) => places.has(column))) {
          const rows = whole(table).rows.filter((one) => one.line > row.line && !isBlankRow(one))
          return linesOf(
            rows.map((one) => cellsOf(one, places)),
            isMonthFirst(header),
          )
        }
      }
    return { outcome: 'refused', message: NO_HEADER }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'refused', message: error.refused.message }
  }
}

const NO_HEADER = `No header of a Form 1099-DA was found. Use the template with the columns ${NEEDED_COLUMNS.join(', ')}, or the JSON of FDX.`

function cellsOf({ line, broken, cells }: TableRow, places: ReadonlyMap<Column, number>): NamedCells {
  return {
    line,
    broken,
    cells: new Map([...places].map(([column, place]) => [column, cleanCell(cells[place] ?? '')])),
  }
}

function linesOf(rows: readonly NamedCells[], monthFirst = false): BrokerFormReading {
  if (rows.length > MAX_BROKER_LINES)
    return {
      outcome: 'refused',
      message: `The file has more than ${MAX_BROKER_LINES.toLocaleString('en')} lines. Split it.`,
    }
  const cellsIn = (...columns: Column[]) =>
    rows.flatMap(({ cells }) => columns.map((column) => cells.get(column) ?? ''))
  const dates = dateOrderOf(cellsIn('dateAcquired', 'dateOfSale'))
  if (dates.isAmbiguous && !monthFirst)
    return {
      outcome: 'refused',
      message: 'Dates like 3/4/2025 can be read two ways. Write them as 2025-03-04.',
    }
  const mark = decimalMarkOf(cellsIn('units', 'proceeds', 'costBasis')) ?? 'comma'
  const problems: BrokerFormProblem[] = []
  const totals = rows.filter(({ cells }) => isTotalName(cells.get('digitalAssetName') ?? ''))
  const isTotal = new Set(totals)
  const lines = rows.flatMap((row) => {
    if (isTotal.has(row)) return []
    const reader = new LineReader(row, monthFirst ? 'month-first' : (dates.order ?? 'month-first'), mark)
    const line = reader.read()
    problems.push(...reader.problems)
    return line === undefined ? [] : [line]
  })
  return { outcome: 'lines', lines, problems: [...problems, ...totalProblems(totals, lines, mark)] }
}

/** The text of a file that is JSON. */
function jsonIn({ bytes }: SourceFile): string | undefined {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/, '')
    .trimStart()
  return start.startsWith('{') || start.startsWith('[') ? new TextDecoder().decode(bytes) : undefined
}
