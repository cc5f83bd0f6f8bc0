import { expect, test } from 'vitest'
import { readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

test.each([
  ['buy', 'trade 180 USDT -> 2 SOL fee 0.5 CET'],
  ['sell', 'trade 2 SOL -> 180 USDT fee 0.5 CET'],
])('an older file has the coins of a market in columns of their own: %s', (side, expected) => {
  const text = `Execution Time,Sending,Receiving,Side,Executed Price,Executed Amount,Executed Value,Fees,Fees Coin Type,Executed Type
2021-11-04 05:30:35,SOL,USDT,${side},90,2,180,0.5,CET,taker
`
  expect(lines(readKnown(text))).toEqual([expected])
})

test('a market that may be a contract is noted', () => {
  const row = {
    ...{ 'Execution Time': '2022-03-04 10:00:00', 'Trading pair/Contract name': 'SOLUSDT', Side: 'buy' },
    ...{ 'Executed Amount': '2', 'Executed Value': '180', Fees: '0.36', 'Fees Coin Type': 'USDT' },
  }
  const read = readRows('coinex-trades', [row])
  expect(lines(read)).toEqual(['trade 180 USDT -> 2 SOL fee 0.36 USDT'])
  expect(read.notes).toMatchObject([{ code: 'assumed', row: 1 }])
})
