import { expect, test } from 'vitest'
import { dueDay } from './due-day.ts'

// The days that the IRS announced, and those that follow from the same rule.
test.each([
  [2021, 'Apr 18, 2022'],
  [2022, 'Apr 18, 2023'],
  [2023, 'Apr 15, 2024'],
  [2024, 'Apr 15, 2025'],
  [2025, 'Apr 15, 2026'],
  [2027, 'Apr 18, 2028'],
])('the return of %i is due on %s', (year, day) => {
  expect(dueDay(year)).toBe(day)
})
