import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Gate.io, spot trades: amounts have their coin behind them. The billing details have the same trades. */
export const gateioTrades = tradeTable({
  id: 'gateio-trades',
  family: 'gateio-trades',
  name: 'Gate.io trade history',
  sourceSlug: 'gate-io',
  exchange: 'Gate.io',
  headers: [
    {
      cells: [
        ...['No', 'Order id', 'Time', 'Trade type', 'Maker/Taker', 'Pair', 'Price', 'Amount', 'Fee', 'Total'],
      ],
    },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Time',
  side: { column: 'Trade type', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'Pair', split: separatedPair },
  base: { amount: 'Amount', isGlued: true },
  quote: { amount: 'Total', isGlued: true },
  fee: { amount: 'Fee', isGlued: true },
  asset: tickers(),
  records: [{ kind: 'gate-io-trade', id: 'No' }],
  repeatedBy: 'No',
  externalId: 'Order id',
})
