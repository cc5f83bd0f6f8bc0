import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const activity = (type: string, title: string, amount = '2', currency = 'ETH') => ({
  'activity id': title,
  'final status': 'Completed',
  'activity title': title,
  'activity type': type,
  'transaction value': amount,
  'transaction currency': currency,
  'initiated time': '2024-03-01T00:00:00Z',
})

test.each([
  [activity('Deposit', 'Deposit ETH'), 'incoming/received -> 2 ETH'],
  [activity('Deposit', 'Refund ETH'), 'incoming/rebate -> 2 ETH'],
  [activity('Withdrawal', 'Withdraw ETH', '1,002'), 'outgoing/sent 1002 ETH ->'],
  [activity('Withdrawal', 'Payment'), 'outgoing/fee 2 ETH ->'],
  [activity('Stake', 'Stake ETH'), 'outgoing/staking_lockup 2 ETH ->'],
  [activity('Unstake', 'Unstake ETH'), 'incoming/staking_return -> 2 ETH'],
  [activity('Conversion', 'Convert USDC/USD', '5', 'USDC'), 'sell 5 USDC -> 5 USD'],
  [activity('Conversion', 'Convert USDC', '5', 'USDC'), 'error missing_value 1'],
  [{ ...activity('Deposit', 'a'), 'final status': 'Cancelled' }, 'skip status_not_completed 1'],
])('%o', (row, expected) => {
  expect(linesOf('coinbase-prime-transactions', [row])).toEqual([expected])
})

test('an order that was cancelled counts with what was filled before', () => {
  const order = {
    'order id': 'o',
    status: 'Cancelled',
    market: 'BTC/USD',
    side: 'SELL',
    'filled base quantity': '0.1',
    'filled quote quantity': '5000',
    'average fill price': '50000',
    'total fees and commissions': '5',
    'initiated time': '2024-02-01T00:00:00Z',
  }
  expect(linesOf('coinbase-prime-orders', [order])).toEqual(['sell 0.1 BTC -> 5000 USD fee 5 USD'])
})

test('a reward of staking has its value in dollars', () => {
  const reward = {
    'Staked Asset': 'ETH',
    'Reward Currency': 'ETH',
    'Date/Time of Reward': '2024-03-05T12:00:00Z',
    'Type of Reward': 'Consensus',
    'Amount of Reward': '0.0021',
    'Amount of Reward (notional USD)': '7.35',
  }
  expect(linesOf('coinbase-prime-rewards', [reward])).toEqual(['incoming/staking_reward -> 0.0021 ETH'])
  expect(readRows('coinbase-prime-rewards', [reward]).transactions[0]?.value).toMatchObject({
    currency: 'USD',
  })
})
