import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

describe('unified account', () => {
  const row = (type: string, currency: string, flow: string, more: Record<string, string> = {}) => ({
    Currency: currency,
    Contract: 'BTCUSDT',
    Type: type,
    Direction: 'BUY',
    Quantity: flow,
    Position: '0',
    Funding: '0',
    'Fee Paid': '0',
    'Cash Flow': flow,
    'Time(UTC)': '2024-06-05 08:22:50',
    ...more,
  })

  const swept = { Contract: '', Direction: '--', Quantity: '0' }

  test.each([
    [
      [row('TRADE', 'BTC', '0.1', { 'Fee Paid': '-0.0001' }), row('TRADE', 'USDT', '-4000')],
      ['trade 4000 USDT -> 0.1 BTC fee 0.0001 BTC'],
    ],
    [
      // Two fills of one second, and a fee that was given back.
      [
        row('TRADE', 'BTC', '0.1'),
        row('TRADE', 'USDT', '-4000', { 'Fee Paid': '0.4' }),
        row('TRADE', 'BTC', '0.2'),
        row('TRADE', 'USDT', '-8000'),
      ],
      ['trade 12000 USDT -> 0.3 BTC fee -0.4 USDT'],
    ],
    [
      [row('TRADE', 'USDT', '25', { Quantity: '-0.1', 'Fee Paid': '-0.5' })],
      ['incoming/margin_gain -> 25 USDT fee 0.5 USDT'],
    ],
    [
      [row('TRADE', 'USDT', '0', { Quantity: '0.1', 'Fee Paid': '-0.5' })],
      ['outgoing/margin_fee 0.5 USDT ->'],
    ],
    [
      [row('SETTLEMENT', 'USDT', '0', { Funding: '-0.3', Quantity: '1' })],
      ['outgoing/margin_fee 0.3 USDT ->'],
    ],
    [[row('TRANSFER_IN', 'USDT', '100')], ['skip internal_transfer 1']],
    [[row('INTEREST', 'USDT', '-1')], ['outgoing/interest_paid 1 USDT ->']],
    [[row('BONUS_RECOLLECT', 'USDT', '-1')], ['outgoing/fee 1 USDT ->']],
    [[row('ONCHAINEARN_REDEMPTION', 'USDT', '1')], ['skip internal_transfer 1']],
    [[row('FIXED_STAKING_REFUND', 'USDT', '1')], ['skip internal_transfer 1']],
    [[row('TRANSFER_OUT_INS_LOAN', 'USDT', '-1')], ['skip internal_transfer 1']],
    [[row('BORROW', 'USDT', '5')], ['incoming/loan_received -> 5 USDT']],
    [[row('LOANS_REPAY_FUNDS', 'USDT', '-5')], ['outgoing/loan_repayment 5 USDT ->']],
    [[row('AUTO_INTEREST_REPAYMENT_INS_LOAN', 'USDT', '-1')], ['outgoing/interest_paid 1 USDT ->']],
    [
      [row('CURRENCY_SELL', 'BTC', '-0.1'), row('CURRENCY_SELL', 'USDT', '4000')],
      ['trade 0.1 BTC -> 4000 USDT'],
    ],
    [[row('BONUS', 'USDT', '1')], ['incoming/misc_reward -> 1 USDT']],
    [[row('ADL', 'USDT', '1')], ['incoming/margin_gain -> 1 USDT']],
    [[row('FEE_REFUND', 'USDT', '1')], ['incoming/rebate -> 1 USDT']],
    [[row('FLEXIBLE_STAKING_SUBSCRIPTION', 'USDT', '-1')], ['skip internal_transfer 1']],
    [[row('BORROWED_AMOUNT_INS_LOAN', 'USDT', '5')], ['incoming/loan_received -> 5 USDT']],
    [[row('PRINCIPLE_REPAYMENT_INS_LOAN', 'USDT', '-5')], ['outgoing/loan_repayment 5 USDT ->']],
    [
      [row('SPOT_REPAYMENT_SELL', 'BTC', '-0.1'), row('SPOT_REPAYMENT_SELL', 'USDT', '4000')],
      ['trade 0.1 BTC -> 4000 USDT'],
    ],
    // A small balance that was converted, and one row that may be that or a move to savings.
    [[row('--', 'ETH', '-0.001', swept), row('--', 'USDT', '3', swept)], ['trade 0.001 ETH -> 3 USDT']],
    [[row('--', 'USDC', '-3', swept)], ['outgoing/sent 3 USDC -> (ungrouped)']],
    [[row('TOKENS', 'USDT', '1')], ['incoming/received -> 1 USDT (unmapped_type:TOKENS)']],
  ])('%o', (rows, expected) => {
    expect(linesOf('bybit-uta', rows)).toEqual(expected)
  })
})

