import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

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
