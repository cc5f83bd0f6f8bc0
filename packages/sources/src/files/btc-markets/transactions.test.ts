import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (recordType: string, action: string, currency: string, amount: string) => ({
  transactionId: `${action}${currency}`,
  creationTime: '2021-01-01T00:00:00Z',
  recordType,
  action,
  currency,
  amount,
  referenceId: 'r',
})

test.each([
  [[row('Fund Transfer', 'Deposit', 'AUD', '5')], ['incoming/received -> 5 AUD (fiat)']],
  [[row('Fund Transfer', 'Withdraw', 'BTC', '-5')], ['outgoing/sent 5 BTC ->']],
  [
    [
      row('Trade', 'Sell Order', 'BTC', '-1'),
      row('Trade', 'Sell Order', 'AUD', '500'),
      row('Trade', 'Trading Fee', 'AUD', '-4'),
    ],
    ['sell 1 BTC -> 500 AUD fee 4 AUD'],
  ],
  [[row('Reward', 'Staking', 'ETH', '5')], ['incoming/received -> 5 ETH (unmapped_type:Staking Reward)']],
])('%o', (rows, expected) => {
  expect(linesOf('btcmarkets', rows)).toEqual(expected)
})
