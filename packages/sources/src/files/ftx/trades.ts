import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

const trade = ['ID', 'Time', 'Market', 'Side', 'Order Type', 'Size', 'Price', 'Total', 'Fee', 'Fee Currency']

/** FTX, trades. What is no market of two coins (`BTC-PERP`, `BTC-0325`) is a contract. */
export const ftxTrades = tradeTable({
  id: 'ftx-trades',
  family: 'ftx-trades',
  name: 'FTX trades',
  sourceSlug: 'ftx',
  exchange: 'FTX',
  headers: [
    { cells: [...trade, 'TWAP'] },
    { cells: trade },
    { cells: ['id', 'time', 'market', 'side', 'type', 'size', 'price', 'total', 'fee', 'feeCurrency'] },
  ],
  columns: { 'Fee Currency': /^fee ?currency$/i },
  timeZone: 'UTC',
  time: 'Time',
  side: { column: 'Side', buy: 'buy', sell: 'sell' },
  skipWhere: (row) =>
    row.text('Market') !== '' && !row.text('Market').includes('/') ? 'derivative' : undefined,
  pair: { column: 'Market', split: separatedPair },
  base: { amount: 'Size' },
  quote: { amount: 'Total', price: 'Price' },
  fee: { amount: 'Fee', asset: 'Fee Currency' },
  asset: tickers(),
  records: [{ kind: 'ftx-trade', id: 'ID' }],
  repeatedBy: 'ID',
  externalId: 'ID',
})
