import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { always, incoming, outgoing } from '../reader/words.ts'
import { poloniex } from './common.ts'

/** Poloniex writes a withdrawal's hash behind its status: `COMPLETE: aa11`. */
const hashIn =
  (column: string) =>
  (row: Row): string =>
    /^complete: *(\S+)$/i.exec(row.text(column))?.[1] ?? ''
const status = { column: 'Status', done: /^completed?$|^complete: *(?!error|fail)\S/i }

/** Poloniex, deposits. The oldest history of withdrawals has the same header: there each status has a hash. */
export const poloniexDeposits = eventTable({
  ...poloniex,
  id: 'poloniex-deposits',
  family: 'poloniex-deposits',
  name: 'Poloniex deposits and old withdrawals',
  headers: [
    { cells: ['Date', 'Currency', 'Amount', 'Address', 'Status'] },
    // Since 2022.
    { cells: ['Currency', 'Amount', 'Address', 'Date', 'Status'] },
  ],
  time: 'Date',
  type: { column: 'Status', word: (row) => (hashIn('Status')(row) === '' ? 'deposit' : 'withdrawal') },
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status,
  base: { amount: 'Amount', asset: 'Currency' },
  records: [{ kind: 'poloniex-transfer', id: () => '' }],
  txHash: [hashIn('Status')],
  comment: 'Address',
})

/** Poloniex, withdrawals. The fee is in the amount. */
export const poloniexWithdrawals = eventTable({
  ...poloniex,
  id: 'poloniex-withdrawals',
  family: 'poloniex-withdrawals',
  name: 'Poloniex withdrawals',
  headers: [
    { cells: ['Date', 'Currency', 'Amount', 'Fee Deducted', 'Amount - Fee', 'Address', 'Status'] },
    // Since 2022.
    { cells: ['Fee Deducted', 'Date', 'Currency', 'Amount', 'Amount-Fee', 'Address', 'Status'] },
  ],
  time: 'Date',
  type: always('withdrawal', 'Status'),
  words: { withdrawal: outgoing('sent') },
  status,
  base: [
    { amount: 'Amount - Fee', asset: 'Currency' },
    { amount: 'Amount-Fee', asset: 'Currency' },
  ],
  fee: { amount: 'Fee Deducted' },
  records: [{ kind: 'poloniex-withdrawal', id: () => '' }],
  txHash: [hashIn('Status')],
  comment: 'Address',
})

/** Poloniex, deposits of a data request. */
export const poloniexRequestedDeposits = eventTable({
  ...poloniex,
  id: 'poloniex-deposits-requested',
  family: 'poloniex-deposits-requested',
  name: 'Poloniex deposits of a data request',
  headers: [{ cells: ['f_created_at', 'currency', 'f_amount', 'f_address', 'f_status'] }],
  time: 'f_created_at',
  type: always('deposit', 'f_status'),
  words: { deposit: incoming('received') },
  status: { ...status, column: 'f_status' },
  base: { amount: 'f_amount', asset: 'currency' },
  records: [{ kind: 'poloniex-transfer', id: () => '' }],
  comment: 'f_address',
})

/** Poloniex, withdrawals of a data request. The fee is in the amount. */
export const poloniexRequestedWithdrawals = eventTable({
  ...poloniex,
  id: 'poloniex-withdrawals-requested',
  family: 'poloniex-withdrawals-requested',
  name: 'Poloniex withdrawals of a data request',
  headers: [{ cells: ['f_date', 'currency', 'f_amount', 'f_feededucted', 'f_status'] }],
  time: 'f_date',
  type: always('withdrawal', 'f_status'),
  words: { withdrawal: outgoing('sent') },
  status: { ...status, column: 'f_status' },
  base: { amount: 'f_amount', less: 'f_feededucted', asset: 'currency' },
  fee: { amount: 'f_feededucted' },
  records: [{ kind: 'poloniex-withdrawal', id: () => '' }],
  txHash: [hashIn('f_status')],
})

/** A distribution belongs to its day in UTC, which begins at midnight. */
function dayIn(row: Row): number {
  const at = row.time('date')
  return row.isDateOnly ? at - 12 * 3_600_000 : at
}

/** Poloniex, distributions of coins to their holders, by day. */
export const poloniexDistributions = eventTable({
  ...poloniex,
  id: 'poloniex-distributions',
  family: 'poloniex-distributions',
  name: 'Poloniex distributions',
  headers: [{ cells: ['date', 'currency', 'amount', 'wallet'] }],
  time: { dates: ['date'], read: dayIn },
  type: always('distribution', 'currency'),
  words: { distribution: incoming('airdrop') },
  base: { amount: 'amount', asset: 'currency' },
  records: [{ kind: 'poloniex-distribution', id: () => '' }],
})
