import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { places } from './places.ts'

/** Coinbase Prime, orders: one row for all that an order was filled with. */
export const coinbasePrimeOrders = tradeTable({
  id: 'coinbase-prime-orders',
  family: 'coinbase-prime-orders',
  name: 'Coinbase Prime orders',
  sourceSlug: 'coinbase-prime',
  exchange: 'Coinbase Prime',
  headers: [
    {
      cells: [
        ...['order id', 'status', 'market', 'side', 'type', 'limit price', 'total order quantity'],
        ...['order currency', 'filled base quantity', 'filled quote quantity', 'average fill price'],
        ...['total fees and commissions', 'initiated by', ...places],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'initiated time',

  side: { column: 'side', buy: 'BUY', sell: 'SELL' },
  status: { column: 'status', done: /^(?:completed|filled)$/i, keepsFilled: true },
  pair: { column: 'market', split: separatedPair },
  base: { amount: 'filled base quantity' },
  quote: { amount: 'filled quote quantity' },
  fee: { amount: 'total fees and commissions' },
  asset: tickers(),

  records: [{ kind: 'coinbase-prime-order', id: 'order id' }],
  repeatedBy: 'order id',
  externalId: 'order id',
})
