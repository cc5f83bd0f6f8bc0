import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Liquid, executions. The API never had their fees. */
export const liquidTrades = tradeTable({
  id: 'liquid-trades',
  family: 'liquid-trades',
  name: 'Liquid executions',
  sourceSlug: 'liquid',
  exchange: 'Liquid',
  headers: [
    {
      cells: [
        ...['Quote Currency', 'Base Currency', 'Execution Id', 'Type', 'Date', 'Open Qty', 'Price', 'Fee'],
        ...['Fee Currency', 'Amount'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Date',
  side: { column: 'Type', buy: 'Bought', sell: 'Sold' },
  base: { amount: 'Open Qty', asset: 'Base Currency' },
  quote: { amount: 'Amount', asset: 'Quote Currency' },
  fee: { amount: 'Fee', asset: 'Fee Currency' },
  asset: tickers(),
  records: [{ kind: 'liquid-execution', id: 'Execution Id' }],
  repeatedBy: 'Execution Id',
  externalId: 'Execution Id',
})
