import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

const split = gluedPair(COMMON_QUOTES)

/** The name by which a key's history knows the same fill. */
function fillId(row: Row): string {
  const pair = split(row.text('Spot Pairs'))
  const id = row.text('Transaction ID')
  return pair === undefined || id === '' ? '' : `trade ${pair.base}/${pair.quote} ${id}`
}

/** Bybit, spot orders. A time of day without seconds stands before its day. */
export const bybitSpotOrders = tradeTable({
  id: 'bybit-spot-orders',
  family: 'bybit-spot-orders',
  name: 'Bybit spot order history',
  sourceSlug: 'bybit',
  exchange: 'Bybit',
  headers: [
    {
      cells: [
        ...['Spot Pairs', 'Order Type', 'Direction', 'Filled Value', 'Filled Price', 'Filled Quantity'],
        ...['Fees', 'Transaction ID', 'Order No.', 'Timestamp (UTC)'],
      ],
    },
  ],
  timeZone: 'UTC',
  timeText: (text) => text.trim().replace(/^(\d{1,2}:\d{2}(?::\d{2})?) (\d{4}-\d{2}-\d{2})$/, '$2 $1'),
  time: 'Timestamp (UTC)',
  side: { column: 'Direction', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Spot Pairs', split },
  base: { amount: 'Filled Quantity' },
  quote: { amount: 'Filled Value' },
  fee: { amount: 'Fees', isIn: 'received' },
  asset: tickers(),
  records: [{ kind: 'bybit-api', id: fillId }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
})
