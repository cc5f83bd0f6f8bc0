import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

test('contracts are skipped, with their reason', () => {
  const row = { ID: '1', Time: '2022-01-01T00:00:00+00:00', Side: 'buy', Size: '1', Price: '2', Total: '2' }
  const markets = ['BTC-PERP', 'BTC-0325', 'BTC-MOVE-2022Q1', 'ETH/BTC']
  expect(
    linesOf(
      'ftx-trades',
      markets.map((Market, n) => ({ ...row, ID: String(n), Market })),
    ),
  ).toEqual(['trade 2 BTC -> 1 ETH', ...[1, 2, 3].map((n) => `skip derivative ${n}`)])
})

test('the columns of the API are that report', () => {
  const header = 'id,time,market,side,type,size,price,total,fee,feeCurrency'
  const read = readKnown(`${header}\n1,"12/31/2021, 11:04:05 PM",BTC/USD,sell,market,1,50000,50000,0.5,USD\n`)
  expect(lines(read)).toEqual(['sell 1 BTC -> 50000 USD fee 0.5 USD'])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2021, 11, 31, 23, 4, 5))
})
