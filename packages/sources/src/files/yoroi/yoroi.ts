import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, exchanged, firstOf, wentOut, when } from '../reader/ways.ts'

const TYPE = 'Type (Trade, IN or OUT)'
const cells = [
  ...[TYPE, 'Buy Amount', 'Buy Cur.', 'Sell Amount', 'Sell Cur.', 'Fee Amount (optional)'],
  ...['Fee Cur. (optional)', 'Exchange (optional)', 'Trade Group (optional)', 'Comment (optional)', 'Date'],
]

/** Yoroi, transactions and rewards. A withdrawal of nothing is its fee. */
export const yoroi = inOutTable({
  ...walletTable,
  id: 'yoroi',
  family: 'yoroi',
  name: 'Yoroi transactions',
  sourceSlug: 'yoroi',
  exchange: 'Yoroi',
  headers: [{ cells: [...cells, 'ID'] }, { cells }],
  time: 'Date',
  type: TYPE,
  means: firstOf(
    when('Comment (optional)', /staking reward/i, byWord(TYPE, { 'deposit|in': cameIn('staking_reward') })),
    byWord(TYPE, { 'deposit|in': cameIn('received'), 'withdrawal|out': wentOut('sent'), trade: exchanged }),
  ),
  received: columns('Buy Amount', 'Buy Cur.'),
  sent: columns('Sell Amount', 'Sell Cur.'),
  fees: [{ leg: columns('Fee Amount (optional)', 'Fee Cur. (optional)') }],
  txHash: ['ID'],
  comment: 'Comment (optional)',
})
