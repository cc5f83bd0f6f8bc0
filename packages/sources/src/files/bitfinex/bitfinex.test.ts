import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

describe('trades', () => {
  const header = '#,PAIR,AMOUNT,PRICE,FEE,FEE CURRENCY,DATE,ORDER ID'
  const read = (...rows: string[]) => readKnown(`${header}\n${rows.join('\n')}\n`)

  test.each([
    ['1,BTC/UST,0.1,40000,-0.0002,BTC,05-02-20 16:59:17,5', 'trade 4000 USDT -> 0.1 BTC fee 0.0002 BTC'],
    [
      '1,DUSK:USD,-10,0.1234567,-0.002,USD,2020-02-05 16:59:17,5',
      'sell 10 DUSK -> 1.234567 USD fee 0.002 USD',
    ],
    ['1,DSHUSD,-1,100,,,05-02-20 16:59:17,5', 'sell 1 DASH -> 100 USD'],
  ])('%s', (row, expected) => {
    expect(lines(read(row))).toEqual([expected])
  })

  test('derivatives and test currencies are skipped', () => {
    const rows = ['1,BTCF0/USTF0,1,1,0,,05-02-20 16:59:17,5', '2,TESTBTC/TESTUSD,1,1,0,,05-02-20 16:59:17,5']
    expect(read(...rows).skipped.map(({ reason }) => reason)).toEqual(['derivative', 'test_currency'])
  })

  test('the whole column decides whether days come first', () => {
    const day = (date: string) => `1,BTC/USD,1,1,0,,${date} 10:00:00,5`
    const days = (...dates: string[]) =>
      read(...dates.map(day)).transactions.map(({ at }) => new Date(at).toISOString().slice(0, 10))
    expect(days('04-02-20', '05-02-20')).toEqual(['2020-02-04', '2020-02-05'])
    expect(days('02-04-20', '02-25-20')).toEqual(['2020-02-04', '2020-02-25'])
  })

  test('a trade is named as a key names it', () => {
    expect(read('7,BTC/UST,1,1,0,,05-02-20 10:00:00,5').transactions[0]?.records).toMatchObject([
      { kind: 'bitfinex-api', nativeId: 'trade BTC/USDT 7' },
    ])
  })
})

test.each([
  ['COMPLETED', '0.5', 'incoming/received -> 0.5 BTC'],
  ['CANCELED', '-0.5', 'skip status_not_completed 1'],
])('a movement that is %s', (STATUS, AMOUNT, expected) => {
  const row = { '#': '9', UPDATED: '01-03-20 00:10:00', CURRENCY: 'BTC', STATUS, AMOUNT }
  expect(linesOf('bitfinex-movements', [row])).toEqual([expected])
})

test.each([
  ['Staking Payments', '1', 'incoming/staking_reward -> 1 ETH'],
  ['Affiliate Rebate (x)', '1', 'incoming/rebate -> 1 ETH'],
  ['Exchange 1.0 ETH for USD @ 200', '-1', 'skip covered_by_other_file 1'],
  ['Trading fees for 1.0 ETH', '-1', 'skip covered_by_other_file 1'],
  ['Transfer of 1.0 ETH from wallet exchange to margin', '-1', 'skip internal_transfer 1'],
  ['Position closed @ 200', '-1', 'outgoing/margin_loss 1 ETH ->'],
  ['Position funding cost', '-1', 'outgoing/margin_fee 1 ETH ->'],
  ['Snapshot airdrop', '1', 'incoming/airdrop -> 1 ETH'],
  ['Leo Token Distribution', '1', 'incoming/airdrop -> 1 ETH'],
  ['ETHEREUM Withdrawal #12345 on wallet exchange', '-1', 'skip covered_by_other_file 1'],
  ['Ethereum Withdrawal fee on wallet exchange', '-1', 'skip covered_by_other_file 1'],
  ['Canceled withdrawal request #12345 on wallet exchange', '1', 'skip covered_by_other_file 1'],
  ['Staking Reward', '1', 'incoming/staking_reward -> 1 ETH'],
  ['Unused Margin Funding Fee', '-1', 'outgoing/interest_paid 1 ETH ->'],
  ['Used Margin Funding Charge', '-1', 'outgoing/interest_paid 1 ETH ->'],
  ['Claiming fee for Position', '-1', 'outgoing/margin_fee 1 ETH ->'],
  ['Adjustment Margin Funding Payment', '-1', 'outgoing/interest_paid 1 ETH ->'],
  ['Delist adjustment', '-1', 'outgoing/lost 1 ETH ->'],
  ['Wheel of fortune', '-1', 'outgoing/sent 1 ETH -> (unmapped_type:Wheel of fortune)'],
])('ledger: %s', (DESCRIPTION, AMOUNT, expected) => {
  const row = {
    '#': '7',
    DESCRIPTION,
    CURRENCY: 'ETH',
    AMOUNT,
    DATE: '02-03-20 01:30:00',
    WALLET: 'exchange',
  }
  expect(linesOf('bitfinex-ledger', [row])).toEqual([expected])
})

test('rows of the ledger that are skipped count for its running balance', () => {
  const row = (n: string, DESCRIPTION: string, AMOUNT: string, BALANCE: string) => ({
    '#': n,
    DESCRIPTION,
    CURRENCY: 'ETH',
    AMOUNT,
    BALANCE,
    DATE: `0${n}-03-20 01:30:00`,
    WALLET: 'exchange',
  })
  const read = readRows('bitfinex-ledger', [
    row('1', 'Deposit (ETH)', '5', '5'),
    row('2', 'Staking Payments', '1', '6'),
    row('3', 'Staking Payments', '1', '8'),
  ])
  expect(read.notes).toMatchObject([{ code: 'balance_mismatch', row: 3, column: 'BALANCE' }])
})

test('a fee above zero was given to a maker', () => {
  const row = { '#': '1', PAIR: 'BTC/USD', AMOUNT: '1', PRICE: '5', FEE: '0.1', 'FEE CURRENCY': 'USD' }
  expect(linesOf('bitfinex-trades', [{ ...row, DATE: '05-02-20 10:00:00', 'ORDER ID': '5' }])).toEqual([
    'buy 5 USD -> 1 BTC',
    'incoming/rebate -> 0.1 USD',
  ])
})
