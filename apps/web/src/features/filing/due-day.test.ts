import { expect, test } from 'vitest'
import { dueWords, localDay } from './due-day.ts'

test('a day that has passed is said to have passed', () => {
  expect(dueWords(2025, '2026-04-15')).toBe('due Apr 15, 2026')
  expect(dueWords(2025, '2026-04-16')).toBe(
    'past due since Apr 15, 2026, or due Oct 15, 2026 with an extension',
  )
  expect(dueWords(2025, '2026-10-15')).toContain('with an extension')
  expect(dueWords(2025, '2026-10-16')).toBe('past due since Apr 15, 2026')
})

test('today is the day where the person is', () => {
  expect(localDay(new Date(2026, 3, 5, 23, 59))).toBe('2026-04-05')
})
