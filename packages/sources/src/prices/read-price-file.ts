import { assetAt, type Instant } from '@lotbook/journal'
import { formatDecimal, isNegative, isZero } from '@lotbook/money'
import { decimalMarkOf, parseAmount, type DecimalMark } from '../reading/amount-text.ts'
import type { SourceFile } from '../files/reader/file-reading.ts'
import { shown } from '../reading/shown.ts'
import { HEADER_LINES } from '../files/reader/limits.ts'
import { openFile } from '../files/reader/open-tables.ts'
import { cleanCell, isBlankRow, Refusal, type Table, type TableRow } from '../files/reader/table.ts'
import { type DateOrder, dateOrderOf, parseTimeText } from '../reading/time-text.ts'
import { OnePriceEach } from './one-price-each.ts'
import type { PriceFileReading, PriceProblem } from './price-file-reading.ts'
import {
  assetName,
  isAssetName,
  priceColumnsOf,
  priceGridOf,
  type PriceColumns,
  type PriceGrid,
} from './price-columns.ts'

/** Prices that one file may hold: hourly closes of ten years, with room to spare. */
export const MAX_PRICES = 100_000

/** The template to download: the layout that says everything itself. */
export const PRICE_TEMPLATE_HEADER = ['Asset', 'Date', 'Price', 'Currency'] as const

export interface PriceFileOptions {
  /** The currency that prices are wanted in; rows in another are set aside. */
  readonly currency: string
  /** Asset of the prices; used if the file does not name one. */
  readonly asset?: string | undefined
  /** Prices of a later moment are set aside. */
  readonly now: Instant
}

/**
 * Read a price file: our template (Asset, Date, Price, Currency in any order), the Date, Open, High, Low, Close of common
 * downloads, or a date and a column for each asset. Times are UTC where they name no zone. A row that cannot be used is
 * a problem with its line and column, and the rest goes in; nothing is guessed.
 */
export function readPriceFile(file: SourceFile, options: PriceFileOptions): PriceFileReading {
  try {
    const { tables, whole } = openFile(file, 'whole')
    const found = headerIn(tables)
    if (found === undefined) return { outcome: 'refused', message: NO_HEADER }
    const rows = whole(found.table)
      .rows.filter((row) => row.line > found.header.line && !isBlankRow(row))
      .map((row) => ({ ...row, cells: row.cells.map(cleanCell) }))
    return rowsRead({ ...found, rows }, options)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'refused', message: error.refused.message }
  }
}

const NO_HEADER =
  'No header with a date and a price was found. Use the template, or a file with the columns Date and Close.'

interface Found {
  readonly table: Table
  readonly header: TableRow
  readonly columns: PriceColumns | PriceGrid
}

function headerIn(tables: readonly Table[]): Found | undefined {
  for (const read of [priceColumnsOf, priceGridOf]) {
    for (const table of tables) {
      for (const row of table.rows.slice(0, HEADER_LINES)) {
        const header = { ...row, cells: row.cells.map(cleanCell) }
        const columns = read(header.cells)
        if (columns !== undefined) return { table, header, columns }
      }
    }
  }
  return undefined
}

/** A price as the file states it, before it is known to be one. */
interface Cell {
  readonly row: TableRow
  readonly asset: string
  readonly at: number
}

