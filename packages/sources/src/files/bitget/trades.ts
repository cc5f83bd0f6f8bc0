import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Bitget, spot fills. They have no id, and equal fills of one second are several; nothing says the zone of times. */
export const bitgetTrades = tradeTable({
  id: 'bitget-trades',
  family: 'bitget-trades',
  name: 'Bitget spot order details',
  sourceSlug: 'bitget',
  exchange: 'Bitget',
  headers: [
    {
      cells: [
        ...['Date', 'Trading pair', 'Base Asset', 'Quote Asset', 'Direction', 'Price', 'Amount', 'Total'],
        ...['Fee', 'Fee Coin'],
      ],
    },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Date',
  side: { column: 'Direction', buy: 'Buy', sell: 'Sell' },
  base: { amount: 'Amount', asset: 'Base Asset' },
  quote: { amount: 'Total', asset: 'Quote Asset' },
  fee: { amount: 'Fee', asset: 'Fee Coin' },
  asset: tickers(),
  records: [{ kind: 'bitget-trade', id: () => '' }],
})
