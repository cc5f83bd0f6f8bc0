import { expect, test } from 'vitest'
import { isDay } from './is-day.ts'

test('a day of an address exists, or is none', () => {
  expect(['2025-06-01', '2024-02-29'].every(isDay)).toBe(true)
  expect(['2025-99-99', '2025-02-29', '2025-6-1', '0000-01-01', 'today', '', 20250601].some(isDay)).toBe(
    false,
  )
})
