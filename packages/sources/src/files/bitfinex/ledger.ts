import { ledgerTable } from '../reader/ledger-table.ts'
import { incoming, signed, skipped } from '../reader/words.ts'
import { bitfinex } from './common.ts'

const rest = ['DESCRIPTION', 'CURRENCY', 'AMOUNT', 'BALANCE', 'DATE', 'WALLET']

/** Bitfinex, ledger: read for what the trades and movements do not have. */
export const bitfinexLedger = ledgerTable({
  ...bitfinex,
  id: 'bitfinex-ledger',
  family: 'bitfinex-ledger',
  name: 'Bitfinex ledger',
  headers: [{ cells: ['#', ...rest] }, { cells: rest }],
  time: 'DATE',

  type: 'DESCRIPTION',
  words: {},
  phrases: [
    [/^margin funding payment/i, incoming('interest_received')],
    [/^staking (?:payments?|reward)/i, incoming('staking_reward')],
    [/^earned fees from user|^affiliate rebate/i, incoming('rebate')],
    [/^transfer/i, skipped('internal_transfer')],
    // `BITCOIN Withdrawal #1 on wallet exchange`, and what came back of it.
    [/^(?:exchange|trading fees|deposit)|\bwithdrawal\b/i, skipped('covered_by_other_file')],
    // Interest on what a margin position is bought with; what comes back of it is no income.
    [/^(?:un)?used margin funding/i, signed('rebate', 'interest_paid')],
    [/^claiming fee/i, signed('margin_gain', 'margin_fee')],
    [/^adjustment margin funding payment/i, signed('interest_received', 'interest_paid')],
    [/^delist adjustment/i, signed('received', 'lost')],
    [/^position (?:funding cost|swap)/i, signed('margin_gain', 'margin_fee')],
    [/^position|^settlement/i, signed('margin_gain', 'margin_loss')],
    [/airdrop|\bdistribution\b|fork/i, incoming('airdrop')],
  ],
  amounts: { amount: 'AMOUNT', asset: 'CURRENCY' },
  isSigned: true,
  balance: { column: 'BALANCE', change: 'AMOUNT', wallet: 'WALLET' },

  records: [{ kind: 'bitfinex-ledger', id: '#' }],
  content: ['DESCRIPTION', 'CURRENCY', 'WALLET', 'BALANCE'],
  repeatedBy: '#',
  externalId: '#',
  comment: 'DESCRIPTION',
})
