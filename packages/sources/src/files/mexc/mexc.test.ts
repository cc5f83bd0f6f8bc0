import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { readKnown, readText } from '../testing/read-text.ts'

test.each([
  ['BTC_USDT', '0.2', 'trade 420 USDT -> 0.01 BTC fee 0.2 USDT'],
  ['MXUSDC', '0.1MX', 'trade 420 USDC -> 0.01 MX fee 0.1 MX'],
])('a trade on %s with a fee of %s', (Pairs, Fee, expected) => {
  const row = {
    Pairs,
    Time: '2024-01-01 00:00:00',
    Side: 'BUY',
    'Executed Amount': '0.01',
    Total: '420',
    Fee,
  }
  expect(linesOf('mexc-trades', [row])).toEqual([expected])
})

test('a deposit that is not credited, and the hash of one that is', () => {
  const row = { Time: '2024-01-01 00:00:00', Crypto: 'USDT', 'Deposit Amount': '5', TxID: 'aa:0' }
  expect(linesOf('mexc-deposits', [{ ...row, Status: 'Pending' }])).toEqual(['skip status_not_completed 1'])
  expect(
    readRows('mexc-deposits', [{ ...row, Status: 'Credited Successfully' }]).transactions[0]?.txHash,
  ).toBe('aa')
})

describe('spot statement', () => {
  const at = '2025-06-02 09:10:00'
  const row = (type: string, quantity: string, crypto = 'USDT', Direction = '') => ({
    'Creation Time(UTC+00:00)': at,
    Crypto: crypto,
    'Transaction Type': type,
    Direction,
    Quantity: quantity,
  })

  test.each([
    [[row('Deposit', '5')], ['incoming/received -> 5 USDT']],
    [
      [row('Withdrawal Fees', '-0.5'), row('Withdraw', '-10'), row('Withdraw', '-3', 'KAS')],
      ['outgoing/sent 10 USDT -> fee 0.5 USDT', 'outgoing/sent 3 KAS ->'],
    ],
    [
      [row('Spot Trading', '2', 'KAS'), row('Spot Trading Fees', '-0.1'), row('Spot Trading', '-9')],
      ['trade 9 USDT -> 2 KAS fee 0.1 USDT'],
    ],
    // Some files say by a word alone what left.
    [
      [row('Convert', '9', 'USDT', 'Outflow'), row('Convert', '2', 'KAS', 'Inflow')],
      ['trade 9 USDT -> 2 KAS'],
    ],
    [[row('Flexible Savings Staking', '1')], ['incoming/staking_reward -> 1 USDT']],
    [[row('Launchpad - Airdrop', '1')], ['incoming/airdrop -> 1 USDT']],
    [[row('Hold and Earn Airdrops', '1')], ['incoming/airdrop -> 1 USDT']],
    [[row('Referral Commission', '1')], ['incoming/misc_reward -> 1 USDT']],
    [[row('From Fiat Account', '1')], ['skip internal_transfer 1']],
    [[row('Spot Trading', '2', 'KAS')], ['incoming/received -> 2 KAS (ungrouped)']],
    [[row('Fixed Savings', '-4')], ['outgoing/sent 4 USDT -> (unmapped_type:Fixed Savings)']],
  ])('%o', (rows, expected) => {
    expect(linesOf('mexc-statement', rows)).toEqual(expected)
  })

  test('the zone stands in the header, and no one is asked', () => {
    const header = 'Creation Time(UTC+03:00),Crypto,Transaction Type,Direction,Quantity'
    const read = readKnown(`${header}\n${at},USDT,Deposit,Inflow,5\n`)
    expect(read.transactions[0]?.at).toBe(Date.UTC(2025, 5, 2, 6, 10))
    expect(read.notes).toEqual([])
  })
})

test.each([
  ['CLOSE_POSITION', '-3', '', 'outgoing/margin_loss 3 USDT ->'],
  ['CLOSE_POSITION', '3', 'Outflow', 'outgoing/margin_loss 3 USDT ->'],
  ['LIQUIDATION', '-3', '', 'outgoing/margin_loss 3 USDT ->'],
  ['FUNDING', '3', 'Inflow', 'incoming/margin_gain -> 3 USDT'],
  ['FEE', '-3', '', 'outgoing/margin_fee 3 USDT ->'],
  ['BONUS', '3', 'Inflow', 'incoming/misc_reward -> 3 USDT'],
  ['BONUS_DEDUCT', '-3', '', 'skip companion_row 1'],
  ['TRANSFER', '3', 'Inflow', 'skip internal_transfer 1'],
  ['ADL', '3', 'Inflow', 'incoming/received -> 3 USDT (unmapped_type:ADL)'],
])('futures: %s of %s %s', (type, Amount, flow, expected) => {
  const row = { 'Time(UTC+00:00)': '2025-06-03 12:00:00', Crypto: 'USDT', 'Fund Type': type }
  expect(linesOf('mexc-futures', [{ ...row, 'Fund Flow Type': flow, Amount }])).toEqual([expected])
})

test('a report of orders names the one that has their fees', () => {
  const orders =
    'Pairs,Time,Type,Direction,Average Filled Price,Order Price,Filled Quantity,Order Quantity,Order Amount,Status'
  const reading = readText(`${orders}\nKAS_USDT,2025-06-02 09:10:00,LIMIT,Buy,1,1,2,2,2,Filled\n`)
  expect(reading).toMatchObject({ outcome: 'unknown' })
  expect(reading.outcome === 'unknown' && reading.message).toContain('spot trade history')
})
