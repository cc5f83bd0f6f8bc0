import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (type: string, amount: string, fee = '0', more: Record<string, string> = {}) => ({
  'Trade Date': '2020/09/29 17:02:41',
  'Trade Type': type,
  'Currency 1': 'BTC',
  'Amount (Currency 1)': amount,
  Fee: fee,
  ...more,
})

test.each([
  [
    row('Sell', '-1', '-0.001', { 'Currency 2': 'USD', 'Amount (Currency 2)': '10,000' }),
    'sell 1 BTC -> 10000 USD fee 0.001 BTC',
  ],
  [row('Receive', '1'), 'incoming/received -> 1 BTC'],
  [row('Send', '-1', '-0.0004'), 'outgoing/sent 1 BTC -> fee 0.0004 BTC'],
  [row('Transfer Fee', '-0.0004'), 'outgoing/fee 0.0004 BTC ->'],
  [row('Cancel', '-1'), 'outgoing/sent 1 BTC -> (unmapped_type:Cancel)'],
])('%o', (one, expected) => {
  expect(linesOf('bitflyer', [one])).toEqual([expected])
})

test.each([
  [
    'Trade Date,Product,Trade Type,Traded Price,Currency 1,Amount (Currency 1),Fee,JPY Rate (Currency 1),Currency 2,Amount (Currency 2),Counter Party,Order ID,Details',
    'Buy,BTC/JPY,',
  ],
  [
    'Trade Date,Product,Trade Type,Traded Price,Currency 1,Amount (Currency 1),Fee,JPY Rate (Currency 1),Currency 2,Amount (Currency 2),Fees (JPY),Tax category,Counter Party,Order ID,Details',
    'Buy,BTC/JPY,,,',
  ],
  [
    '取引日時,通貨,取引種別,取引価格,通貨1,通貨1数量,手数料,通貨1の対円レート,通貨2,通貨2数量,自己・媒介,注文 ID,備考',
    '買い,BTC/JPY,',
  ],
  [
    '取引日時,通貨,取引種別,取引価格,通貨1,通貨1数量,手数料,通貨1の対円レート,通貨2,通貨2数量,自己・媒介,注文ID,備考',
    '買い,BTC/JPY,',
  ],
])('a report of an account in Japan: %s', (header, more) => {
  const [type = '', product = '', ...rest] = more.split(',')
  const row = `2020/09/29 17:02:41,${product},${type},"1,100,000",BTC,0.01,-0.00001,"1,100,000",JPY,"-11,000",${rest.join(',')},J1,`
  const read = readKnown(`${header}\n${row}\n`)
  expect(lines(read)).toEqual(['buy 11000 JPY -> 0.01 BTC fee 0.00001 BTC'])
  expect(read.transactions[0]?.externalId).toBe('J1')
  const isJapanese = header.startsWith('取')
  expect(read.transactions[0]?.at).toBe(Date.UTC(2020, 8, 29, isJapanese ? 8 : 17, 2, 41))
})

test('money moves under words of its own', () => {
  expect(linesOf('bitflyer', [row('Wire Deposit', '1000', '0', { 'Currency 1': 'JPY' })])).toEqual([
    'incoming/received -> 1000 JPY (fiat)',
  ])
})
