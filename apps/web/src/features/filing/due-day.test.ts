import { expect, test } from 'vitest'
import { dueDays, dueWords } from './due-day.ts'

// The days that the IRS announced, and those that follow from the same rule.
test.each([
  [2021, '2022-04-18', '2022-10-17'],
  [2022, '2023-04-18', '2023-10-16'],
  [2023, '2024-04-15', '2024-10-15'],
  [2024, '2025-04-15', '2025-10-15'],
  [2025, '2026-04-15', '2026-10-15'],
  [2027, '2028-04-18', '2028-10-16'],
])('the return of %i is due on %s, with an extension on %s', (year, due, extended) => {
  expect(dueDays(year)).toEqual({ due, extended })
})

test('a day that has passed is said to have passed', () => {
  expect(dueWords(2025, '2026-04-15')).toBe('due Apr 15, 2026')
  expect(dueWords(2025, '2026-04-16')).toBe(
    'past due since Apr 15, 2026, or due Oct 15, 2026 with an extension',
  )
  expect(dueWords(2025, '2026-10-16')).toBe('past due since Apr 15, 2026')
})
