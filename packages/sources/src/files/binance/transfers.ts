import { someAbove } from '../reader/content-rule.ts'
import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import { always, incoming, outgoing } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'
import { localTime } from './local-time.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const transfers = {
  sourceSlug: 'binance',
  exchange: 'Binance',
  timeZone: 'UTC',
  ...localTime,
  zoneIn: (header, preamble, fileName) =>
    zoneInHeader(/^Date ?\(/i)(header) ?? localTime.zoneIn(header, preamble, fileName),
  columns: { Date: /^(?:Date(?: ?\(UTC[^)]*\))?|Time)$/i },
  time: 'Date',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status: { column: 'Status', done: /^(?:completed|successful|success)$/i },
  asset: binanceAsset,
  isOpenCode,
} satisfies Partial<EventTable>

const coins = {
  ...transfers,
  base: { amount: 'Amount', asset: 'Coin' },
  txHash: ['TXID'],
  comment: 'Address',
} satisfies Partial<EventTable>

const deposits = {
  family: 'binance-deposits',
  type: always('deposit', 'Status'),
  records: [{ kind: 'binance-deposit', id: () => '' }],
} satisfies Partial<EventTable>

const withdrawals = {
  family: 'binance-withdrawals',
  type: always('withdrawal', 'Status'),
  records: [{ kind: 'binance-withdrawal', id: () => '' }],
} satisfies Partial<EventTable>

/** The zone stands in the header, `Date(UTC+2)`, and of late in the name of the file. */
const date = /^(?:Date\(UTC(?:[+-]\d{1,2})?\)|Time)$/i

export const binanceDeposits = eventTable({
  ...coins,
  ...deposits,
  id: 'binance-deposits-v2',
  name: 'Binance deposits, since 2024',
  headers: [{ cells: [date, 'Coin', 'Network', 'Amount', 'Address', 'TXID', 'Status'] }],
})

export const binanceWithdrawals = eventTable({
  ...coins,
  ...withdrawals,
  id: 'binance-withdrawals-v2',
  name: 'Binance withdrawals, since 2024',
  headers: [{ cells: [date, 'Coin', 'Network', 'Amount', 'Fee', 'Address', 'TXID', 'Status'] }],
  fee: { amount: 'Fee' },
})

const v1 = ['Amount', 'TransactionFee', 'Address', 'TXID', 'SourceAddress', 'PaymentID', 'Status']
const v1Headers = [
  { cells: ['Date(UTC)', 'Coin', 'Network', ...v1] },
  { cells: ['Date(UTC)', 'Coin', ...v1] },
  { cells: ['Date', 'Coin', ...v1] },
]

/** Binance, deposits until 2024. Withdrawals have the same header: the name of the file tells them apart. */
export const binanceDepositsV1 = eventTable({
  ...coins,
  ...deposits,
  id: 'binance-depwd-v1',
  name: 'Binance deposits, until 2024',
  headers: v1Headers,
  fileName: /deposit/i,
  fee: { amount: 'TransactionFee' },
})

/** Binance, withdrawals until 2024: the only ones of the two that cost a fee. */
export const binanceWithdrawalsV1 = eventTable({
  ...coins,
  ...withdrawals,
  id: 'binance-depwd-v1-withdrawals',
  name: 'Binance withdrawals, until 2024',
  headers: v1Headers,
  fileName: /withdraw/i,
  isLike: someAbove('TransactionFee'),
  fee: { amount: 'TransactionFee' },
})

const fiat = {
  ...transfers,
  headers: [
    {
      cells: [
        /^Date\((?:UTC|UTCnull|UTC[-+]\d{1,2})\)$/i,
        ...['Coin', 'Amount', 'Status', 'Payment Method', 'Indicated Amount', 'Fee', 'Order ID'],
      ],
    },
  ],
  fee: { amount: 'Fee' },
  externalId: 'Order ID',
  repeatedBy: 'Order ID',
  comment: 'Payment Method',
} satisfies Partial<EventTable>

/** Binance, payments of money in. What was paid is the indicated amount; the amount is what was left of it. */
export const binanceFiatDeposits = eventTable({
  ...fiat,
  id: 'binance-fiat',
  family: 'binance-fiat-deposits',
  name: 'Binance fiat deposits',
  type: always('deposit', 'Status'),
  fileName: /deposit/i,
  base: { amount: 'Indicated Amount', asset: 'Coin' },
  records: [{ kind: 'binance-fiat-deposit', id: 'Order ID' }],
})

/** Binance, payments of money out, under the same header. */
export const binanceFiatWithdrawals = eventTable({
  ...fiat,
  id: 'binance-fiat-withdrawals',
  family: 'binance-fiat-withdrawals',
  name: 'Binance fiat withdrawals',
  type: always('withdrawal', 'Status'),
  fileName: /withdraw/i,
  base: { amount: 'Amount', asset: 'Coin' },
  records: [{ kind: 'binance-fiat-withdrawal', id: 'Order ID' }],
})
