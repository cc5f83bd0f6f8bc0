import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, signed, skipped, traded } from '../reader/words.ts'

const moved = ['Timezone', 'Date', 'Time', 'Type', 'Currency', 'Amount']
const rest = ['Fee currency', 'Fee amount', 'Status', 'Transaction ID', 'Address']

/** Bitvavo, transaction history. Each row names its time zone. All amounts are what the balance changed by, so they have the fee in them. */
export const bitvavoTransactions = eventTable({
  id: 'bitvavo',
  family: 'bitvavo',
  name: 'Bitvavo transaction history',
  sourceSlug: 'bitvavo',
  exchange: 'Bitvavo',
  headers: [
    {
      cells: [
        ...[...moved, 'Quote Currency', 'Quote Price', 'Received / Paid Currency', 'Received / Paid Amount'],
        ...rest,
      ],
    },
    // Until 2024.
    { cells: [...moved, 'Price (EUR)', 'EUR received / paid', ...rest] },
  ],
  timeZone: 'Europe/Amsterdam',
  time: { date: 'Date', clock: 'Time', zone: 'Timezone' },

  type: 'Type',
  words: {
    buy: traded('buy'),
    sell: traded('sell'),
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    withdrawal_cancelled: incoming('received'),
    staking: incoming('staking_reward'),
    fixed_staking: incoming('staking_reward'),
    affiliate: incoming('rebate'),
    rebate: incoming('rebate'),
    distribution: incoming('airdrop'),
    campaign_new_user_incentive: incoming('misc_reward'),
    external_transferred_funds: signed('received', 'sent'),
    internal_transfer: skipped('internal_transfer'),
    loan: signed('loan_received', 'loan_repayment'),
  },
  status: { column: 'Status', done: /^(?:completed|distributed)$/i },
  base: { amount: 'Amount', asset: 'Currency' },
  quote: [
    { amount: 'Received / Paid Amount', asset: 'Received / Paid Currency' },
    { amount: 'EUR received / paid', asset: () => 'EUR' },
  ],
  fee: { amount: 'Fee amount', asset: 'Fee currency', isIncluded: true },
  asset: tickers(),

  records: [{ kind: 'bitvavo-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
  comment: 'Address',
})
