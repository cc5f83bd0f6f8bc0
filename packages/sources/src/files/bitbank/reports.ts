import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { always, incoming, outgoing } from '../reader/words.ts'

const bitbank = {
  sourceSlug: 'bitbank',
  exchange: 'bitbank',
  timeZone: 'Asia/Tokyo',
  asset: tickers(),
} as const

/** bitbank, fills. A fee is in the quote; one below zero was paid to the maker. */
export const bitbankTrades = tradeTable({
  ...bitbank,
  id: 'bitbank-trades',
  family: 'bitbank-trades',
  name: 'bitbank trades',
  headers: [
    {
      required: ['取引日時', '通貨ペア', '売/買', '数量', '価格', '手数料'],
      known: ['注文ID', '取引ID', 'タイプ', 'M/T'],
    },
  ],
  time: '取引日時',
  side: { column: '売/買', buy: ['買', '買い', 'buy'], sell: ['売', '売り', 'sell'] },
  pair: { column: '通貨ペア', split: separatedPair },
  base: { amount: '数量' },
  quote: { price: '価格' },
  fee: { amount: '手数料', isRebate: 'negative' },
  records: [{ kind: 'bitbank-trade', id: '取引ID' }],
  repeatedBy: '取引ID',
  externalId: '取引ID',
})

const transfers = {
  ...bitbank,
  time: '日時',
  status: {
    column: 'ステータス',
    done: /^(?:done|confirmed|found|完了|承認済み?|反映済み?|送金済み?|出金済み?)$/i,
  },
  base: { amount: '数量', asset: 'コイン' },
  txHash: ['Txid'],
  comment: 'アドレス',
} satisfies Partial<EventTable>

export const bitbankDeposits = eventTable({
  ...transfers,
  id: 'bitbank-deposits',
  family: 'bitbank-deposits',
  name: 'bitbank deposits',
  headers: [{ cells: ['コイン', '日時', '数量', 'ネットワーク', 'アドレス', 'Txid', 'ステータス'] }],
  type: always('deposit', 'ステータス'),
  words: { deposit: incoming('received') },
  records: [{ kind: 'bitbank-deposit', id: () => '' }],
})

export const bitbankWithdrawals = eventTable({
  ...transfers,
  id: 'bitbank-withdrawals',
  family: 'bitbank-withdrawals',
  name: 'bitbank withdrawals',
  headers: [
    {
      cells: ['コイン', '日時', '数量', '手数料', 'ラベル', 'ネットワーク', 'アドレス', 'Txid', 'ステータス'],
    },
  ],
  type: always('withdrawal', 'ステータス'),
  words: { withdrawal: outgoing('sent') },
  fee: { amount: '手数料' },
  records: [{ kind: 'bitbank-withdrawal', id: () => '' }],
})
