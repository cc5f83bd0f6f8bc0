import { toolWords } from '../reader/tax-tools.ts'
import { bySides, cameIn, exchanged, way, wentOut } from '../reader/ways.ts'

/** Labels are called tags since 2024. */
export const TAG = /^(Label|Tag)$/i

/** Meanings of the labels of Koinly, which all of its files share. */
export const labels = {
  ...toolWords,
  '': bySides,
  'reward|rewards': cameIn('staking_reward'),
  income: cameIn('misc_reward'),
  'exchange|trade|buy|sell': exchanged,
  'deposit|receive|withdrawal|send': bySides,
  // A row of several beside the token of a pool.
  'liquidity in|liquidity out': way({ in: 'received', out: 'sent', both: 'exchange', flags: ['liquidity'] }),
  'realized p&l': way({ in: 'margin_gain', out: 'margin_loss' }),
  'margin loan': cameIn('loan_received'),
  'margin repayment': wentOut('loan_repayment'),
  'send to pool|sent to pool|add to pool': wentOut('staking_lockup'),
  'remove from pool|received from pool|receive from pool': cameIn('staking_return'),
  tax: wentOut('purchase'),
}
