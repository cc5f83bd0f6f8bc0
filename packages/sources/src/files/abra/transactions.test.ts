import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (id: string, type: string, product: string, quantity: string, description = '', fee = '0') => ({
  'Transaction date (UTC)': '2021-04-29 18:31:24',
  'Transaction ID': id,
  'Transaction type': type,
  Description: description,
  Product: product,
  'Gross Quantity': quantity,
  'Network Fees': fee,
})

test.each([
  [
    [row('1', 'Inbound Transfer', 'USD', '250'), row('1', 'Buy', 'BTC', '0.005')],
    ['buy 250 USD -> 0.005 BTC'],
  ],
  [[row('1', 'Inbound Transfer', 'USD', '250')], ['incoming/received -> 250 USD (fiat)']],
  [[row('1', 'Sell', 'ETH', '1'), row('1', 'Buy', 'BTC', '0.05')], ['trade 1 ETH -> 0.05 BTC']],
  [
    [row('1', 'Buy', 'Interest-earning ETH', '1', 'Transfer from ETH to Interest-earning ETH')],
    ['skip internal_transfer 1'],
  ],
  [[row('1', 'Interest Payment', 'Interest-earning ETH', '0.1')], ['incoming/interest_received -> 0.1 ETH']],
  [[row('1', 'Outbound Transfer', 'BTC', '0.001', '', '0.002')], ['error fee_above_amount 1']],
])('%#', (rows, expected) => {
  expect(linesOf('abra', rows)).toEqual(expected)
})
