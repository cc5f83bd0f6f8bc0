import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { exchanged } from '../reader/ways.ts'

const coinsquare = {
  sourceSlug: 'coinsquare',
  exchange: 'Coinsquare',
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'date',
  asset: tickers(),
} as const

/** Coinsquare, trades: a coin for its base currency. What a trade cost is in its price. */
export const coinsquareTrades = tradeTable({
  ...coinsquare,
  id: 'coinsquare-trades',
  family: 'coinsquare-trades',
  name: 'Coinsquare trades',
  headers: [{ cells: ['date', 'action', 'currency', 'base_currency', 'price', 'amount', 'base_amount'] }],
  side: { column: 'action', buy: ['buy', 'bought'], sell: ['sell', 'sold'] },
  base: { amount: 'amount', asset: 'currency' },
  quote: { amount: 'base_amount', asset: 'base_currency', price: 'price' },
  records: [{ kind: 'coinsquare-trade', id: () => '' }],
})

/** Coinsquare, quick trades: one currency for another. */
export const coinsquareQuickTrades = inOutTable({
  ...coinsquare,
  id: 'coinsquare-quick-trades',
  family: 'coinsquare-quick-trades',
  name: 'Coinsquare quick trades',
  headers: [{ cells: ['date', 'from_currency', 'from_amount', 'to_currency', 'to_amount'] }],
  type: 'from_currency',
  means: () => exchanged,
  sent: columns('from_amount', 'from_currency'),
  received: columns('to_amount', 'to_currency'),
  records: [{ kind: 'coinsquare-quick-trade', id: () => '' }],
})
