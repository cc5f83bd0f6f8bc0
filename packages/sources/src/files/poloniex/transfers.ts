import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { always, incoming, outgoing } from '../reader/words.ts'
import { poloniex } from './common.ts'

/** Poloniex writes a withdrawal's hash behind its status: `COMPLETE: aa11`. */
const hashIn = (row: Row): string => /^complete: *(\S+)$/i.exec(row.text('Status'))?.[1] ?? ''
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
  type: { column: 'Status', word: (row) => (hashIn(row) === '' ? 'deposit' : 'withdrawal') },
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status,
  base: { amount: 'Amount', asset: 'Currency' },
  records: [{ kind: 'poloniex-transfer', id: () => '' }],
  txHash: [hashIn],
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
  txHash: [hashIn],
  comment: 'Address',
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
