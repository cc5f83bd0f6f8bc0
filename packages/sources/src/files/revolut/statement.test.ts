import { expect, test } from 'vitest'
import { readRows } from '../testing/read-rows.ts'
import { lines } from '../testing/read-text.ts'

const row = (Type: string, Amount: string, more: Record<string, string> = {}) => ({
  Type,
  Product: 'Current',
  'Started Date': '2022-03-04 7:05:06',
  'Completed Date': '2022-03-05 7:05:06',
  Description: 'Exchanged to ALGO',
  Amount,
  Currency: 'ALGO',
  'Fiat amount': '80.00',
  'Fiat amount (inc. fees)': '81.20',
  Fee: '1.20',
  'Base currency': 'EUR',
  State: 'COMPLETED',
  Balance: '100',
  ...more,
})
const gone = { 'Fiat amount': '-80.00', 'Fiat amount (inc. fees)': '-78.80' }
const told = (Description: string) => ({ Description })

test.each([
  [row('EXCHANGE', '100'), 'buy 80.00 EUR -> 100 ALGO fee 1.20 EUR'],
  [row('EXCHANGE', '-100', gone), 'sell 100 ALGO -> 80.00 EUR fee 1.20 EUR'],
  [row('EXCHANGE', '-100', { ...gone, State: 'REVERTED' }), 'skip status_not_completed 1'],
  [row('CARD_PAYMENT', '-100', gone), 'outgoing/purchase 100 ALGO ->'],
  [row('CARD_REFUND', '100'), 'incoming/received -> 100 ALGO'],
  [row('CASHBACK', '1', told('Metal Cashback')), 'incoming/rebate -> 1 ALGO'],
  [row('REWARD', '1', told('Learn reward')), 'incoming/misc_reward -> 1 ALGO'],
  [row('REWARD', '1', told('Staking reward')), 'incoming/staking_reward -> 1 ALGO'],
  [row('TRANSFER', '-100', { ...gone, ...told('Transferred to Savings') }), 'skip internal_transfer 1'],
  [
    row('TRANSFER', '100', told('Balance migration to another region or legal entity')),
    'skip internal_transfer 1',
  ],
  [row('TRANSFER', '-100', { ...gone, ...told('To a friend') }), 'outgoing/sent 100 ALGO ->'],
  [row('TRANSFER', '100', told('From a friend')), 'incoming/received -> 100 ALGO'],
  [row('TOMBOLA', '-1', gone), 'outgoing/sent 1 ALGO -> (unmapped_type:TOMBOLA)'],
])('%o', (one, expected) => {
  const read = readRows('revolut-statement', [one])
  const skips = read.skipped.map(({ reason, rows }) => `skip ${reason} ${rows.join(' ')}`)
  expect([...lines(read), ...skips, ...read.errors.map(({ message }) => message)]).toEqual([expected])
})

test('a payment is worth what was left of it, at the moment that it was completed', () => {
  const { transactions } = readRows('revolut-statement', [row('CARD_PAYMENT', '-100', gone)])
  expect(transactions).toMatchObject([{ value: { amount: '78.80', currency: 'EUR' } }])
  expect(new Date(transactions[0]!.at).toISOString()).toBe('2022-03-05T07:05:06.000Z')
})
