import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable, type TradeTable } from '../reader/trade-table.ts'

const split = gluedPair(COMMON_QUOTES)

/** The name by which a key's history knows the same fill. */
function fillId(row: Row): string {
  const pair = split(row.text('Spot Pairs'))
  const id = row.text('Transaction ID')
  return pair === undefined || id === '' ? '' : `trade ${pair.base}/${pair.quote} ${id}`
}

/** Spot fills in all their generations. A time of day without seconds stands before its day. */
const spot = {
  family: 'bybit-spot-orders',
  sourceSlug: 'bybit',
  exchange: 'Bybit',
  timeZone: 'UTC',
  timeText: (text) => text.trim().replace(/^(\d{1,2}:\d{2}(?::\d{2})?) (\d{4}-\d{2}-\d{2})$/, '$2 $1'),
  columns: { 'Timestamp (UTC)': /^Timestamp ?\(UTC(?:\+0)?\)$/i },
  time: 'Timestamp (UTC)',
  side: { column: 'Direction', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Spot Pairs', split },
  base: { amount: 'Filled Quantity', isGlued: true },
  quote: { amount: 'Filled Value', isGlued: true },
  asset: tickers(),
  records: [{ kind: 'bybit-api', id: fillId }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
} satisfies Partial<TradeTable>

const order = ['Spot Pairs', 'Order Type', 'Direction']
const filled = ['Filled Value', 'Filled Price', 'Filled Quantity', 'Fees', 'Transaction ID', 'Order No.']
const time = 'Timestamp (UTC)'

/** Bybit, spot fills. Those from before the unified account have their coins behind their amounts, and the local time first. */
export const bybitSpotOrders = tradeTable({
  ...spot,
  id: 'bybit-spot-orders',
  name: 'Bybit spot order history',
  headers: [
    { cells: [...order, ...filled, time] },
    { cells: ['Uid', ...order, ...filled, 'Timestamp (UTC+0)'] },
    { cells: ['Filled Time (Local Time)', ...order, ...filled, time] },
  ],
  fee: { amount: 'Fees', isIn: 'received', isGlued: true },
})

/** Bybit, spot fills since 2026: the fee names its coin, and is below zero where it was given. */
export const bybitSpotFills = tradeTable({
  ...spot,
  id: 'bybit-spot-fills',
  name: 'Bybit spot trade history, since 2026',
  headers: [{ cells: [...order, 'feeCoin', 'ExecFeeV2', ...filled, time] }],
  fee: {
    amount: 'ExecFeeV2',
    asset: (row) => row.text('feeCoin').replace(/^-+$/, ''),
    isIn: 'received',
    isRebate: 'negative',
  },
})
