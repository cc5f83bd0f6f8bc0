import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const row = (category: string, operation: string, more: Record<string, string>) => ({
  Time: '2023-02-01 00:00:00.000',
  Category: category,
  Operation: operation,
  'Transaction ID': 't',
  ...more,
})
const primary = (amount: string, asset = 'ETH') => ({
  'Primary Asset': asset,
  'Realized Amount For Primary Asset': amount,
})
const pair = (base: string, given: string, quote: string, got: string, dollars = '') => ({
  'Base Asset': base,
  'Realized Amount For Base Asset': given,
  'Quote Asset': quote,
  'Realized Amount for Quote Asset': got,
  'Realized Amount for Quote Asset in USD': dollars,
})

test.each([
  [row('Deposit', 'Crypto Deposit', primary('2')), 'incoming/received -> 2 ETH'],
  [row('Withdrawal', 'USD Withdrawal', primary('50', 'USD')), 'outgoing/sent 50 USD -> (fiat)'],
  [row('Spot Trading', 'Sell', pair('ETH', '1', 'BTC', '0.05')), 'trade 1 ETH -> 0.05 BTC'],
  [row('Spot Trading', 'Buy', pair('ETH', '1', 'USD', '', '2000')), 'buy 2000 USD -> 1 ETH'],
  [row('Spot Trading', 'Buy', pair('ETH', '1', 'BTC', '', '2000')), 'error missing_value 1'],
  [row('Convert', 'Convert', pair('USDT', '100', 'ETH', '0.05')), 'trade 100 USDT -> 0.05 ETH'],
  [row('Quick Buy', 'Buy', pair('USD', '100', 'ETH', '0.05')), 'buy 100 USD -> 0.05 ETH'],
  [row('Distribution', 'Staking Rewards', primary('-0.1')), 'outgoing/fee 0.1 ETH ->'],
  [row('Distribution', 'Referral Commission', primary('0.1')), 'incoming/rebate -> 0.1 ETH'],
  [row('Distribution', 'Others', primary('0.1')), 'incoming/airdrop -> 0.1 ETH'],
  [
    row('Distribution', 'Gift', primary('0.1')),
    'incoming/received -> 0.1 ETH (unmapped_type:Distribution Gift)',
  ],
])('%o', (one, expected) => {
  expect(linesOf('binanceus-v2', [one])).toEqual([expected])
})

test('the value in dollars is kept', () => {
  const { transactions } = readRows('binanceus-v2', [
    row('Deposit', 'Crypto Deposit', {
      ...primary('2'),
      'Realized Amount for Primary Asset in USD': '4000',
    }),
  ])
  expect(transactions).toMatchObject([{ value: { amount: '4000', currency: 'USD' } }])
})
