import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

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
  [row('BTC', 'Sell', '0.02', 'EUR 1,253.40', 'EUR 12.40'), 'sell 0.02 BTC -> 1253.40 EUR fee 12.40 EUR'],
  [row('USD', 'Other', '', '$500.00', '$0.00'), 'incoming/received -> 500.00 USD (fiat)'],
  [row('EUR', 'Other', '', '-€20.00', '€0.00'), 'outgoing/sent 20.00 EUR -> (fiat)'],
  [row('EUR', 'Receive', '', '€8.00', '€0.00'), 'incoming/received -> 8.00 EUR (fiat)'],
  [row('USD', 'Send', '', '$4,201.00', '$0.00'), 'outgoing/sent 4201.00 USD -> (fiat)'],
  [row('ETH', 'Staking reward', '', '', ''), 'skip zero_amount 1'],
  [row('BTC', 'Other', '0.001', '$100.00', '$0.00'), 'incoming/received -> 0.001 BTC (unmapped_type:Other)'],
])('%o', (one, expected) => {
  expect(linesOf('revolut-crypto', [one])).toEqual([expected])
})

test('how fees of purchases are counted is told, where there are any', () => {
  const notes = (...rows: Record<string, string>[]) =>
    readRows('revolut-crypto', rows).notes.map(({ code }) => code)
  expect(notes(row('BTC', 'Buy', '0.001', '$100.00', '$0.99'))).toEqual(['assumed'])
  expect(notes(row('BTC', 'Buy', '0.001', '$100.00', '$0.00'))).toEqual([])
  expect(notes(row('BTC', 'Sell', '0.001', '$100.00', '$0.99'))).toEqual([])
})
