import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { always, incoming, outgoing } from '../reader/words.ts'

const first = ['Id', 'Currency', 'Address', 'Hash']
const last = ['Status', 'Created At', 'Updated At']

/** The zone stands between the day and the time of day. */
const transfers = {
  sourceSlug: 'whitebit',
  exchange: 'WhiteBIT',
  timeZone: 'UTC',
  timeText: (text) => text.replace(/ ?UTC ?/, ' ').trim(),
  time: 'Created At',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status: { column: 'Status', done: /^success$/i },
  asset: tickers(),
  repeatedBy: 'Id',
  externalId: 'Id',
  txHash: ['Hash'],
  comment: 'Address',
} satisfies Partial<EventTable>

/** True of a sheet of withdrawals that has the columns of deposits. Nothing says whether its amounts have their fee in them. */
const isWithdrawals = (row: Row): boolean => /withdraw/i.test(row.sheet.name ?? '')

export const whitebitDeposits = eventTable({
  ...transfers,
  id: 'whitebit-deposits',
  family: 'whitebit-deposits',
  name: 'WhiteBIT deposits',
  headers: [{ cells: [...first, 'Amount', 'Fee', ...last] }],
  type: {
    column: 'Status',
    word: (row) => (isWithdrawals(row) ? 'withdrawal under the columns of a deposit' : 'deposit'),
  },
  leaves: isWithdrawals,
  base: { amount: 'Amount', asset: 'Currency' },
  fee: { amount: 'Fee' },
  records: [{ kind: 'whitebit-deposit', id: 'Id' }],
})

/** WhiteBIT, withdrawals. What was processed has its fee in it. */
export const whitebitWithdrawals = eventTable({
  ...transfers,
  id: 'whitebit-withdrawals',
  family: 'whitebit-withdrawals',
  name: 'WhiteBIT withdrawals',
  headers: [
    {
      cells: [
        ...[...first, 'Requested Amount', 'Requested Fee', 'Processed Amount', 'Processed Fee'],
        ...last,
      ],
    },
  ],
  type: always('withdrawal', 'Status'),
  base: { amount: 'Processed Amount', less: 'Processed Fee', asset: 'Currency' },
  fee: { amount: 'Processed Fee' },
  records: [{ kind: 'whitebit-withdrawal', id: 'Id' }],
})
