import { tradeTable } from '../reader/trade-table.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const order = [
  'Order Number',
  'Order Type',
  'Asset Type',
  'Fiat Type',
  'Total Price',
  'Price',
  'Quantity',
  'Exchange rate',
]
// The header is misspelled there.
const rest = ['Couterparty', 'Status', 'Created Time']

/** Binance, P2P orders: crypto bought from or sold to another person, for money that Binance does not hold. */
export const binanceP2p = tradeTable({
  id: 'binance-p2p',
  family: 'binance-p2p',
  name: 'Binance P2P orders',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: [{ cells: [...order, 'Maker Fee', 'Taker Fee', ...rest] }, { cells: [...order, ...rest] }],
  timeZone: 'UTC',
  time: 'Created Time',
  side: { column: 'Order Type', buy: 'Buy', sell: 'Sell' },
  status: { column: 'Status', done: /^completed$/i },
  base: { amount: 'Quantity', asset: 'Asset Type' },
  quote: { amount: 'Total Price', asset: 'Fiat Type' },
  fee: [
    { amount: 'Maker Fee', isIn: 'base' },
    { amount: 'Taker Fee', isIn: 'base' },
  ],
  asset: binanceAsset,
  isOpenCode,
  records: [{ kind: 'binance-p2p', id: 'Order Number' }],
  repeatedBy: 'Order Number',
  externalId: 'Order Number',
})
