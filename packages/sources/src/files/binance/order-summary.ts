import { tradeTable } from '../reader/trade-table.ts'
import { localTime } from './local-time.ts'
import { marketPair } from './market-pairs.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const order = ['OrderNo', 'Pair', 'Type', 'Side', 'Order Price', 'Order Amount']
const done = ['Executed', 'Average Price', 'Trading total', 'Status']

/**
 * Binance, spot orders, a row each: when an order was placed stands first, and when it was last filled behind its amount. No fee is
 * stated.
 */
export const binanceOrderSummary = tradeTable({
  id: 'binance-orders',
  family: 'binance-order-summary',
  name: 'Binance order history, since 2021',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: [
    { cells: ['Date(UTC)', ...order, 'Time', ...done] },
    { cells: ['Time', ...order, 'Time', ...done] },
  ],
  timeZone: 'UTC',
  // Both times are in one zone, and only the first says that it is UTC.
  asksZone: (header) => localTime.asksZone(header.slice(0, 1)),
  zoneIn: (header, preamble, fileName) => localTime.zoneIn(header.slice(0, 1), preamble, fileName),
  time: { dates: ['Time'], read: (row) => row.time(row.sheet.has('Time (2)') ? 'Time (2)' : 'Time') },
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  status: { column: 'Status', done: /^(?:filled|partially[ _]filled)$/i, keepsFilled: true },
  pair: { column: 'Pair', split: marketPair },
  base: { amount: 'Executed', isGlued: true },
  quote: { amount: 'Trading total', isGlued: true },
  asset: binanceAsset,
  isOpenCode,
  assumption: () =>
    'No fee is stated in an order history: the trade history has the same trades with their fees',
  records: [{ kind: 'binance-order-summary', id: 'OrderNo' }],
  repeatedBy: 'OrderNo',
  externalId: 'OrderNo',
})
