import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const moved = (read: ReturnType<typeof readKnown>) => lines(read).map((line) => line.replace(/ \(.*\)$/, ''))

test('a wallet that watches addresses says of each row whether it does', () => {
  const text = [
    '"Confirmed","Watch-only","Date","Type","Label","Address","Amount (BTC)","ID"',
    '"true","","2023-07-11T23:15:57","Received with","","bc1qa","0.25","aa01"',
    '"true","true","2023-07-12T23:15:57","Received with","cold","bc1qb","0.50","aa02"',
  ]
  const read = readKnown(text.join('\n'), {}, 'transactions.csv')
  expect(moved(read)).toEqual(['incoming/received -> 0.25 BTC', 'incoming/received -> 0.50 BTC'])
})

test('tokens of a chain stand in a column of their own', () => {
  const text = [
    '"Confirmed","Date","Type","Label","Address","Amount (RVN)","Asset","ID"',
    '"true","2023-07-11T23:15:57","Received with","","Ra","320","RVN","aa01"',
    '"true","2023-07-12T23:15:57","Sent to","","Rb","-5","GOLDPASS","aa02"',
  ]
  const read = readKnown(text.join('\n'), {}, 'transactions.csv')
  expect(moved(read)).toEqual(['incoming/received -> 320 RVN', 'outgoing/sent 5 GOLDPASS ->'])
})
