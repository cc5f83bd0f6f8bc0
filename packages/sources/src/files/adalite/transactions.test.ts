import { expect, test } from 'vitest'
import { readKnown, readText } from '../testing/read-text.ts'

const HEADER =
  'Date,Transaction ID,Type,Received from (disclaimer: may not be accurate - first sender address only),' +
  'Received amount,Received currency,Sent amount,Sent currency,Fee amount,Fee currency,'
const row = (zone: string) => `04/13/2021 10:11 PM${zone},ab,Received,addr1,2.5,ADA,,,,,`

test('times that name their zone are not asked about, and others are', () => {
  const told = readKnown(`${HEADER}\n${row(' UTC')}\n`, { isAttended: true })
  expect(told.transactions[0]?.at).toBe(Date.UTC(2021, 3, 13, 22, 11))
  expect(told.notes.map(({ code }) => code)).not.toContain('time_zone_assumed')
  expect(readText(`${HEADER}\n${row('')}\n`, { isAttended: true })).toMatchObject({ outcome: 'ask' })
})
