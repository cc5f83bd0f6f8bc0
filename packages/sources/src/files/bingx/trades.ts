import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { ZONED, zoneInTime } from './zone.ts'

/** BingX, spot orders. A fee is written below zero. */
export const bingxTrades = tradeTable({
  id: 'bingx-trades',
  family: 'bingx-trades',
  name: 'BingX spot order history',
  sourceSlug: 'bingx',
  exchange: 'BingX',
  headers: [
    {
      cells: [
        ...['UID', 'Order No.', ZONED, 'Pair', 'Type', 'Price', 'Amount', 'Order Value', 'Fee', 'Fee Coin'],
        'Order Type',
      ],
    },
  ],
  timeZone: 'UTC',
  zoneIn: zoneInTime,
  unsureZone: 'noted',
  columns: { Time: ZONED },
  time: 'Time',
  side: { column: 'Type', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'Pair', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Order Value' },
  fee: { amount: 'Fee', asset: 'Fee Coin' },
  asset: tickers(),
  records: [{ kind: 'bingx-order', id: 'Order No.' }],
  repeatedBy: 'Order No.',
  externalId: 'Order No.',
})
