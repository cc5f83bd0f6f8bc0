import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { readText } from '../testing/read-text.ts'

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
  [
    [
      row('Dust Swap-Small Balances Deducted', '-3', 'XRP', 'd1'),
      row('Dust Swap-GT Added', '0.1', 'GT', 'd1'),
      row('Dust Swap-Fees Deducted', '-0.01', 'GT', 'd1'),
    ],
    ['trade 3 XRP -> 0.1 GT fee 0.01 GT'],
  ],
  [
    [row('Quick Buy-Bought', '-50', 'USDT', 'q1'), row('Quick Buy-Bought', '2', 'SOL', 'q1')],
    ['trade 50 USDT -> 2 SOL'],
  ],
  [[row('Quick Sell-Sold', '-5', 'SOL', 'q2')], ['outgoing/sent 5 SOL -> (ungrouped)']],
  [[row('Withdrawals', '-5', 'BTC'), row('Withdrawal Rejected', '5', 'BTC')], ['skip taken_back 1 2']],
  [[row('Deposit Rejected', '-5', 'BTC')], ['outgoing/sent 5 BTC ->']],
  [[row('GateCode Withdrawals', '-5', 'BTC')], ['outgoing/sent 5 BTC ->']],
  [[row('Perps- Transferred Out', '-5', 'USDT')], ['skip internal_transfer 1']],
  [[row('PortfolioMarginAccountTransferIn', '5', 'USDT')], ['skip internal_transfer 1']],
  [[row('Secondary Rebate Financial Account Transfer Out', '-5', 'USDT')], ['skip internal_transfer 1']],
  [[row('Lending-Lent', '-5', 'USDT')], ['skip internal_transfer 1']],
  [[row('Stable Income - Unlock', '5', 'USDT')], ['skip internal_transfer 1']],
  [[row('Cryptoloan- Collateral Returned', '5', 'BTC')], ['skip internal_transfer 1']],
  [[row('Cryptoloan- Borrowed', '5', 'USDT')], ['incoming/loan_received -> 5 USDT']],
  [[row('Flexible Rate Loan - Repay', '-5', 'USDT')], ['outgoing/loan_repayment 5 USDT ->']],
  [[row('Isolated Margin-Interest Deduction', '-5', 'USDT')], ['outgoing/interest_paid 5 USDT ->']],
  [[row('Staking Interest Income', '5', 'GT')], ['incoming/staking_reward -> 5 GT']],
  [[row('Deposit Bonus', '5', 'GT')], ['incoming/misc_reward -> 5 GT']],
  [[row('Partner User Rebate Income', '5', 'GT')], ['incoming/rebate -> 5 GT']],
  [[row('Red Packet Sent', '-5', 'GT')], ['outgoing/gift_sent 5 GT ->']],
  [
    [row('Structured Products - Lock', '-5', 'USDT')],
    ['outgoing/sent 5 USDT -> (unmapped_type:Structured Products - Lock)'],
  ],
  [[row('Dual C-Settled', '5', 'USDT')], ['incoming/received -> 5 USDT (unmapped_type:Dual C-Settled)']],
  [[row('Startup', '-5', 'USDT')], ['outgoing/sent 5 USDT -> (unmapped_type:Startup)']],
])('%o', (rows, expected) => {
  expect(linesOf('gateio', rows)).toEqual(expected)
})

test('nothing says the zone of times, so a person is asked', () => {
  const text =
    'no,time,action_desc,action_data,type,change_amount,amount,total\n1,2021-02-03 00:00:00,Deposits,,BTC,5,5,5\n'
  expect(readText(text, { isAttended: true })).toMatchObject({ outcome: 'ask', question: 'time_zone' })
})
