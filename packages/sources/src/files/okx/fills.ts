import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { bySign } from '../reader/words.ts'

/** OKEx, fills of 2019 to 2021, in the time of China. The sign of the amount is the side. */
export const okexFills = tradeTable({
  id: 'okex-fills-2020',
  family: 'okex-fills',
  name: 'OKEx fills, 2019 to 2021',
  sourceSlug: 'okx',
  exchange: 'OKX',
  headers: [
    {
      cells: [
        ...['Order ID', 'Trade ID', 'Trade Time', 'Pairs', 'Amount', 'Price', 'Total', 'taker/maker'],
        ...['Fee', 'unit'],
      ],
    },
  ],
  timeZone: 'Asia/Shanghai',
  time: 'Trade Time',
  side: { column: bySign('Amount', 'buy', 'sell'), buy: 'buy', sell: 'sell' },
  pair: { column: 'Pairs', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Total', isGlued: true },
  // A fee is below zero; one above it was given to a maker.
  fee: { amount: 'Fee', isGlued: true, isRebate: 'positive' },
  asset: tickers(),
  records: [
    {
      kind: 'okex-fill',
      id: (row) => (row.text('Trade ID') === '' ? '' : `${row.text('Pairs')} ${row.text('Trade ID')}`),
    },
  ],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
