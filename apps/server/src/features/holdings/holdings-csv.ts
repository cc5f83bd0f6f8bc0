import { formatInstant } from '@lotbook/journal'
import { csvLines, type CsvRow } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import { accountNames } from './account-names.ts'
import { heldAssets } from './held-assets.ts'
import { listHoldings } from './list-holdings.ts'
import { figuresOf } from './list-lots.ts'
import { amountOf } from './lot-gain.ts'
import type { LotsAsOf } from './lots-as-of.ts'
import { lotColumns, type LotRow } from './stored-lots.ts'

const ORIGINS = {
  own_price: 'Your price file',
  price: 'Price history',
  transaction: 'Your transaction',
  currency: 'Currency',
} as const

/** Holdings as CSV, an asset per line. An unknown figure is an empty cell. */
export async function holdingsCsv(tx: Tx, userId: string, at: Date, asOf?: LotsAsOf): Promise<Buffer> {
  const { data, currency } = await listHoldings(tx, userId, { page: 'all', show: 'all' }, at, asOf)
  return fileOf(
    [
      'Asset',
      'Asset Id',
      'Quantity',
      'Held Over a Year',
      'Lots',
      'Price',
      'Price At',
      'Price From',
      'Value',
      'Cost Basis',
      'Unrealized Gain Long-term',
      'Unrealized Gain Short-term',
      'Currency',
    ],
    data.holdings.map((held) => [
      held.symbol,
      held.asset,
      held.quantity,
      held.long_quantity,
      held.lots?.toString() ?? null,
      held.price?.price ?? null,
      held.price === null ? null : formatInstant(Date.parse(held.price.at)),
      held.price === null ? null : ORIGINS[held.price.origin],
      held.value,
      held.basis,
      held.gain?.long ?? null,
      held.gain?.short ?? null,
      currency,
    ]),
  )
}

/** Lots read at a time, so that a million of them are never in memory at once. */
const fetchLots = sql`fetch 5000 from open_lots`

/** Every open lot, by asset and the oldest first. */
export async function lotsCsv(tx: Tx, userId: string, at: Date): Promise<Buffer> {
  const { assets, currency, today } = await heldAssets(tx, userId, at)
  const symbols = new Map(assets.map(({ asset, symbol }) => [asset, symbol]))
  const accounts = assets.flatMap(({ parts }) => parts.map(({ account }) => account))
  const nameOf = await accountNames(tx, userId, accounts)
  const prices = await lastPrices(tx, userId, [...symbols.keys()], at)
  const header = [
    'Asset',
    'Asset Id',
    'Account',
    'Acquired',
    'Quantity',
    'Cost Basis',
    'Value',
    'Unrealized Gain',
    'Term',
    'Long-term From',
    'Currency',
    'Transaction Id',
  ]
  const parts: Buffer[] = [fileOf(header, [])]
  // One statement reads all of them, so that a calculation that ends meanwhile is seen in all lots or in none.
  await tx.run(sql`
    declare open_lots no scroll cursor for select l.asset_id as asset, ${lotColumns} from lots l
    where l.user_id = ${userId} order by l.asset_id, l.acquired, l.n`)
  for (;;) {
    const rows = await tx.all<LotRow & { asset: string }>(fetchLots)
    if (rows.length === 0) break
    parts.push(
      linesOf(
        rows.map((row) => {
          const price = prices.get(row.asset)
          const lot = figuresOf(row, price === undefined ? null : amountOf(price.price), today)
          return [
            symbols.get(row.asset) ?? row.asset,
            row.asset,
            nameOf(row.account_id).name,
            row.acquired,
            lot.quantity,
            lot.basis,
            lot.value,
            lot.gain,
            lot.term === 'long' ? 'Long-term' : 'Short-term',
            lot.long_term_from,
            currency,
            row.transaction_id,
          ]
        }),
      ),
    )
  }
  return Buffer.concat(parts)
}

function fileOf(header: readonly string[], rows: readonly CsvRow[]): Buffer {
  return Buffer.from([...csvLines(header, rows)].join(''))
}

/** Lines without a head. */
function linesOf(rows: readonly CsvRow[]): Buffer {
  const [, ...lines] = csvLines([], rows)
  return Buffer.from(lines.join(''))
}
