import { expect, test } from 'vitest'
import { recentYearEnds } from './year-ends.ts'

test('the ends of the three years before this one are offered', () => {
  expect(recentYearEnds(new Date('2026-03-06T14:00:00Z'))).toEqual(['2025-12-31', '2024-12-31', '2023-12-31'])
})
