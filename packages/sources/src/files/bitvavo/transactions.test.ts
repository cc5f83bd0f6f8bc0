import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

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
    'outgoing/sent 0.49 ETH -> fee 0.01 ETH',
  ],
  // Only a whole amount has its fee in it: one of another currency is beside it.
  [
    row('withdrawal', { Amount: '-0.5', 'Fee currency': 'EUR', 'Fee amount': '1' }),
    'outgoing/sent 0.5 ETH -> fee 1 EUR',
  ],
  [row('withdrawal_cancelled'), 'incoming/received -> 0.5 ETH'],
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

test('until 2024 all was for euros', () => {
  const read = readKnown(
    [
      'Timezone,Date,Time,Type,Currency,Amount,Price (EUR),EUR received / paid,Fee currency,Fee amount,Status,Transaction ID,Address',
      'Europe/Amsterdam,2023-02-03,17:19:11,buy,ADA,100,0.40,-40.10,EUR,0.10,Completed,a1,',
      'Europe/Amsterdam,2023-02-04,17:19:11.250,sell,ADA,-100,0.50,49.90,EUR,0.10,Completed,a2,',
      'Europe/Amsterdam,2023-02-05,17:19:11,withdrawal,EUR,-49.90,,,,,Completed,a3,',
      'Europe/Amsterdam,2023-02-06,17:19:11,staking,ADA,0.5,,,,,Distributed,a4,',
      'Europe/Amsterdam,2023-02-07,17:19:11,withdrawal,ADA,-0.5,,,ADA,0.1,Canceled,a5,',
    ].join('\n'),
  )
  expect(lines(read)).toEqual([
    'buy 40.00 EUR -> 100 ADA fee 0.10 EUR',
    'sell 100 ADA -> 50.00 EUR fee 0.10 EUR',
    'outgoing/sent 49.90 EUR -> (fiat)',
    'incoming/staking_reward -> 0.5 ADA',
  ])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2023, 1, 3, 16, 19, 11))
  expect(read.skipped).toEqual([{ rows: [5], reason: 'status_not_completed' }])
})
