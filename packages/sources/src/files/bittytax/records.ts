import { columns, firstLeg, inColumn } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, renamed, wentOut } from '../reader/ways.ts'

const sides = [
  ...['Type', 'Buy Quantity', 'Buy Asset', /^Buy Value in [A-Z]{3}$/i, 'Sell Quantity', 'Sell Asset'],
  ...[
    /^Sell Value in [A-Z]{3}$/i,
    'Fee Quantity',
    'Fee Asset',
    /^Fee Value in [A-Z]{3}$/i,
    'Wallet',
    'Timestamp',
  ],
]

/** BittyTax, transaction records: what was bought, what was sold, and the fee, each with a value in the owner's currency. */
export const bittytax = inOutTable({
  ...taxTool,
  id: 'bittytax',
  family: 'bittytax',
  name: 'BittyTax transaction records',
  sourceSlug: 'bittytax',
  exchange: 'BittyTax',
  headers: [{ cells: [...sides, 'Note'] }, { cells: sides }],
  unsureZone: 'noted',
  time: 'Timestamp',
  type: 'Type',
  means: byWord('Type', {
    ...toolWords,
    deposit: cameIn('received'),
    withdrawal: wentOut('sent'),
    trade: exchanged,
    swap: renamed,
    'staking|staking reward': cameIn('staking_reward'),
    stake: wentOut('staking_lockup'),
    unstake: cameIn('staking_return'),
    'income|referral': cameIn('misc_reward'),
    interest: cameIn('interest_received'),
    'fee rebate|margin fee rebate|cashback': cameIn('rebate'),
    'gift sent|gift spouse': wentOut('gift_sent'),
    'charity sent': wentOut('donation_501c3'),
    loan: cameIn('loan_received'),
    'loan repayment': wentOut('loan_repayment'),
    'loan interest': wentOut('interest_paid'),
    'margin gain': cameIn('margin_gain'),
    'margin loss': wentOut('margin_loss'),
    'margin fee': wentOut('margin_fee'),
  }),
  sent: columns('Sell Quantity', 'Sell Asset'),
  received: columns('Buy Quantity', 'Buy Asset'),
  fees: [{ leg: columns('Fee Quantity', 'Fee Asset') }],
  value: firstLeg(inColumn(/^Buy Value in ([A-Z]{3})$/i), inColumn(/^Sell Value in ([A-Z]{3})$/i)),
  wallet: { sent: ['Wallet'], received: ['Wallet'] },
  comment: 'Note',
})
