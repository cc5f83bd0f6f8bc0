import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (action_desc: string, change_amount: string, type: string, action_data = '') => ({
  time: '2021-02-03 00:00:00',
  action_desc,
  action_data,
  type,
  change_amount,
})

test.each([
  [[row('Deposits', '5', 'BTC')], ['incoming/received -> 5 BTC']],
  [[row('Withdrawals', '-5', 'BTC')], ['outgoing/sent 5 BTC ->']],
  [[row('HODL Interest', '5', 'BTC')], ['incoming/interest_received -> 5 BTC']],
  [[row('Airdrop', '-5', 'BTC')], ['outgoing/fee 5 BTC ->']],
  [[row('Referral Superior Rebate', '5', 'BTC')], ['incoming/rebate -> 5 BTC']],
  [
    [
      row('Order Placed', '-100', 'USDT', '7'),
      row('Order Fullfilled', '0.5', 'XCH', '7'),
      row('Trade Fee', '-0.2', 'GT', '7'),
      row('Order Cancelled', '40', 'USDT', '7'),
    ],
    ['trade 60 USDT -> 0.5 XCH fee 0.2 GT'],
  ],
  [
    [row('Order Placed', '-100', 'USDT', '7'), row('Order Cancelled', '100', 'USDT', '7')],
    ['skip taken_back 1 2'],
  ],
  [
    [row('Dust Swap-Small Balances Deducted', '-3', 'XRP'), row('Dust Swap-GT Added', '0.1', 'GT')],
    ['trade 3 XRP -> 0.1 GT'],
  ],
  [[row('Startup', '-5', 'USDT')], ['outgoing/sent 5 USDT -> (unmapped_type:Startup)']],
])('%o', (rows, expected) => {
  expect(linesOf('gateio', rows)).toEqual(expected)
})
