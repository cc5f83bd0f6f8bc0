import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (Type: string, more: Record<string, string> = {}) => ({
  Timezone: 'Europe/Amsterdam',
  Date: '2023-11-30',
  Time: '11:43:57.620',
  Type,
  Currency: 'ETH',
  Amount: '0.5',
  Status: 'Completed',
  'Transaction ID': 'x',
  ...more,
})
const paid = { 'Received / Paid Currency': 'EUR', 'Received / Paid Amount': '99.75', 'Fee currency': 'EUR' }

test.each([
  [row('sell', { Amount: '-0.5', ...paid, 'Fee amount': '0.25' }), 'sell 0.5 ETH -> 100.00 EUR fee 0.25 EUR'],
  [
    row('withdrawal', { Amount: '-0.5', 'Fee currency': 'ETH', 'Fee amount': '0.01' }),
    'outgoing/sent 0.5 ETH -> fee 0.01 ETH',
  ],
  [row('fixed_staking', { Status: 'Distributed' }), 'incoming/staking_reward -> 0.5 ETH'],
  [row('rebate'), 'incoming/rebate -> 0.5 ETH'],
  [row('distribution'), 'incoming/airdrop -> 0.5 ETH'],
  [row('campaign_new_user_incentive'), 'incoming/misc_reward -> 0.5 ETH'],
  [row('external_transferred_funds'), 'incoming/received -> 0.5 ETH'],
  [row('internal_transfer', { Amount: '-0.5' }), 'skip internal_transfer 1'],
  [row('loan'), 'incoming/loan_received -> 0.5 ETH'],
  [row('loan', { Amount: '-0.5' }), 'outgoing/loan_repayment 0.5 ETH ->'],
  [row('deposit', { Status: 'Pending' }), 'skip status_not_completed 1'],
  [row('deposit', { Timezone: 'Europe/Atlantis' }), 'error not_a_date 1'],
  [row('lending'), 'incoming/received -> 0.5 ETH (unmapped_type:lending)'],
])('%o', (one, expected) => {
  expect(linesOf('bitvavo', [one])).toEqual([expected])
})
