import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { traded } from '../reader/words.ts'

/** OKEx, trades until 2019: a row for each side, whose letters behind the time are those of China. A fee is below zero. */
export const okexTrades2018 = ledgerTable({
  id: 'okex-trades-2018',
  family: 'okex-trades-2018',
  name: 'OKEx trades, until 2019',
  sourceSlug: 'okx',
  exchange: 'OKX',
  headers: [{ cells: ['time', 'type', 'size', 'balance', 'fee', 'currency'] }],
  timeZone: 'Asia/Shanghai',
  timeText: (text) => text.replace(/ CST$/, '+08:00'),
  time: 'time',
  type: 'type',
  words: { buy: traded(), sell: traded() },
  amounts: {
    amount: 'size',
    asset: 'currency',
    fee: 'fee',
    paidFees: 'below',
    leaves: (row) => /^sell$/i.test(row.text('type')),
  },
  isSigned: true,
  sameTrade: (row) => row.text('time'),
  asset: tickers(),
  records: [{ kind: 'okex-trade', id: () => '' }],
  content: ['type', 'currency', 'balance'],
})
