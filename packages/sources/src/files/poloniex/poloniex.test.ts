import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

test('trades on margin are skipped, and STR is Stellar', () => {
  const row = {
    Date: '2016-06-07 08:09:10',
    Market: 'STR/BTC',
    Type: 'Buy',
    Amount: '100',
    Total: '1',
    'Base Total Less Fee': '-1',
    'Quote Total Less Fee': '99.75',
  }
  expect(
    linesOf('poloniex-trades', [
      { ...row, Category: 'Exchange' },
      { ...row, Category: 'Margin trade' },
    ]),
  ).toEqual(['trade 1 BTC -> 100 XLM fee 0.25 XLM', 'skip margin_trade 2'])
})

test.each([
  ['COMPLETE', 'incoming/received -> 1 BTC', null],
  ['COMPLETE: aa11', 'outgoing/sent 1 BTC ->', 'aa11'],
  ['COMPLETE: ERROR', 'skip status_not_completed 1', undefined],
  ['PENDING', 'skip status_not_completed 1', undefined],
])('a movement that is %s', (Status, expected, hash) => {
  const row = { Date: '2018-01-01 00:00:00', Currency: 'BTC', Amount: '1', Status }
  expect(linesOf('poloniex-deposits', [row])).toEqual([expected])
  expect(readRows('poloniex-deposits', [row]).transactions[0]?.txHash).toBe(hash)
})

test.each([
  ['BTCETH', 'sell', 'trade 0.1 ETH -> 0.007 BTC fee 0.00015 BTC'],
  ['USDTBTC', 'buy', 'trade 0.007 USDT -> 0.1 BTC fee 0.00015 BTC'],
])('a data request: %s', (market, side, expected) => {
  const row = { create_time: '2017-08-13 21:23:06', trade_id: '2', price: '0.07', amount: '0.1' }
  const fee = { fee_currency: 'BTC', fee_total: '0.00015' }
  expect(linesOf('poloniex-trades-2023', [{ ...row, ...fee, market, side }])).toEqual([expected])
})

test.each([
  [
    'Currency,Amount,Address,Date,Status\nETH,2.5,0x1,2023-02-03 04:05:06,COMPLETED\n',
    'incoming/received -> 2.5 ETH',
  ],
  [
    'Fee Deducted,Date,Currency,Amount,Amount-Fee,Address,Status\n0.01,2023-02-03 04:05:06,ETH,2.5,2.49,0x1,COMPLETED\n',
    'outgoing/sent 2.49 ETH -> fee 0.01 ETH',
  ],
])('movements since 2022 have their columns in another order: %o', (text, expected) => {
  expect(lines(readKnown(text))).toEqual([expected])
})

test('a trade since 2022 has its base first and an instant with a zone', () => {
  const trade = { Date: '2023-02-03T04:05:06+02:00', Market: 'ETH_USDT', Type: 'LIMIT', Price: '1600' }
  const row = { ...trade, Amount: '0.5', Total: '800', 'Order Number': '77' }
  const rows = [
    { ...row, Side: 'BUY', Fee: '0.001', 'Fee Currency': 'ETH', 'Fee Total': '0.001' },
    { ...row, Side: 'SELL', Fee: '1.6', 'Fee Currency': 'USDT', 'Fee Total': '1.6' },
  ]
  expect(linesOf('poloniex-trades-2022', rows)).toEqual([
    'trade 800 USDT -> 0.5 ETH fee 0.001 ETH',
    'trade 0.5 ETH -> 800 USDT fee 1.6 USDT',
  ])
  expect(readRows('poloniex-trades-2022', rows).transactions[0]?.at).toBe(Date.UTC(2023, 1, 3, 2, 5, 6))
})

test('lending: the interest and the fee of the loan, on the day it closed', () => {
  const lent = 'BTC,0.0002,1.5,2.0,0.0006,-0.00009,0.00051,2016-03-01 08:00:00,2016-03-03 08:00:00'
  const read = readKnown(`Currency,Rate,Amount,Duration,Interest,Fee,Earned,Open,Close\n${lent}\n`)
  expect(lines(read)).toEqual(['incoming/interest_received -> 0.0006 BTC fee 0.00009 BTC'])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2016, 2, 3, 8))
  const borrowed = 'LTC,0.0003,10,1.0,-0.003,2016-03-01 08:00:00,2016-03-02 08:00:00'
  const paid = readKnown(`Currency,Rate,Amount,Duration,TotalFee,Open,Close\n${borrowed}\n`)
  expect(lines(paid)).toEqual(['outgoing/interest_paid 0.003 LTC ->'])
})

test('the purchase that pays a loan of margin back is skipped with the trades on margin', () => {
  const row = { Date: '2016-06-07 08:09:10', Market: 'LTC/BTC', Type: 'Buy', Category: 'Settlement' }
  expect(linesOf('poloniex-trades', [{ ...row, Amount: '10', Total: '0.1' }])).toEqual([
    'skip margin_trade 1',
  ])
})
