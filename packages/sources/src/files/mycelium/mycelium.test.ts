import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const HEADER = 'Account, Transaction ID, Destination Address, Timestamp, Value, Currency, Transaction Label'
const rows = [
  'Account 1,aa,,2021-01-10T09:30Z,0.05000000,Bitcoin,"gift, of a friend"',
  'Account 1,bb,bc1q1 bc1q2 ,2021-01-12T18:00Z,-0.01002500,Bitcoin,rent',
]

test('the sign is the way, and the fee is part of what was sent', () => {
  const read = readKnown(`${HEADER}\n${rows.join('\n')}\n`, { timeZone: 'UTC' })
  expect(lines(read)).toEqual(['incoming/received -> 0.05000000 BTC', 'outgoing/sent 0.01002500 BTC ->'])
  expect(read.transactions[1]).toMatchObject({ txHash: 'bb', comment: 'rent' })
})

test('the Z behind a time is no UTC: it is the time of the telephone', () => {
  const read = readKnown(`${HEADER}\n${rows[0]}\n`, { timeZone: 'Europe/Berlin' })
  expect(read.transactions[0]?.at).toBe(Date.UTC(2021, 0, 10, 8, 30))
})
