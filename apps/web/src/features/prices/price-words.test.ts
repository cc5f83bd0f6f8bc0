import { expect, test } from 'vitest'
import {
  broughtWords,
  daysWords,
  lookupWords,
  providersWords,
  unknownWords,
  valuedWords,
} from './price-words.ts'

const brought = (prices: number, added: number, changed: number, valued: number, is_repeat = false) =>
  broughtWords({ file: { prices, added, changed }, valued, locked: 0, is_repeat })

test('days as everywhere, and one day as one', () => {
  expect(daysWords('2024-01-02T10:00:00.000Z', '2024-03-04T00:00:00.000Z')).toBe(
    'Jan 02, 2024 to Mar 04, 2024',
  )
  expect(daysWords('2024-01-02T10:00:00.000Z', '2024-01-02T23:59:59.999Z')).toBe('Jan 02, 2024')
})

test('what a file brought', () => {
  expect(brought(3, 1, 1, 1)).toBe(
    '1 new price, 1 changed price, 1 price known already. 1 transaction was revalued.',
  )
  expect(brought(1200, 1200, 0, 0)).toBe('1,200 new prices. No transaction changed its value.')
  expect(brought(0, 0, 0, 0)).toBe('No prices. No transaction changed its value.')
  expect(brought(2, 2, 0, 0, true)).toBe('This file was already added. Nothing changed.')
  expect(brought(2, 2, 0, 3, true)).toBe('The file is back. 3 transactions were revalued.')
  expect(valuedWords({ valued: 2, locked: 0 })).toBe('2 transactions were revalued.')
  expect(valuedWords({ valued: 0, locked: 1 })).toBe(
    'No transaction changed its value. 1 transaction lies before the lock and keeps its value until you lift it.',
  )
})

test('assets that nobody has are named, a few of them', () => {
  expect(unknownWords([])).toBeUndefined()
  expect(unknownWords(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toContain('has A, B, C, D, E and 2 more.')
})

test('how far a search is, and who is asked', () => {
  const words = (state: 'queued' | 'running' | 'waiting' | 'done', until: string | null = null) =>
    lookupWords({ state, done: 3, total: 1200, until })
  expect(words('queued')).toBe('Prices are about to be looked up.')
  expect(words('running')).toBe('Looking up 1,200 prices: 3 done.')
  expect(words('waiting', '2024-01-02T10:00:00.000Z')).toMatch(
    /^A price service is not responding\. Lotbook tries again at Jan 02, 2024/,
  )
  expect(words('done')).toContain('No price service has what is still missing.')
  expect(providersWords([])).toContain('No price service is used')
  expect(providersWords(['Kraken', 'Bitstamp', 'European Central Bank'])).toBe(
    'Prices are asked of Kraken, Bitstamp, and European Central Bank; your own files count before them.',
  )
})
