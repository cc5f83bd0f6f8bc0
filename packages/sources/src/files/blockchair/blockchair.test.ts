import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const row = {
  Ticker: 'BTC',
  'Amount fiat (USD)': '20000',
  'Asset rate (USD)': '40000',
  Date: '03/04/2023 09:30',
  'Transaction hash': 'aa',
}

test('of one address or key, the effect has its sign', () => {
  const rows = [
    { ...row, Effect: '0.5' },
    { ...row, Effect: '-0.3', 'Transaction hash': 'bb' },
    { ...row, Effect: '-0.4', 'Transaction hash': 'cc', 'Affected address/xpub': 'a' },
    { ...row, Effect: '-0.1', 'Transaction hash': 'cc', 'Affected address/xpub': 'b' },
    { ...row, Effect: '0', 'Transaction hash': 'dd' },
  ]
  expect(linesOf('blockchair-effects', rows)).toEqual([
    'incoming/received -> 0.5 BTC',
    'outgoing/sent 0.3 BTC ->',
    'outgoing/sent 0.4 BTC ->',
    'outgoing/sent 0.1 BTC ->',
    'skip zero_amount 5',
  ])
  const [read] = readRows('blockchair-effects', rows).transactions
  expect(read).toMatchObject({ at: Date.UTC(2023, 3, 3, 9, 30), txHash: 'aa' })
  expect(read?.unitPrices).toEqual({ BTC: { amount: '40000', currency: 'USD' } })
})

test.each([
  ['External receiving', 'incoming/received -> 0.5 BTC'],
  ['External spending', 'outgoing/sent 0.5 BTC ->'],
  ['Internal', 'incoming/received -> 0.5 BTC (unmapped_type:Internal)'],
])('of a wallet, the type is the way: %s', (Type, expected) => {
  expect(linesOf('blockchair-wallet', [{ ...row, Effect: '0.5', Type }])).toEqual([expected])
})
