import { readFile, type ReadOutcome } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { divideReading } from './divide-reading.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Comment,Account'
const row = (account: string, type = 'Buy') =>
  `2024-01-01 00:00:00,${type},1,ETH,2000,USD,,,,yes,,,${account}`

function read(...rows: string[]): ReadOutcome {
  const bytes = new TextEncoder().encode([HEADER, ...rows].join('\n'))
  const reading = readFile({ name: 'mine.csv', bytes }, {})
  if (reading.outcome !== 'read') throw new Error(reading.outcome)
  return reading
}

const parts = (reading: ReadOutcome, current = 'lotbook') =>
  divideReading(reading, current).map(({ account, reading: part }) => [
    account.key,
    part.transactions.length,
    part.dataRows,
    part.notes.length,
    part.errors.length,
  ])

test('one account is the whole reading, as it is', () => {
  const reading = read(row('Kraken'), row('kraken'), 'nonsense')
  expect(divideReading(reading, 'lotbook')[0]?.reading).toBe(reading)
  expect(parts(reading)).toEqual([['kraken', 2, 3, 0, 1]])
  expect(parts(read('nonsense'))).toEqual([['lotbook', 0, 1, 0, 1]])
})

test('every row is of one part, and what no account has is of the first', () => {
  const reading = read(row('Kraken'), row('Cold wallet', 'Nonsense'), 'nonsense', row('Kraken'))
  expect(parts(reading)).toEqual([
    ['kraken', 2, 3, 0, 1],
    ['custom-csv:coldwallet', 1, 1, 1, 0],
  ])
})

test('the account that the file counts for stays the first, else its own is', () => {
  const reading = read(row('Kraken'), row('Gemini'), row(''))
  expect(parts(reading, 'gemini').map(([key]) => key)).toEqual(['gemini', 'kraken', 'lotbook'])
  expect(parts(reading, 'nowhere').map(([key]) => key)).toEqual(['lotbook', 'kraken', 'gemini'])
})
