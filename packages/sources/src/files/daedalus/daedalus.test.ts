import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = {
  ID: 'aa',
  'Date & time': '2021-05-01T09:15:30.000Z',
  Status: 'Confirmed',
  'Addresses from': 'addr1x',
  'Addresses to': 'addr1y, addr1z',
}
const sent = {
  ...row,
  Type: 'Sent',
  'TOTAL (ADA)': '-1,010.200000',
  'Sent amount (ADA)': '1,010.000000',
  'Deposit amount (ADA)': '0.000000',
  'Fee (ADA)': '0.200000',
}

test.each([
  [sent, 'outgoing/sent 1010 ADA -> fee 0.200000 ADA'],
  [{ ...row, Type: 'Received', 'TOTAL (ADA)': '5.000000' }, 'incoming/received -> 5.000000 ADA'],
  [{ ...sent, Status: 'Pending' }, 'skip status_not_completed 1'],
  [{ ...sent, Status: 'Failed' }, 'skip status_not_completed 1'],
  [
    {
      ...sent,
      'TOTAL (ADA)': '-0.200000',
      'Sent amount (ADA)': '0.000000',
    },
    'outgoing/fee 0.200000 ADA ->',
  ],
])('%o', (cells, expected) => {
  expect(linesOf('daedalus', [cells])).toEqual([expected])
})

test.each([
  ['Tokens (unformatted amount)', '1,000 (asset1abc)', 'The tokens of this row are not counted'],
  ['Deposit amount (ADA)', '2.000000', 'A deposit for the key of a stake may be part of it'],
  ['Withdrawals', 'stake1abc', 'Rewards may be part of it'],
])('what the file does not tell of %s is noted', (column, text, message) => {
  const read = readRows('daedalus', [{ ...sent, [column]: text }])
  expect(read.transactions).toHaveLength(1)
  expect(read.notes).toMatchObject([{ code: 'not_counted', row: 1, column, message }])
})

test('the first files have one amount, with its fee, and a time without colons', () => {
  const header = 'ID,Type,Amount,Date & time,Status,Addresses from,Addresses to,Withdrawals'
  const rows = [
    'aa,Received,7.500000 ADA,2020-08-01T091530.0250Z,Confirmed,,addr1,',
    'bb,Sent,-2.170000 ADA,2020-08-02T091530.0000Z,Confirmed,addr1,addr2,',
    'cc,Expend,-1.170000 ADA,2020-08-03T091530.0000Z,Confirmed,addr1,addr2,',
  ]
  const read = readKnown(`${header}\n${rows.join('\n')}\n`)
  expect(lines(read)).toEqual([
    'incoming/received -> 7.500000 ADA',
    'outgoing/sent 2.170000 ADA ->',
    'outgoing/sent 1.170000 ADA ->',
  ])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2020, 7, 1, 9, 15, 30, 250))
})
