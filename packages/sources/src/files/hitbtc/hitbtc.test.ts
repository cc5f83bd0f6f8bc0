import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const trade = {
  'Date (UTC)': '2019-11-26 12:39:51',
  Instrument: 'BTC/USDT',
  'Trade ID': '1',
  Side: 'sell',
  Quantity: '0.01',
  Volume: '70',
}

test.each([
  [{ Fee: '0.14', Rebate: '0' }, ['trade 0.01 BTC -> 70 USDT fee 0.14 USDT']],
  [{ Fee: '-0.01' }, ['trade 0.01 BTC -> 70 USDT', 'incoming/rebate -> 0.01 USDT']],
  [{ Fee: '0', Rebate: '0.01' }, ['trade 0.01 BTC -> 70 USDT', 'incoming/rebate -> 0.01 USDT']],
  [{ Instrument: 'BTCUSDT_PERP' }, ['skip derivative 1']],
])('a trade with %o', (more, expected) => {
  expect(linesOf('hitbtc-trades', [{ ...trade, ...more }])).toEqual(expected)
})

test('a trade is named as a key names it, and its header has the zone', () => {
  expect(readRows('hitbtc-trades', [trade]).transactions[0]?.records).toMatchObject([
    { kind: 'hitbtc-api', nativeId: 'trade BTC/USDT 1' },
  ])
  const header =
    'Email,Date (+01:00),Instrument,Trade ID,Order ID,Side,Quantity,Price,Volume,Fee,Rebate,Total,Taker'
  const read = readKnown(
    `${header}\ne,2019-11-26 12:39:51,BTC/USDT,1,9,buy,0.01,7000,70,0.14,0,-70.14,true\n`,
  )
  expect(read.transactions[0]?.at).toBe(Date.UTC(2019, 10, 26, 11, 39, 51))
})

test('the short report has its currency behind the last column', () => {
  const header = 'Date (UTC),Operation id,Type,Amount,Transaction Hash,Main account balance'
  const read = readKnown(
    `${header}\n2019-11-26 12:00:00,op1,,0.5,aa,0.5,btc\n2019-11-26 12:00:00,op2,Deposit,1,,1,btc\n`,
  )
  expect(lines(read)).toEqual(['outgoing/sent 0.5 BTC ->'])
  expect(read.skipped).toEqual([{ rows: [2], reason: 'failed' }])
  expect(read.notes).toEqual([])
})

test('movements may be in the zone of the account, and those between its parts are skipped', () => {
  const header = 'Email,Date (+02:00),Operation id,Type,Amount,Transaction hash,Main account balance,Currency'
  const read = readKnown(
    `${header}\ne,2019-06-26 12:00:00,op1,Deposit,0.5,aa,0.5,btc\ne,2019-06-26 13:00:00,op2,Transfer to trading account,-0.5,,0,btc\n`,
  )
  expect(lines(read)).toEqual(['incoming/received -> 0.5 BTC'])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2019, 5, 26, 10))
  expect(read.skipped).toEqual([{ rows: [2], reason: 'internal_transfer' }])
})
