import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

test.each([
  ['Sell', 'BTC/AUD', '792 AUD', '8 AUD', 'sell 0.01 BTC -> 800 AUD fee 8 AUD'],
  ['Buy', 'ETH/BTC', '0.0202 BTC', '0.0002 BTC', 'trade 0.02 BTC -> 0.01 ETH fee 0.0002 BTC'],
])('%s on %s', (Type, Market, total, Fee, expected) => {
  const row = { 'Transaction Date': '13/04/2021 01:00 PM', Type, Market, Amount: '0.01', Fee }
  expect(linesOf('coinspot', [{ ...row, 'Total (inc GST)': total }])).toEqual([expected])
})