test.each([
  ['Deposit', '', '1', 'incoming/received -> 1 BTC'],
  ['Withdraw', '', '-1', 'outgoing/sent 1 BTC ->'],
  ['Withdraw', 'Withdraw Fee', '-1', 'outgoing/fee 1 BTC ->'],
  ['Withdraw', '', '1', 'incoming/received -> 1 BTC'],
  ['Fiat', 'Buy Crypto with Card', '1', 'incoming/received -> 1 BTC (ungrouped)'],
  ['Fiat', 'Deposit', '1', 'incoming/received -> 1 BTC'],
  ['', 'Transfer from Derivatives Account', '1', 'skip internal_transfer 1'],
  ['Earn', 'Flexible Savings Interest', '1', 'incoming/interest_received -> 1 BTC'],
  ['Earn', 'Flexible Savings Subscription', '-1', 'skip internal_transfer 1'],
  ['Earn', 'Lottery', '1', 'incoming/received -> 1 BTC (unmapped_type:Earn)'],
  ['Rewards', 'Rewards Distribution', '1', 'incoming/misc_reward -> 1 BTC'],
  ['Bybit Card', 'Sale', '-1', 'outgoing/purchase 1 BTC ->'],
  ['Bybit Card', 'Refund', '1', 'incoming/received -> 1 BTC'],
  ['Convert', 'Small Balance Conversion', '-1', 'outgoing/sent 1 BTC -> (ungrouped)'],
  ['', 'Airdrop of June', '1', 'incoming/airdrop -> 1 BTC'],
  ['Deposit', '', '-1', 'outgoing/sent 1 BTC -> (unmapped_type:Deposit)'],
])('funding account: %s %s of %s', (Type, Description, QTY, expected) => {
  const row = { 'Date & Time(UTC)': '2024-06-10 05:09:23', Coin: 'BTC', QTY, Type, Description }
  expect(linesOf('bybit-fund', [row])).toEqual([expected])
})

test('the rows of one second of a conversion are one trade', () => {
  const row = { 'Date & Time(UTC)': '2024-06-10 05:09:23', Type: 'Convert', Description: 'Convert' }
  expect(
    linesOf('bybit-fund', [
      { ...row, Coin: 'SOL', QTY: '-1' },
      { ...row, Coin: 'MNT', QTY: '200' },
    ]),
  ).toEqual(['trade 1 SOL -> 200 MNT'])
})

test('what a card books in dollars stands beside the coins that it sold', () => {
  const row = { 'Date & Time(UTC)': '2024-06-10 05:09:23', Coin: 'USD', QTY: '-5', Type: 'Bybit Card' }
  expect(linesOf('bybit-fund', [row])).toEqual(['skip fiat_only 1'])
})

test('a spot order is named as a key names it, and has its fee in the coin received', () => {
  const read = readRows('bybit-spot-orders', [
    {
      'Spot Pairs': 'ICPUSDT',
      Direction: 'SELL',
      'Filled Value': '80',
      'Filled Quantity': '10',
      Fees: '0.08',
      'Transaction ID': '22',
      'Timestamp (UTC)': '14:35 2024-11-16',
    },
  ])
  expect(read.transactions).toMatchObject([
    {
      fee: { amount: '0.08', asset: 'USDT' },
      records: [{ kind: 'bybit-api', nativeId: 'trade ICP/USDT 22' }],
    },
  ])
})

test.each([
  [
    'UID: 1,Company Name: ,Country:\nUid,Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC+0)\n1,LTCUSDT,MARKET,BUY,20.00,100,0.2,0.0002,22,18,2024-12-26 09:48:53\n',
    ['trade 20.00 USDT -> 0.2 LTC fee 0.0002 LTC', '2024-12-26T09:48:53.000Z'],
  ],
  [
    'Filled Time (Local Time),Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)\n2024-09-27 23:52:04,1INCH/USDT,Market,Sell,30.0 USDT,0.3 USDT,100 1INCH,0.06 USDT,67,50,2024-09-27 21:52:04\n',
    ['trade 100 1INCH -> 30.0 USDT fee 0.06 USDT', '2024-09-27T21:52:04.000Z'],
  ],
])('a spot file with the account or the local time before it', (text, [expected = '', at]) => {
  const read = readKnown(text)
  expect(read.formatId).toBe('bybit-spot-orders')
  expect(lines(read)).toEqual([expected])
  expect(new Date(read.transactions[0]?.at ?? 0).toISOString()).toBe(at)
})

test('a fee below zero, which names its coin, was given', () => {
  const row = {
    'Spot Pairs': 'BTCEUR',
    Direction: 'BUY',
    feeCoin: 'EUR',
    ExecFeeV2: '-0.02',
    'Filled Value': '20',
    'Filled Quantity': '0.0004',
    Fees: '--',
    'Transaction ID': '5',
    'Timestamp (UTC)': '09:14 2026-05-04',
  }
  expect(linesOf('bybit-spot-fills', [row])).toEqual([
    'buy 20 EUR -> 0.0004 BTC',
    'incoming/rebate -> 0.02 EUR',
  ])
  expect(linesOf('bybit-spot-fills', [{ ...row, feeCoin: '--', ExecFeeV2: '--' }])).toEqual([
    'buy 20 EUR -> 0.0004 BTC',
  ])
})

describe('derivatives account before the unified one', () => {
  const row = (Type: string, more: Record<string, string>) => ({
    Time: '2023-02-03 12:00:00',
    Currency: 'USDT',
    Contract: 'SOLUSDT',
    Type,
    Funding: '0',
    'Fee Paid': '0',
    'Cash Flow': '0',
    Change: '0',
    ...more,
  })

  test.each([
    [
      row('trade', { 'Cash Flow': '-20', 'Fee Paid': '0.15', Change: '-20.15' }),
      'outgoing/margin_loss 20 USDT -> fee 0.15 USDT',
    ],
    [row('trade', { 'Fee Paid': '-0.1', Change: '0.1' }), 'incoming/rebate -> 0.1 USDT'],
    [row('funding', { Funding: '-0.4', Change: '0.4' }), 'incoming/margin_gain -> 0.4 USDT'],
    [row('liquidation', { 'Cash Flow': '-5', Change: '-5' }), 'outgoing/margin_loss 5 USDT ->'],
    [row('transferOut', { 'Cash Flow': '-5', Change: '-5' }), 'skip internal_transfer 1'],
    [row('Gift', { 'Cash Flow': '5', Change: '5' }), 'incoming/received -> 5 USDT (unmapped_type:Gift)'],
  ])('%o', (cells, expected) => {
    expect(linesOf('bybit-derivatives', [cells])).toEqual([expected])
  })
})
