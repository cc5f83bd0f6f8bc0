import { describe, expect, test } from 'vitest'
import {
  dayAfter,
  daysBetween,
  defaultTaxYear,
  endOfYear,
  formatDisplay,
  formatInstant,
  instantOfLocal,
  localClock,
  parseInstant,
  taxDayOf,
  yearAfter,
} from './time.ts'

test('an instant needs a zone, and dates that do not exist are none', () => {
  expect(parseInstant('2024-03-01T12:00:00Z')).toBe(Date.UTC(2024, 2, 1, 12))
  expect(parseInstant('2024-03-01 12:00:00-07:00')).toBe(Date.UTC(2024, 2, 1, 19))
  expect(parseInstant('2024-03-01T12:00:00.123456Z')).toBe(Date.UTC(2024, 2, 1, 12, 0, 0, 123))
  expect(parseInstant('2024-03-01T12:00:00')).toBeUndefined()
  expect(parseInstant('2023-02-29T12:00:00Z')).toBeUndefined()
  expect(parseInstant('2024-13-01T12:00:00Z')).toBeUndefined()
})

test('R9.16 dates show as MMM DD, YYYY HH:mm:ss in UTC', () => {
  expect(formatDisplay(Date.UTC(2025, 2, 3, 14, 2, 11))).toBe('Mar 03, 2025 14:02:11')
  expect(formatInstant(Date.UTC(2025, 2, 3, 14, 2, 11))).toBe('2025-03-03T14:02:11Z')
  expect(formatInstant(Date.UTC(2025, 2, 3, 14, 2, 11, 5))).toBe('2025-03-03T14:02:11.005Z')
})

describe('R-DAY-1 the tax day is the local day', () => {
  test('three in the morning in UTC is still the evening before in New York', () => {
    const clock = localClock('America/New_York')
    expect(taxDayOf(Date.UTC(2025, 0, 1, 3), clock)).toBe('2024-12-31')
    expect(taxDayOf(Date.UTC(2025, 0, 1, 6), clock)).toBe('2025-01-01')
  })

  test('on both sides of a change of clocks', () => {
    const clock = localClock('America/New_York')
    expect(clock(Date.UTC(2025, 2, 9, 6, 59))).toBe(Date.UTC(2025, 2, 9, 1, 59))
    expect(clock(Date.UTC(2025, 2, 9, 7, 0))).toBe(Date.UTC(2025, 2, 9, 3, 0))
    expect(instantOfLocal(Date.UTC(2025, 2, 9, 3, 0), 'America/New_York')).toBe(Date.UTC(2025, 2, 9, 7))
  })

  test('a year ends where the taxpayer lives', () => {
    expect(endOfYear(2025, 'America/Los_Angeles')).toBe(Date.UTC(2026, 0, 1, 8) - 1)
    expect(endOfYear(2025, 'Pacific/Auckland')).toBe(Date.UTC(2025, 11, 31, 11) - 1)
    expect(endOfYear(9999, 'UTC')).toBe(Date.UTC(10_000, 0, 1) - 1)
  })

  test('a zone that does not exist is an error', () => {
    expect(() => localClock('Mars/Olympus')).toThrow(RangeError)
  })
})

test('R-HOLD-2 a year after 29 February is 1 March', () => {
  expect(yearAfter('2024-02-29')).toBe('2025-03-01')
  expect(yearAfter('2023-03-01')).toBe('2024-03-01')
  expect(dayAfter('2023-02-28')).toBe('2023-03-01')
  expect(dayAfter('2024-12-31')).toBe('2025-01-01')
  expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366)
})

test('days past the last year of four figures are later as text, and are counted on', () => {
  const first = dayAfter('9999-12-31')
  expect([first, dayAfter(first), yearAfter('9999-12-31')]).toEqual([
    '9999-13-01',
    '9999-13-02',
    '9999-24-31',
  ])
  expect(yearAfter(first) > yearAfter('9999-12-31')).toBe(true)
  expect(daysBetween('9999-12-31', first)).toBe(1)
  expect(daysBetween(first, yearAfter(first))).toBe(366)
})

test('R4.41 R4.42 the default tax year is this year in December, else the one before', () => {
  expect(defaultTaxYear(Date.UTC(2026, 10, 30))).toBe(2025)
  expect(defaultTaxYear(Date.UTC(2026, 11, 1))).toBe(2026)
})
