import { eventTable } from '../reader/event-table.ts'
import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { always, incoming, outgoing } from '../reader/words.ts'

const htx = { sourceSlug: 'huobi', exchange: 'HTX (Huobi)', timeZone: 'UTC', asset: tickers() } as const

/**
 * HTX, trades from the website, in English or Chinese. A row has one cell more than the header. The total is rounded for some pairs, so
 * price times amount is it.
 */
export const htxTradesWeb = tradeTable({
  ...htx,
  id: 'htx-trades-web',
  family: 'htx-trades-web',
  name: 'HTX trade history',
  headers: [
    { cells: ['Time', 'Type', 'Pair', 'Side', 'Price', 'Amount', 'Total', 'Fee'] },
    { cells: ['时间', '交易类型', '交易对', '方向', '价格', '数量', '成交额', '手续费'] },
  ],
  columns: {
    Time: /^(?:Time|时间)$/i,
    Pair: /^(?:Pair|交易对)$/i,
    Side: /^(?:Side|方向)$/i,
    Price: /^(?:Price|价格)$/i,
    Amount: /^(?:Amount|数量)$/i,
    Fee: /^(?:Fee|手续费)$/i,
  },
  // The Chinese site writes the time of China; that of the other depends on its reader.
  zoneIn: (header) => (header.includes('时间') ? 'Asia/Shanghai' : undefined),
  unsureZone: 'noted',
  time: 'Time',
  side: { column: 'Side', buy: ['Buy', '买入'], sell: ['Sell', '卖出'] },
  pair: { column: 'Pair', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { price: 'Price' },
  fee: { amount: 'Fee', isGlued: true },
  records: [{ kind: 'htx-trade', id: () => '' }],
})

/** HTX, archived trades of a data request. A fee may be paid in points instead. */
export const htxTradesArchive = tradeTable({
  ...htx,
  id: 'htx-trades-archive',
  family: 'htx-trades-archive',
  name: 'HTX archived trades',
  headers: [
    {
      cells: [
        ...['uid', 'symbol', 'deal_type', 'order_type', 'account_type', 'price', 'volume', 'amount'],
        ...['fee_amount', 'fee_currency', 'fee_point_currency', 'fee_point_volume', 'deal_time'],
      ],
    },
  ],
  time: 'deal_time',
  side: { column: 'deal_type', buy: 'buy', sell: 'sell' },
  pair: { column: 'symbol', split: separatedPair },
  base: { amount: 'volume' },
  quote: { amount: 'amount' },
  fee: [
    { amount: 'fee_amount', asset: 'fee_currency' },
    { amount: 'fee_point_volume', asset: 'fee_point_currency' },
  ],
  records: [{ kind: 'htx-archived-trade', id: () => '' }],
})

export const htxDeposits = eventTable({
  ...htx,
  id: 'htx-deposits',
  family: 'htx-deposits',
  name: 'HTX archived deposits',
  headers: [
    { cells: ['uid', 'currency', 'tx_hash', 'from_address', 'to_address', 'amount', 'deposit_time'] },
  ],
  time: 'deposit_time',
  type: always('deposit', 'currency'),
  words: { deposit: incoming('received') },
  base: { amount: 'amount', asset: 'currency' },
  records: [{ kind: 'htx-deposit', id: () => '' }],
  txHash: ['tx_hash'],
})

export const htxWithdrawals = eventTable({
  ...htx,
  id: 'htx-withdrawals',
  family: 'htx-withdrawals',
  name: 'HTX archived withdrawals',
  headers: [{ cells: ['uid', 'currency', 'tx_hash', 'to_address', 'amount', 'fee', 'withdraw_time'] }],
  time: 'withdraw_time',
  type: always('withdrawal', 'currency'),
  words: { withdrawal: outgoing('sent') },
  base: { amount: 'amount', asset: 'currency' },
  fee: { amount: 'fee' },
  records: [{ kind: 'htx-withdrawal', id: () => '' }],
  txHash: ['tx_hash'],
  comment: 'to_address',
})