function rowsRead(
  { header, columns, rows }: Found & { readonly rows: readonly TableRow[] },
  options: PriceFileOptions,
): PriceFileReading {
  const isGrid = 'length' in columns
  const dateAt = isGrid ? 0 : columns.dateAt
  const named = options.asset === undefined || options.asset === '' ? undefined : assetName(options.asset)
  if (!isGrid && columns.assetAt === -1 && named === undefined) return { outcome: 'asset-missing' }

  const dates = dateOrderOf(rows.map((row) => row.cells[dateAt] ?? ''))
  if (dates.isAmbiguous)
    return {
      outcome: 'refused',
      message: 'Dates like 3/4/2024 can be read two ways. Write them as 2024-03-04.',
    }
  const marks = decimalMarkOf(
    rows.flatMap(({ cells }) =>
      isGrid ? columns.map(({ at }) => cells[at] ?? '') : [cells[columns.priceAt] ?? ''],
    ),
  )
  const problems: PriceProblem[] = []
  const reader: RowReader = {
    header: header.cells,
    order: dates.order ?? 'month-first',
    mark: marks ?? 'comma',
    ...options,
    problems,
  }
  const kept = new OnePriceEach()
  const add = (at: Instant | undefined, cell: Cell | undefined) => {
    if (at === undefined || cell === undefined) return
    const price = priceIn(cell, reader)
    if (price === undefined) return
    const column = header.cells[cell.at] ?? null
    const repeat = kept.add({ line: cell.row.line, column, asset: assetAt(cell.asset, at), at, price })
    if (repeat !== undefined) problems.push(repeat)
  }
  for (const row of rows) {
    if (row.broken !== undefined) {
      problems.push({ line: row.line, column: null, value: null, message: `${row.broken}.` })
      continue
    }
    const at = instantIn(row, dateAt, reader)
    if (at === undefined) continue
    // An empty cell of a grid means that the file has no price, which is no fault of the row.
    if (isGrid) {
      for (const { asset, at: column } of columns)
        if (parseAmount(row.cells[column] ?? '', marks) !== null) add(at, { row, asset, at: column })
    } else if (isInCurrency(row, columns, reader)) {
      const asset = columns.assetAt === -1 ? named : assetIn(row, columns, reader)
      add(at, asset === undefined ? undefined : { row, asset, at: columns.priceAt })
    }
    if (kept.size > MAX_PRICES)
      return {
        outcome: 'refused',
        message: `The file has more than ${MAX_PRICES.toLocaleString('en')} prices. Split it.`,
      }
  }
  return { outcome: 'prices', prices: kept.prices, problems }
}

interface RowReader extends PriceFileOptions {
  readonly header: readonly string[]
  readonly order: DateOrder
  readonly mark: DecimalMark
  readonly problems: PriceProblem[]
}

function problem({ header, problems }: RowReader, row: TableRow, column: number, message: string): undefined {
  const value = row.cells[column] ?? ''
  problems.push({ line: row.line, column: header[column] ?? null, value: shown(value), message })
  return undefined
}

function instantIn(row: TableRow, column: number, reader: RowReader): Instant | undefined {
  const text = row.cells[column] ?? ''
  const at = instantOf(text, reader.order)
  if (at === undefined) return problem(reader, row, column, 'This is not a date.')
  return at > reader.now ? problem(reader, row, column, 'This is in the future.') : at
}

/** An instant as price files write it, Unix seconds and milliseconds too; UTC where no zone is named. */
function instantOf(text: string, order: DateOrder): Instant | undefined {
  if (/^1\d{9}(\.0+)?$/.test(text)) return Number.parseInt(text, 10) * 1000
  if (/^1\d{12}$/.test(text)) return Number.parseInt(text, 10)
  const time = parseTimeText(text, order)
  return time?.kind === 'instant' ? time.at : time?.local
}

function priceIn({ row, at }: Cell, reader: RowReader): string | undefined {
  const amount = parseAmount(row.cells[at] ?? '', reader.mark)
  if (amount === null) return problem(reader, row, at, 'There is no price.')
  if (amount === undefined) return problem(reader, row, at, 'This is not a price.')
  if (isNegative(amount.value)) return problem(reader, row, at, 'A price is not negative.')
  if (isZero(amount.value)) return problem(reader, row, at, 'A price of 0 is no price.')
  return formatDecimal(amount.value)
}

function isInCurrency(row: TableRow, { currencyAt: currency }: PriceColumns, reader: RowReader): boolean {
  const stated = currency === -1 ? '' : (row.cells[currency] ?? '').toUpperCase()
  if (stated === '' || stated === reader.currency) return true
  problem(reader, row, currency, `Prices are needed in ${reader.currency}.`)
  return false
}

/** The asset that a row names; of a pair such as BTC/USD the first, where the second is the currency. */
function assetIn(row: TableRow, { assetAt: asset }: PriceColumns, reader: RowReader): string | undefined {
  const text = row.cells[asset] ?? ''
  const [, base, quote] = /^([A-Za-z0-9.]{1,20})[/-]([A-Za-z]{3,5})$/.exec(text) ?? []
  if (base !== undefined && quote?.toUpperCase() === reader.currency) return assetName(base)
  if (text === '') return problem(reader, row, asset, 'There is no asset.')
  return isAssetName(text) ? assetName(text) : problem(reader, row, asset, 'This is not an asset.')
}

/** The template as CSV: its header and nothing below, so that nothing of ours is imported. */
export function priceTemplateCsv(): string {
  return `${PRICE_TEMPLATE_HEADER.join(',')}\r\n`
}
