import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { readText } from '../testing/read-text.ts'

const row = (Type: string, Amount: string, Coin = 'SOL', order = '', Fee = '0') => ({
  ...{ order, Date: '2025-06-01 10:00:01', Coin, Type, Amount, Fee },
})

test.each([
  [
    [row('Buy', '2', 'SOL', '1', '-0.002'), row('Sell', '-300', 'USDT', '1')],
    ['trade 300 USDT -> 2 SOL fee 0.002 SOL'],
  ],
  [[row('Fiat', '90', 'USDT', '2'), row('Fiat', '-85', 'EUR', '2')], ['buy 85 EUR -> 90 USDT']],
  [[row('Buy Crypto', '90', 'USDT')], ['incoming/received -> 90 USDT (ungrouped)']],
  [[row('Ordinary Withdrawal', '-1', 'SOL', '3', '-0.01')], ['outgoing/sent 1 SOL -> fee 0.01 SOL']],
  [[row('Deposit', '1')], ['incoming/received -> 1 SOL']],
  [[row('Transfer out', '-1')], ['skip internal_transfer 1']],
  [[row('Interest', '1')], ['incoming/interest_received -> 1 SOL']],
  [[row('Airdrop Reward-A', '1')], ['incoming/airdrop -> 1 SOL']],
  [[row('Reward', '1')], ['incoming/misc_reward -> 1 SOL']],
  [[row('Trading fee rebate', '1')], ['incoming/rebate -> 1 SOL']],
  [[row('User fees', '-1')], ['outgoing/fee 1 SOL ->']],
  [
    [row('Closing of trading bot position', '1')],
    ['incoming/received -> 1 SOL (unmapped_type:Closing of trading bot position)'],
  ],
])('%o', (rows, expected) => {
  expect(linesOf('bitget-transactions', rows)).toEqual(expected)
})

test('nothing says the zone of times, so a person is asked', () => {
  const text =
    'Date,Trading pair,Base Asset,Quote Asset,Direction,Price,Amount,Total,Fee,Fee Coin\n2025-06-01 10:00:01,SOL/USDT,SOL,USDT,Buy,150,2,300,0.002,SOL,\n'
  expect(readText(text, { isAttended: true })).toMatchObject({ outcome: 'ask', question: 'time_zone' })
})
