import { expect, test } from 'vitest'
import { isTaxYear, mayHoldSome } from './years-held.ts'

test('coins are since 2009', () => {
  expect([1066, 2008, 2009, 2100, 2101].map(isTaxYear)).toEqual([false, false, true, true, false])
})

test('only a year that is none of those with transactions, nor beside one, holds nothing for certain', () => {
  expect([2022, 2023, 2024, 2025, 2026].map((year) => mayHoldSome([2024], year))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(mayHoldSome([], 2024)).toBe(false)
  expect(mayHoldSome([1999], 1999)).toBe(false)
})
