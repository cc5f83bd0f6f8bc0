import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** One Trading, and Bitpanda Pro before it: trades below three lines that say whose they are. They state no total. */
export const oneTradingTrades = tradeTable({
  id: 'one-trading-trades',
  family: 'one-trading-trades',
  name: 'One Trading (Bitpanda Pro) trade history',
  sourceSlug: 'one-trading',
  exchange: 'One Trading',
  headers: [
    {
      cells: [
        ...['Order ID', 'Trade ID', 'Type', 'Market', 'Amount', 'Amount Currency', 'Price', 'Price Currency'],
        ...['Fee', 'Fee Currency', 'Time (UTC)'],
      ],
    },
    {
      cells: [
        ...['Order ID', 'Trade ID', 'Type', 'Market', 'Amount', 'Amount Currency', 'Price', 'Price Currency'],
        ...['Fee', 'Fee Currency', 'Time (UTC)', 'BEST_EUR Rate'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Time (UTC)',
  side: { column: 'Type', buy: 'BUY', sell: 'SELL' },
  base: { amount: 'Amount', asset: 'Amount Currency' },
  quote: { price: 'Price', asset: 'Price Currency' },
  fee: { amount: 'Fee', asset: 'Fee Currency' },
  asset: tickers(),
  records: [{ kind: 'one-trading-trade', id: 'Trade ID' }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
