import { expect, test } from 'vitest'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { linesOf, readRows } from '../testing/read-rows.ts'

const row = (Description: string, Currency: string, delta: string) => ({
  'Timestamp (UTC)': '2021-11-18T16:46:00Z',
  Description,
  Currency,
  'Balance delta': delta,
  Reference: 'r',
})

test.each([
  ['Sold BTC 0.001 for MYR 250', '-0.001', 'sell 0.001 BTC -> 250 MYR (counter_leg_from_text)'],
  ['Bought 0.001 XBT for 250 MYR', '0.001', 'buy 250 MYR -> 0.001 BTC (counter_leg_from_text)'],
  ['Bought 0.01 XBT/MYR @ 217,140', '0.01', 'buy 2171.4 MYR -> 0.01 BTC (counter_leg_from_text)'],
  ['Sold 0.01 XBT/MYR @ 217,140', '-0.01', 'sell 0.01 BTC -> 2171.4 MYR (counter_leg_from_text)'],
  ['Trading fee', '-0.00001', 'outgoing/fee 0.00001 BTC ->'],
  ['Received Bitcoin', '0.1', 'incoming/received -> 0.1 BTC'],
  ['Sent Bitcoin', '-0.1', 'outgoing/sent 0.1 BTC ->'],
  ['Reserved', '0', 'skip zero_amount 1'],
  ['Promotion', '0.1', 'incoming/received -> 0.1 BTC (unmapped_type:Promotion)'],
])('%s', (description, delta, expected) => {
  expect(linesOf('luno', [row(description, 'BTC', delta)])).toEqual([expected])
})

test.each(['Bought BTC 0.001 for MYR 250', 'Bought 0.001 BTC/MYR @ 250,000'])(
  'a trade has one name in the files of both wallets: %s',
  (description) => {
    const names = [row(description, 'BTC', '0.001'), row(description, 'MYR', '-250')].map((one) => {
      const { transactions, family } = readRows('luno', [one])
      return transactions.map((t) => transactionFingerprint('me', family, t))
    })
    expect(names[0]).toEqual(names[1])
  },
)

test('a trading fee is that of the trade of its moment, and the file of the other wallet adds nothing', () => {
  const trade = row('Bought BTC 0.001 for MYR 250', 'BTC', '0.001')
  const fee = row('Trading fee', 'BTC', '-0.00001')
  expect(linesOf('luno', [trade, fee])).toEqual([
    'buy 250 MYR -> 0.001 BTC fee 0.00001 BTC (counter_leg_from_text)',
  ])
  const names = [[trade, fee], [{ ...trade, Currency: 'MYR', 'Balance delta': '-250' }]].map((rows) => {
    const { transactions, family } = readRows('luno', rows)
    return transactions.map((t) => transactionFingerprint('me', family, t))
  })
  expect(names[0]).toEqual(names[1])
  // Of two trades of one moment, nothing says which paid it.
  expect(linesOf('luno', [trade, row('Bought BTC 0.002 for MYR 500', 'BTC', '0.002'), fee])).toEqual([
    'buy 250 MYR -> 0.001 BTC (counter_leg_from_text)',
    'buy 500 MYR -> 0.002 BTC (counter_leg_from_text)',
    'outgoing/fee 0.00001 BTC ->',
  ])
})
