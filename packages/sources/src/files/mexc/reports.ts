import { eventTable } from '../reader/event-table.ts'
import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { always, incoming, outgoing } from '../reader/words.ts'
import { mexc } from './common.ts'

const trade = ['Pairs', 'Time', 'Side', 'Filled Price', 'Executed Amount', 'Total', 'Fee', 'Role']

/** MEXC, spot trades. Newer files have the coin of the fee behind it; in older ones it is the quote. */
export const mexcTrades = tradeTable({
  ...mexc,
  id: 'mexc-trades',
  family: 'mexc-trades',
  name: 'MEXC spot trade history',
  headers: [{ cells: ['UID', ...trade] }, { cells: trade }],
  time: 'Time',
  side: { column: 'Side', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'Pairs', split: gluedPair(COMMON_QUOTES) },
  base: { amount: 'Executed Amount', isGlued: true },
  quote: { amount: 'Total', isGlued: true },
  fee: { amount: 'Fee', isGlued: true },
  records: [{ kind: 'mexc-trade', id: () => '' }],
})

const deposit = ['Status', 'Time', 'Crypto', 'Network', 'Deposit Amount', 'TxID', 'Progress']

export const mexcDeposits = eventTable({
  ...mexc,
  id: 'mexc-deposits',
  family: 'mexc-deposits',
  name: 'MEXC deposits',
  headers: [{ cells: ['UID', ...deposit] }, { cells: deposit }],
  time: 'Time',
  type: always('deposit', 'Status'),
  words: { deposit: incoming('received') },
  status: { column: 'Status', done: /^credited successfully$/i },
  base: { amount: 'Deposit Amount', asset: 'Crypto' },
  records: [{ kind: 'mexc-deposit', id: () => '' }],
  txHash: ['TxID'],
})

const request = ['Status', 'Time', 'Crypto', 'Network', 'Request Amount', 'Withdrawal Address']
const result = ['TxID', 'Trading Fee', 'Settlement Amount', 'Withdrawal Descriptions']

/** MEXC, withdrawals. What was asked for is what went out and its fee. */
export const mexcWithdrawals = eventTable({
  ...mexc,
  id: 'mexc-withdrawals',
  family: 'mexc-withdrawals',
  name: 'MEXC withdrawals',
  headers: [{ cells: ['UID', ...request, 'memo', ...result] }, { cells: [...request, ...result] }],
  time: 'Time',
  type: always('withdrawal', 'Status'),
  words: { withdrawal: outgoing('sent') },
  status: { column: 'Status', done: /^withdrawal successful$/i },
  base: { amount: 'Settlement Amount', asset: 'Crypto' },
  fee: { amount: 'Trading Fee' },
  records: [{ kind: 'mexc-withdrawal', id: () => '' }],
  txHash: ['TxID'],
  comment: 'Withdrawal Address',
})
