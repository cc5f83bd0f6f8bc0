import { eventTable } from '../reader/event-table.ts'
import { always, incoming, outgoing } from '../reader/words.ts'
import { poloniex } from './common.ts'

/** Poloniex, lending history. The fee is what the interest has more than what was earned; a loan is paid when it closes. */
export const poloniexLending = eventTable({
  ...poloniex,
  id: 'poloniex-lending',
  family: 'poloniex-lending',
  name: 'Poloniex lending history',
  headers: [
    { cells: ['Currency', 'Rate', 'Amount', 'Duration', 'Interest', 'Fee', 'Earned', 'Open', 'Close'] },
  ],
  time: 'Close',
  type: always('interest', 'Currency'),
  words: { interest: incoming('interest_received') },
  base: { amount: 'Interest', asset: 'Currency' },
  fee: { amount: 'Interest', less: 'Earned' },
  records: [{ kind: 'poloniex-loan', id: () => '' }],
})

/** Poloniex, borrowing for margin: the interest of each loan that was taken. The coins lent are no movement of the account. */
export const poloniexBorrowing = eventTable({
  ...poloniex,
  id: 'poloniex-borrowing',
  family: 'poloniex-borrowing',
  name: 'Poloniex margin borrowing history',
  headers: [{ cells: ['Currency', 'Rate', 'Amount', 'Duration', 'TotalFee', 'Open', 'Close'] }],
  time: 'Close',
  type: always('interest', 'Currency'),
  words: { interest: outgoing('interest_paid') },
  base: { amount: 'TotalFee', asset: 'Currency' },
  records: [{ kind: 'poloniex-loan', id: () => '' }],
})
