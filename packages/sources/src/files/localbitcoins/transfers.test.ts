import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

test('a header with spaces is known, and a deposit without the cell of its notes is read', () => {
  const header = 'TXID, Created, Received, Sent, TXtype, TXdesc, TXNotes'
  const read = readKnown(`${header}\n,2019-05-02T08:15:30+00:00,0.75,,Deposit,\n`)
  expect(lines(read)).toEqual(['incoming/received -> 0.75 BTC'])
  expect(read.errors).toEqual([])
})
