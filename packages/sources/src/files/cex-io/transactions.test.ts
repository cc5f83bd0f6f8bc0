import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (
  Type: string,
  Amount: string,
  Symbol: string,
  Comment = '',
  more: Record<string, string> = {},
) => ({
  DateUTC: '2019-01-01 00:00:00',
  Amount,
  Symbol,
  Type,
  Comment,
  ...more,
})
const fee = (FeeAmount: string, FeeSymbol: string) => ({ FeeAmount, FeeSymbol })

test.each([
  [
    [row('sell', '369.1', 'USD', 'Sold 0.1 BTC at 3700 USD', fee('0.9', 'USD'))],
    ['sell 0.1 BTC -> 370 USD fee 0.9 USD'],
  ],
  [[row('sell', '-0.1', 'BTC', 'Sell Order #1')], ['skip order_reservation 1']],
  [
    [row('withdraw', '-0.5', 'BTC', 'done', fee('0.001', 'BTC'))],
    ['outgoing/sent 0.499 BTC -> fee 0.001 BTC'],
  ],
  [[row('deposit', '1', 'BTC', 'Confirmed')], ['incoming/received -> 1 BTC']],
  [[row('deposit', '1', 'BTC', 'Pending')], ['skip pending 1']],
  [[row('staking_accrual', '1', 'XTZ')], ['incoming/staking_reward -> 1 XTZ']],
  [[row('staking_deposit', '-1', 'XTZ')], ['skip internal_transfer 1']],
  [[row('costsNothing', '1', 'USD')], ['incoming/rebate -> 1 USD']],
  [[row('cancel', '1', 'USD')], ['skip cancelled 1']],
  [[row('wallet_buy', '1', 'ETH'), row('wallet_sell', '-200', 'USD')], ['buy 200 USD -> 1 ETH']],
  [[row('buy', '1', 'ETH', 'Something else')], ['incoming/received -> 1 ETH (unmapped_type:buy)']],
])('%o', (rows, expected) => {
  expect(linesOf('cexio', rows)).toEqual(expected)
})
