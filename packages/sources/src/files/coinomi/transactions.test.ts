import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (AccountName: string, Value: string, Symbol: string) => ({
  ...{ AccountName, Value, Symbol, Fees: '0.002', InternalTransfer: 'false', TransactionID: '0xaa' },
  'Time(ISO8601-UTC)': '2022-01-03T10:18Z',
})

test.each([
  [row('USD Coin (Ethereum)', '-10', 'USDC'), 'outgoing/sent 10 USDC -> fee 0.002 ETH'],
  [row('Ethereum', '-1.002', 'ETH'), 'outgoing/sent 1 ETH -> fee 0.002 ETH'],
  [row('Ethereum', '1', 'ETH'), 'incoming/received -> 1 ETH'],
])('%o', (one, expected) => {
  expect(linesOf('coinomi', [one])).toEqual([expected])
})
