import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable, type TradeTable } from '../reader/trade-table.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

/** Times are those of the zone in the header, and in files that name none those of Singapore. */
const orders = {
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^(?:Filled Time|Time Filled)\b/i),
  columns: {
    'Filled Time': /^(?:Filled Time|Time Filled)(?: ?\(UTC.*\))?$/i,
    'Fee Currency': /^Fee Currency,?$/i,
  },
  time: 'Filled Time',
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Symbol', split: separatedPair },
  base: { amount: 'Filled Amount' },
  quote: { amount: 'Filled Volume' },
  // Some countries tax a trade; KuCoin takes that in the coin of its fee.
  fee: [
    { amount: 'Fee', asset: 'Fee Currency' },
    { amount: 'Tax', asset: 'Fee Currency' },
  ],
  asset: tickers(),
  externalId: 'Order ID',
} satisfies Partial<TradeTable>

const filled = /^Filled Time(?:\(UTC(?:[-+]\d{2}:\d{2})?\))?$/i
const ordered = /^Order Time\(UTC(?:[-+]\d{2}:\d{2})?\)$/i
const amounts = ['Avg. Filled Price', 'Filled Amount', 'Filled Volume', 'Filled Volume (USDT)', filled]
/** The exports of margin orders have a comma behind this name. */
const coin = /^Fee Currency,?$/i
const fills = ['UID', 'Account Type', 'Order ID', 'Symbol', 'Side', 'Order Type', ...amounts]

const bot = [
  ...['UID', 'Account Type', 'Order ID', 'Symbol', 'Side', 'Order Type'],
  ...['Filled Price', 'Filled Amount', 'Filled Volume', 'Filled Volume (USDT)'],
]

/** KuCoin, orders of spot, margin and bots fill by fill. Fills of an order share its id and have none of their own. */
export const kucoinFills = tradeTable({
  ...orders,
  id: 'kucoin-fills',
  family: 'kucoin-fills',
  name: 'KuCoin filled orders',
  headers: [
    { cells: [...fills, 'Fee', 'Tax', 'Maker/Taker', coin] },
    { cells: [...fills, 'Fee', 'Tax', 'Maker/Taker', coin, 'Account Mode'] },
    { cells: [...fills, 'Fee', 'Maker/Taker', coin] },
    { cells: [...bot, /^Time Filled\(UTC(?:[-+]\d{2}:\d{2})?\)$/i, 'Fee', 'Fee Currency'] },
  ],
  records: [{ kind: 'kucoin-fill', id: () => '' }],
})

const summary = [
  ...[
    'UID',
    'Account Type',
    'Order ID',
    ordered,
    'Symbol',
    'Side',
    'Order Type',
    'Order Price',
    'Order Amount',
  ],
  ...amounts,
]

/** KuCoin, spot orders, a row each: the same trades as in the filled orders. */
export const kucoinOrders = tradeTable({
  ...orders,
  id: 'kucoin-orders',
  family: 'kucoin-orders',
  name: 'KuCoin order history',
  headers: [
    { cells: [...summary, 'Fee', coin, 'Tax', 'Status'] },
    { cells: [...summary, 'Fee', coin, 'Tax', 'Status', 'Account Mode'] },
    { cells: [...summary, 'Fee', coin, 'Status'] },
  ],
  status: { column: 'Status', done: /^(?:deal|done|filled|success|part_deal)$/i, keepsFilled: true },
  records: [{ kind: 'kucoin-order', id: 'Order ID' }],
  repeatedBy: 'Order ID',
})
