import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

test('the Chinese export is in the time of China', () => {
  const header = '"时间","交易类型","交易对","方向","价格","数量","成交额","手续费"'
  const read = readKnown(
    `\uFEFF${header}\n2020-03-31 21:38:08,币币交易,LTC/USDT,卖出,40.12345,0.3,12.037,0.024USDT,\n`,
  )
  expect(lines(read)).toEqual(['trade 0.3 LTC -> 12.037035 USDT fee 0.024 USDT'])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2020, 2, 31, 13, 38, 8))
})

test('nothing says the zone of the English one', () => {
  const row = { Time: '2020-03-31 21:38:08', Pair: 'LTC/BTC', Side: 'Buy', Price: '1', Amount: '1' }
  const read = readRows('htx-trades-web', [row])
  expect(read.timeZone).toEqual({ zone: 'UTC', from: 'asked' })
})

test('a fee may be paid in points', () => {
  const row = {
    symbol: 'sol/usdt',
    deal_type: 'buy',
    volume: '2',
    amount: '48',
    fee_amount: '0',
    fee_currency: 'sol',
    fee_point_currency: 'hbpoint',
    fee_point_volume: '0.1',
    deal_time: '2023-10-03 14:29:46',
  }
  expect(linesOf('htx-trades-archive', [row])).toEqual(['trade 48 USDT -> 2 SOL fee 0.1 HBPOINT'])
})
