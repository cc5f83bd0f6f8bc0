import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Robinhood Crypto, order history. The spread is the only cost. Of an order that was cancelled, what was filled before is a trade. */
export const robinhoodOrders = tradeTable({
  id: 'robinhood-crypto-orders',
  family: 'robinhood-crypto-orders',
  name: 'Robinhood Crypto orders',
  sourceSlug: 'robinhood-crypto',
  exchange: 'Robinhood',
  headers: [
    {
      cells: [
        ...['UUID', 'Time Entered', 'Symbol', 'Side', 'Quantity', 'State', 'Order Type', 'Leaves Quantity'],
        ...['Entered Price', 'Average Price', 'Notional'],
      ],
    },
  ],
  timeZone: 'America/New_York',
  time: 'Time Entered',
  side: { column: 'Side', buy: 'Buy', sell: 'Sell' },
  status: { column: 'State', done: /^filled$/i, reason: 'state_not_filled', keepsFilled: true },
  base: {
    amount: 'Quantity',
    less: 'Leaves Quantity',
    asset: (row) => row.text('Symbol').replace(/-?USD$/i, ''),
  },
  quote: { amount: 'Notional', price: 'Average Price', asset: () => 'USD' },
  asset: tickers(),
  records: [{ kind: 'robinhood-order', id: 'UUID' }],
  repeatedBy: 'UUID',
  externalId: 'UUID',
})
