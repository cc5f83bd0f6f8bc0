import { columns, firstLeg, inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, leftOut, unless, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const swan = {
  sourceSlug: 'swan-bitcoin',
  exchange: 'Swan Bitcoin',
  timeZone: 'UTC',
  asset: tickers(),
} as const
const SETTLED = /^settled$/i

const isPurchase = (row: Row) => /^purchase$/i.test(row.text('Event'))
const isCost = (row: Row) => /fee$/i.test(row.text('Event'))
const units = columns('Unit Count', 'Asset Type')
const total = inAsset('Total USD', 'USD')
const none: ReadLeg = () => null
/** The total stands for both where there was no fee. */
const paid = firstLeg(inAsset('Transaction USD', 'USD'), total)

/** Swan, transfers: deposits and purchases. The owner can state what coins that they sent in had cost them. */
export const swanTransfers = inOutTable({
  ...swan,
  id: 'swan-transfers',
  family: 'swan-transfers',
  name: 'Swan transfers',
  headers: [
    {
      cells: [
        ...['Event', 'Date', 'Timezone', 'Status', 'Transaction ID', 'Total USD', 'Transaction USD'],
        ...['Fee USD', 'Unit Count', 'Asset Type', 'BTC Price', 'Address Label', 'USD Cost Basis'],
        'Acquisition Date',
      ],
    },
  ],
  time: 'Date',
  type: 'Event',
  status: { column: 'Status', done: SETTLED, reason: 'not_settled' },
  means: firstOf(
    byWord('Event', {
      purchase: exchanged,
      deposit: cameIn('received'),
      'withdrawal|withdraw': wentOut('sent'),
      'monthly fee|prepaid fee': isFee,
    }),
  ),
  sent: (row, sheet) => (isPurchase(row) ? paid(row, sheet) : isGone(row) ? moved(row, sheet) : null),
  received: (row, sheet) => (isGone(row) ? null : moved(row, sheet)),
  fees: [{ leg: (row, sheet) => (isPurchase(row) ? inAsset('Fee USD', 'USD') : none)(row, sheet) }],
  records: [{ kind: 'swan-transfer', id: 'Transaction ID' }],
  externalId: 'Transaction ID',
  comment: (row) => {
    const [basis, since] = [row.text('USD Cost Basis'), row.text('Acquisition Date')]
    return basis === ''
      ? row.text('Address Label')
      : `Stated cost basis ${basis} USD, acquired ${since || 'on no stated day'}`
  },
})

const isGone = (row: Row) => isCost(row) || /^withdraw/i.test(row.text('Event'))
/** Bitcoin by its count, dollars by their total. */
const moved: ReadLeg = (row, sheet) => firstLeg(units, total)(row, sheet)

/** Swan, withdrawals of bitcoin. */
export const swanWithdrawals = inOutTable({
  ...swan,
  id: 'swan-withdrawals',
  family: 'swan-withdrawals',
  name: 'Swan withdrawals',
  headers: [
    {
      cells: [
        ...['Created At', 'Timezone', 'Transaction ID', 'Executed At', 'Canceled At', 'Status'],
        ...['Bitcoin Amount', 'Automatic', 'IP Address'],
      ],
    },
  ],
  time: 'Executed At',
  type: 'Status',
  status: { column: 'Status', done: SETTLED, reason: 'not_settled' },
  means: firstOf(unless('Canceled At', /^$/, leftOut('canceled')), () => wentOut('sent')),
  moved: { leg: inAsset('Bitcoin Amount', 'BTC'), direction: 'byWord' },
  records: [{ kind: 'swan-withdrawal', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
})
