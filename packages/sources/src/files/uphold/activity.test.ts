import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (type: string, cells: Record<string, string>) => ({
  Date: 'Tue May 26 2020 18:06:28 GMT+0000',
  Id: 'u1',
  Status: 'completed',
  Type: type,
  Origin: 'uphold',
  Destination: 'uphold',
  ...cells,
})
const gave = (amount: string, currency: string) => ({ 'Origin Amount': amount, 'Origin Currency': currency })
const got = (amount: string, currency: string) => ({
  'Destination Amount': amount,
  'Destination Currency': currency,
})

test.each([
  [
    row('staking-reward', { ...gave('0.2', 'ETH'), ...got('0.2', 'ETH') }),
    'incoming/staking_reward -> 0.2 ETH',
  ],
  [row('reward', { ...gave('3', 'BAT'), ...got('3', 'BAT') }), 'incoming/misc_reward -> 3 BAT'],
  [row('reward', got('3', 'BAT')), 'incoming/misc_reward -> 3 BAT'],
  [row('in', gave('3', 'BAT')), 'incoming/received -> 3 BAT'],
  [row('out', gave('3', 'BAT')), 'outgoing/sent 3 BAT ->'],
  // Nor does a place that is not told.
  [row('in', { ...gave('3', 'BAT'), Destination: '' }), 'incoming/received -> 3 BAT'],
  [row('out', { ...got('3', 'BAT'), Origin: '' }), 'outgoing/sent 3 BAT ->'],
  // Without its other side an exchange says too little.
  [row('transfer', gave('3', 'BAT')), 'error missing_amount 1'],
])('%o', (one, expected) => {
  expect(linesOf('uphold', [one])).toEqual([expected])
})
