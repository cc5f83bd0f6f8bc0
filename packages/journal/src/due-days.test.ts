import { expect, test } from 'vitest'
import { dueDays, installmentDays } from './due-days.ts'

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

// Form 1040-ES of 2022 to 2025; January 15 of 2029 is the third Monday of its month.
test.each([
  [2022, ['2022-04-18', '2022-06-15', '2022-09-15', '2023-01-17']],
  [2023, ['2023-04-18', '2023-06-15', '2023-09-15', '2024-01-16']],
  [2024, ['2024-04-15', '2024-06-17', '2024-09-16', '2025-01-15']],
  [2025, ['2025-04-15', '2025-06-16', '2025-09-15', '2026-01-15']],
  [2028, ['2028-04-18', '2028-06-15', '2028-09-15', '2029-01-16']],
])('the installments of %i', (year, days) => {
  expect(installmentDays(year)).toEqual(days)
})
