import type { Row } from '../reader/row.ts'
import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

const rest = [
  'product',
  'side',
  'created at',
  'size',
  'size unit',
  'price',
  'fee',
  'total',
  'price/fee/total unit',
]

/** Trade ids count per market. */
const fillId = (row: Row): string =>
  row.text('trade id') === '' ? '' : `${row.text('product')}:${row.text('trade id')}`

/** Coinbase Pro and Advanced Trade, fills. The total of a buy has the fee in it, and that of a sell is left without it. */
export const coinbaseProFills = tradeTable({
  id: 'coinbasepro-fills',
  family: 'coinbasepro-fills',
  name: 'Coinbase Pro fills',
  sourceSlug: 'coinbase-pro',
  exchange: 'Coinbase Pro / Advanced Trade',
  headers: [{ cells: ['portfolio', 'trade id', ...rest] }, { cells: ['trade id', ...rest] }],
  timeZone: 'UTC',
  time: 'created at',

  side: { column: 'side', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'product', split: separatedPair },
  base: { amount: 'size', asset: 'size unit' },
  quote: { amount: 'total', asset: 'price/fee/total unit' },
  fee: { amount: 'fee', asset: 'price/fee/total unit', isIncluded: true },
  asset: tickers(),

  records: [{ kind: 'coinbase-pro-fill', id: fillId }],
  repeatedBy: fillId,
  externalId: fillId,
})
