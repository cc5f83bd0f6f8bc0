import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (type: string, amount: string, fee = '0', more: Record<string, string> = {}) => ({
  'Trade Date': '2020/09/29 17:02:41',
  'Trade Type': type,
  'Currency 1': 'BTC',
  'Amount (Currency 1)': amount,
  Fee: fee,
  ...more,
})

test.each([
  [
    row('Sell', '-1', '-0.001', { 'Currency 2': 'USD', 'Amount (Currency 2)': '10,000' }),
    'sell 1 BTC -> 10000 USD fee 0.001 BTC',
  ],
  [row('Receive', '1'), 'incoming/received -> 1 BTC'],
  [row('Send', '-1', '-0.0004'), 'outgoing/sent 1 BTC -> fee 0.0004 BTC'],
  [row('Transfer Fee', '-0.0004'), 'outgoing/fee 0.0004 BTC ->'],
  [row('Cancel', '-1'), 'outgoing/sent 1 BTC -> (unmapped_type:Cancel)'],
])('%o', (one, expected) => {
  expect(linesOf('bitflyer', [one])).toEqual([expected])
})
