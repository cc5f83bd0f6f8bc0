import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** CoinSpot, orders, in the time of Sydney and day first. Its total has the fee in it. */
export const coinspotOrders = tradeTable({
  id: 'coinspot',
  family: 'coinspot',
  name: 'CoinSpot orders',
  sourceSlug: 'coinspot',
  exchange: 'CoinSpot',
  headers: [
    {
      cells: [
        ...['Transaction Date', 'Type', 'Market', 'Amount', 'Rate inc. fee', 'Rate ex. fee', 'Fee'],
        ...['Fee AUD (inc GST)', 'GST AUD', 'Total AUD', 'Total (inc GST)'],
      ],
    },
  ],
  timeZone: 'Australia/Sydney',
  dateOrder: 'day-first',
  time: 'Transaction Date',
  side: { column: 'Type', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'Market', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Total (inc GST)', isGlued: true },
  fee: { amount: 'Fee', isGlued: true, isIncluded: true },
  asset: tickers(),
  records: [{ kind: 'coinspot-order', id: () => '' }],
})
