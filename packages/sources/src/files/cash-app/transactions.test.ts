import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (type: string, more: Record<string, string> = {}) => ({
  Date: '2023-08-08 11:04:00 EDT',
  'Transaction ID': 'c',
  'Transaction Type': type,
  Currency: 'USD',
  Amount: '-$491.00',
  Fee: '-$9.00',
  'Net Amount': '-$500.00',
  'Asset Type': 'BTC',
  'Asset Amount': '0.01',
  Status: 'COMPLETE',
  ...more,
})
const inBitcoin = { Currency: 'BTC', 'Asset Type': '', 'Asset Amount': '', Amount: '-0.01', Fee: '-0.0001' }

test.each([
  [row('Bitcoin Recurring Buy'), 'buy 491.00 USD -> 0.01 BTC fee 9.00 USD'],
  [row('Bitcoin Sale', { Amount: '$491.00' }), 'sell 0.01 BTC -> 491.00 USD fee 9.00 USD'],
  [row('Bitcoin Withdrawal', { Fee: '', Amount: '' }), 'outgoing/sent 0.01 BTC ->'],
  [row('Bitcoin Withdrawal', inBitcoin), 'outgoing/sent 0.01 BTC -> fee 0.0001 BTC'],
  [row('Bitcoin Deposit', { Fee: '' }), 'incoming/received -> 0.01 BTC'],
  [row('Bitcoin Deposit', { Fee: '', 'Asset Type': '$BTC' }), 'incoming/received -> 0.01 BTC'],
  [row('Bitcoin Boost', { Fee: '' }), 'incoming/rebate -> 0.01 BTC'],
  [row('Bitcoin Buy', { Status: 'FAILED' }), 'skip status_not_completed 1'],
  [row('Stock Buy'), 'skip non_crypto 1'],
  [row('Cash Card Debit'), 'skip fiat_only 1'],
  [row('Account Notifications'), 'skip no_value_moved 1'],
  [row('Bitcoin Loan', { Fee: '' }), 'incoming/received -> 0.01 BTC (unmapped_type:Bitcoin Loan)'],
])('%o', (one, expected) => {
  expect(linesOf('cashapp', [one])).toEqual([expected])
})

test('EST in summer is the time of New York, not a fixed offset', () => {
  const at = (Date: string) => readRows('cashapp', [row('Bitcoin Buy', { Date })]).transactions[0]?.at
  expect(at('2023-08-08 11:04:00 EST')).toBe(Date.UTC(2023, 7, 8, 15, 4))
  expect(at('2023-12-08 11:04:00 EST')).toBe(Date.UTC(2023, 11, 8, 16, 4))
})

test('a file of bitcoin alone names neither persons nor accounts', () => {
  const text = [
    'Date,Transaction ID,Transaction Type,Currency,Amount,Fee,Net Amount,Asset Type,Asset Price,Asset Amount,Status,Notes',
    '2025-09-09 16:29:46 EDT,,Bitcoin Recurring Buy,USD,-$97.80,-$2.20,-$100.00,BTC,$108000.00,0.00090556,COMPLETE,',
  ]
  expect(lines(readKnown(text.join('\n')))).toEqual(['buy 97.80 USD -> 0.00090556 BTC fee 2.20 USD'])
})

const coins = (type: string, more: Record<string, string>) => ({
  Date: '2025-08-08 11:04:00 PDT',
  'Transaction ID': 'c',
  'Transaction Type': type,
  Currency: 'USD',
  Fee: '$0.00',
  'Asset Type': 'BTC',
  'Asset Amount': '0.01 BTC',
  ...more,
})

test.each([
  [coins('Bitcoin Buy', { Amount: '-$980.00', Fee: '-$20.00' }), 'buy 980.00 USD -> 0.01 BTC fee 20.00 USD'],
  [
    coins('Bitcoin Sale', { Amount: '$1,000.00', Fee: '-$15.00' }),
    'sell 0.01 BTC -> 1000.00 USD fee 15.00 USD',
  ],
  [coins('Bitcoin Withdrawal', { Amount: '$1,000.00' }), 'outgoing/sent 0.01 BTC ->'],
  [coins('Bitcoin Lightning Withdrawal', { Amount: '$1,000.00' }), 'outgoing/sent 0.01 BTC ->'],
  [coins('Bitcoin Deposit', { Amount: '-$1,000.00' }), 'incoming/received -> 0.01 BTC'],
  [coins('Bitcoin Lightning Deposit', { Amount: '-$1,000.00' }), 'incoming/received -> 0.01 BTC'],
])('the bitcoin of a year: %o', (one, expected) => {
  expect(linesOf('cashapp-bitcoin', [one])).toEqual([expected])
})

test('a movement of bitcoin is worth the money of its row', () => {
  const { transactions } = readRows('cashapp-bitcoin', [coins('Bitcoin Deposit', { Amount: '-$1,000.00' })])
  expect(transactions).toMatchObject([{ value: { amount: '1000.00', currency: 'USD' } }])
})
