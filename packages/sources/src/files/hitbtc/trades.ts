import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

const split = gluedPair(['USD', ...COMMON_QUOTES])
const date = /^Date \(.*\)$/i
const start = [
  date,
  'Instrument',
  'Trade ID',
  'Order ID',
  'Side',
  'Quantity',
  'Price',
  'Volume',
  'Fee',
  'Rebate',
]

/** The name by which a key's history knows the same fill. */
function fillId(row: Row): string {
  const pair = split(row.text('Instrument'))
  const id = row.text('Trade ID')
  return pair === undefined || id === '' ? '' : `trade ${pair.base}/${pair.quote} ${id}`
}

/** HitBTC, trades. A maker's fee may be below zero, or stand as a rebate: both were given. */
export const hitbtcTrades = tradeTable({
  id: 'hitbtc-trades',
  family: 'hitbtc-trades',
  name: 'HitBTC trades',
  sourceSlug: 'hitbtc',
  exchange: 'HitBTC',
  headers: [
    { cells: ['Email', ...start, 'Total', 'Taker'] },
    { cells: ['Email', ...start, 'Total'] },
    { cells: [...start, 'Total'] },
    { cells: ['Email', ...start, 'PnL', 'Total', 'Taker', 'Margin Mode'] },
  ],
  timeZone: 'UTC',
  zoneIn: zoneInHeader(date),
  columns: { Date: date },
  time: 'Date',
  side: { column: 'Side', buy: 'buy', sell: 'sell' },
  skipWhere: (row) => (/_PERP$/i.test(row.text('Instrument')) ? 'derivative' : undefined),
  pair: { column: 'Instrument', split },
  base: { amount: 'Quantity' },
  quote: { amount: 'Volume' },
  fee: [
    { amount: 'Fee', isRebate: 'negative' },
    { amount: 'Rebate', isRebate: 'always' },
  ],
  asset: tickers(),
  records: [{ kind: 'hitbtc-api', id: fillId }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
