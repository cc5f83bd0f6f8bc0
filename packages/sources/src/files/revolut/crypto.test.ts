import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (Symbol: string, Type: string, Quantity: string, Value: string, Fees: string) => ({
  Symbol,
  Type,
  Quantity,
  Price: Quantity === '' ? '' : '$100,000.00',
  Value,
  Fees,
  Date: 'Feb 25, 2025, 12:52:14 PM',
})

test.each([
  [row('BTC', 'Buy', '0.001', '$100.00', '$0.99'), 'buy 100.00 USD -> 0.001 BTC fee 0.99 USD'],
  [row('BTC', 'Buy — Revolut X', '0.001', '$100.00', '$0.00'), 'buy 100.00 USD -> 0.001 BTC'],
  [row('BTC', 'Sell – Revolut X', '0.001', '$100.00', '$0.09'), 'sell 0.001 BTC -> 100.00 USD fee 0.09 USD'],
  [row('USD', 'Other', '', '$500.00', '$0.00'), 'skip zero_amount 1'],
  [row('BTC', 'Other', '0.001', '$100.00', '$0.00'), 'incoming/received -> 0.001 BTC (unmapped_type:Other)'],
])('%o', (one, expected) => {
  expect(linesOf('revolut-crypto', [one])).toEqual([expected])
})
