import { assetAt } from '@lotbook/journal'
import { formatDecimal, isNegative, isZero, parseDecimal } from '@lotbook/money'
import Papa from 'papaparse'

/** A daily price of the installation's own history, which is for all of its customers. */
export interface TablePrice {
  readonly asset: string
  readonly currency: string
  /** The UTC day that it is the close of: `2024-01-31`. */
  readonly day: string
  /** Of one unit, exact decimal text. */
  readonly price: string
  /** Who says so. */
  readonly provider: string
}

/** A line of a table that is not used, and why. */
export interface TableProblem {
  readonly line: number
  readonly message: string
}

export const PRICE_TABLE_HEADER = 'Asset,Currency,Date,Price,Provider'
const COLUMNS = PRICE_TABLE_HEADER.split(',')
/** What is said of a price whose line names no provider. */
const UNNAMED = 'Imported price table'
const LONGEST = 200

/** A price as a line of the table. */
export function priceTableLine({ asset, currency, day, price, provider }: TablePrice): string {
  return [asset, currency, day, price, provider].map(cell).join(',')
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * The prices of a table, and the lines that are none. Its columns may stand in any order; Provider may be left out.
 *
 * @throws Error for a text that is no such table.
 */
export function readPriceTable(text: string): {
  readonly prices: readonly TablePrice[]
  readonly problems: readonly TableProblem[]
} {
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: 'greedy' })
  const header = (data[0] ?? []).map((name) => name.replace(/^\uFEFF/, '').trim())
  const at = Object.fromEntries(COLUMNS.map((name) => [name, header.indexOf(name)]))
  const missing = COLUMNS.filter((name) => name !== 'Provider' && at[name] === -1)
  if (missing.length > 0)
    throw new Error(
      `This is no table of prices: it has no column ${missing.join(', ')}. Its header is ${PRICE_TABLE_HEADER}.`,
    )
  const prices: TablePrice[] = []
  const problems: TableProblem[] = []
  for (const [n, row] of data.entries()) {
    if (n === 0) continue
    const of = (name: string) => row[at[name] ?? -1]?.trim() ?? ''
    const price = parseDecimal(of('Price'))
    const day = of('Date')
    const problem = problemOf({ asset: of('Asset'), currency: of('Currency'), day, provider: of('Provider') })
    if (problem !== undefined) problems.push({ line: n + 1, message: problem })
    else if (price === undefined || isNegative(price) || isZero(price))
      problems.push({ line: n + 1, message: `This is not a price: ${of('Price')}` })
    else
      prices.push({
        asset: assetAt(of('Asset'), Date.parse(`${day}T00:00:00Z`)),
        currency: of('Currency'),
        day,
        price: formatDecimal(price),
        provider: of('Provider') === '' ? UNNAMED : of('Provider'),
      })
  }
  return { prices, problems }
}

function problemOf({ asset, currency, day, provider }: Omit<TablePrice, 'price'>): string | undefined {
  if (asset === '' || asset.length > LONGEST) return 'It names no asset.'
  if (!/^[A-Z]{3}$/.test(currency)) return `This is not a currency: ${currency}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
    return `This is not a day: ${day}`
  return provider.length > LONGEST ? 'The name of its provider is too long.' : undefined
}
