import { expect, test } from 'vitest'
import {
  brokerWords,
  gainPercent,
  oldestPriceWords,
  priceAge,
  reportedWords,
  unitCost,
  unitMoney,
  waitWords,
} from './holding-words.ts'

test.each([
  ['97240', '$97,240.00'],
  ['1', '$1.00'],
  ['0.5', '$0.50'],
  ['0.123456', '$0.1235'],
  ['0.00001234567', '$0.00001235'],
  ['0', '$0.00'],
])('a unit at %s is %s', (price, expected) => {
  expect(unitMoney(price, 'USD')).toBe(expected)
})

test('what a unit cost is the basis over the units, and unknown where the basis is', () => {
  expect(unitCost({ basis: '100', quantity: '8' })).toBe('12.5')
  expect(unitCost({ basis: null, quantity: '8' })).toBeUndefined()
})

test.each([
  ['50', '200', '+25.0%'],
  ['-50', '200', '−25.0%'],
  ['0', '200', '0.0%'],
  ['50', '0', undefined],
])('a gain of %s on %s is %s', (gain, basis, expected) => {
  expect(gainPercent(gain, basis)).toBe(expected)
})

test('a price of today has no age, an older one its day', () => {
  const price = (at: string) => ({ price: '1', at, origin: 'price' as const })
  expect(priceAge(price('2025-06-01T00:00:00Z'), '2025-06-02T12:00:00Z')).toBeUndefined()
  expect(priceAge(price('2025-05-01T00:00:00Z'), '2025-06-02T12:00:00Z')).toBe('May 01, 2025')
})

test('E16 a reported balance is said to be as computed, or what is missing of it', () => {
  const reported = { account_id: 'a', account_name: 'Kraken', at: '2023-01-02T10:00:00.000Z', stated: '1.40' }
  expect(reportedWords({ ...reported, computed: '1.4' }, 'BTC')).toBe(
    'Kraken reported 1.4\u00a0BTC on Jan 02, 2023, which matches the computed balance.',
  )
  expect(reportedWords({ ...reported, computed: '2' }, 'BTC')).toBe(
    'Kraken reported 1.4\u00a0BTC on Jan 02, 2023. Its transactions add up to 2\u00a0BTC at that time, so part of the history may be missing.',
  )
})

test.each([
  [[['2025-07-02', '1.5']], 'From Jul 02, 2025 all of it is long-term. The price may have changed by then.'],
  [
    [
      ['2025-07-02', '1.25'],
      ['2026-02-11', '1.5'],
    ],
    'From Jul 02, 2025 another 0.25 BTC of it is long-term, from Feb 11, 2026 all. A sale in 2026 counts for 2026. The price may have changed by then.',
  ],
  [[], ''],
])('what waiting brings: %j', (days, expected) => {
  const gain = { long: '0', short: '0', total: '0' }
  const waits = days.map(([day = '', long_quantity = '']) => ({
    day,
    long_quantity,
    days: 1,
    gain,
    proceeds: '1',
    basis: '1',
    tax: null,
  }))
  const plan = { day: '2025-06-01', quantity: '1.5', symbol: 'BTC', long_quantity: '1', waits }
  expect(waitWords(plan).replaceAll('\u00a0', ' ')).toBe(expected)
})

test('the age of the oldest price stands in words', () => {
  const now = '2026-11-28T20:00:00.000Z'
  expect(oldestPriceWords({ symbol: 'SOL', at: '2026-10-25T00:00:00.000Z' }, now)).toBe(
    'Oldest price: SOL, 34 days old (Oct 25, 2026)',
  )
  expect(oldestPriceWords({ symbol: 'SOL', at: '2026-11-27T00:00:00.000Z' }, now)).toContain('1 day old')
  expect(oldestPriceWords({ symbol: 'SOL', at: '2026-11-28T00:00:00.000Z' }, now)).toBe(
    'All prices are from the last 24 hours',
  )
})

test('an order of other lots has to reach a broker before the sale, from 2027 on', () => {
  const at = (day: string) => brokerWords({ day, account_name: 'Kraken' })
  expect(at('2026-12-31')).toContain('put them on record in your books before the sale')
  expect(at('2026-12-31')).toContain('From January 1, 2027 that order must reach Kraken')
  expect(at('2027-01-01')).toContain('your own books are no longer enough')
})
