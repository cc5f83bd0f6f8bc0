import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { always, incoming, outgoing, traded } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

const kucoin = {
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^Time\b/i),
  status: { column: 'Status', done: /^(?:success|successful|completed|done)$/i },
  asset: tickers(),
} satisfies Partial<EventTable>

const transfers = {
  ...kucoin,
  columns: { Time: /^Time(?: ?\(UTC.*\))?$/i },
  time: 'Time',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  base: { amount: 'Amount', asset: 'Coin' },
  fee: { amount: 'Fee' },
  txHash: ['Hash'],
  comment: 'Remarks',
} satisfies Partial<EventTable>

const time = /^Time\(UTC(?:[-+]\d{2}:\d{2})?\)$/i
const anyTime = /^Time(?:\(UTC(?:[-+]\d{2}:\d{2})?\))?$/i
const last = ['Transfer Network', 'Status', 'Remarks']
const turned = ['UID', 'Account Type', time, 'Remarks', 'Status', 'Fee', 'Amount', 'Coin', 'Transfer Network']

export const kucoinDeposits = eventTable({
  ...transfers,
  id: 'kucoin-deposits',
  family: 'kucoin-deposits',
  name: 'KuCoin deposits',
  headers: [
    { cells: ['UID', 'Account Type', time, 'Coin', 'Amount', 'Fee', 'Hash', 'Deposit Address', ...last] },
    { cells: ['UID', 'Account Type', time, 'Coin', 'Amount', 'Fee', ...last] },
    { cells: turned },
  ],
  type: always('deposit', 'Status'),
  records: [{ kind: 'kucoin-deposit', id: () => '' }],
})

const address = 'Withdrawal Address/Account'

export const kucoinWithdrawals = eventTable({
  ...transfers,
  id: 'kucoin-withdrawals',
  family: 'kucoin-withdrawals',
  name: 'KuCoin withdrawals',
  headers: [
    { cells: ['UID', 'Account Type', anyTime, 'Coin', 'Amount', 'Fee', 'Hash', address, ...last] },
    { cells: ['UID', 'Account Type', anyTime, 'Coin', 'Amount', 'Fee', address, ...last] },
    { cells: [...turned, address] },
  ],
  type: always('withdrawal', 'Status'),
  records: [{ kind: 'kucoin-withdrawal', id: () => '' }],
})

const conversion = ['UID', 'Account Type', 'Payment Account', 'Sell', 'Buy', 'Price']
const updated = /^Time of Update\(UTC(?:[-+]\d{2}:\d{2})?\)$/i

export const kucoinConvert = eventTable({
  ...kucoin,
  id: 'kucoin-convert',
  family: 'kucoin-convert',
  name: 'KuCoin conversions',
  headers: [
    { cells: [...conversion, 'Tax', updated, 'Status'] },
    { cells: [...conversion, updated, 'Status'] },
  ],
  columns: { 'Time of Update': /^Time of Update/i },
  zoneIn: zoneInHeader(/^Time of Update/i),
  time: 'Time of Update',
  type: always('convert', 'Status'),
  words: { convert: traded('buy') },
  base: { amount: 'Buy', isGlued: true },
  quote: { amount: 'Sell', isGlued: true },
  uncounted: ['Tax'],
  records: [{ kind: 'kucoin-conversion', id: () => '' }],
})
