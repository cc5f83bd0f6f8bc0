import { any } from '../reader/signature.ts'
import { tradeTable } from '../reader/trade-table.ts'

const before = ['Timestamp', 'Type']
const after = ['Subtotal', 'Fees', 'Total', 'Currency', 'Price Per Coin', 'Payment Method', 'ID', 'Share']

/** Coinbase, legacy report of buys and sells. The third column is named after the coin it counts. */
export const coinbaseTransfers2017 = tradeTable({
  id: 'coinbase-transfers-2017',
  family: 'coinbase-transfers',
  name: 'Coinbase buys and sells, until 2017',
  sourceSlug: 'coinbase',
  exchange: 'Coinbase',
  headers: [{ cells: [...before, any, ...after] }],
  timeZone: 'UTC',
  time: 'Timestamp',

  side: { column: 'Type', buy: 'Buy', sell: 'Sell' },
  base: { columnNamedAfterCoin: 3 },
  // Subtotal, Fees and Total need not add up because of the spread: Total is the cash that moved.
  quote: { amount: 'Total', asset: 'Currency' },
  fee: { amount: 'Fees', isIncluded: true },

  records: [{ kind: 'coinbase-transfer', id: 'ID' }],
  externalId: 'ID',
  comment: 'Payment Method',
})
