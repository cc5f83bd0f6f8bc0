import { expect, test } from 'vitest'
import { landingYear } from './landing-year.ts'

const NOTHING = {
  disposals: 0,
  incomes: 0,
  incomes_unpriced: 0,
  donations: 0,
  donations_unpriced: 0,
  removals: 0,
}

test('R4.40 the year that was asked for is shown, if anything happened in it', () => {
  expect(landingYear({ year: 2025, years: [2021, 2025], counts: { ...NOTHING, removals: 1 } }, 2025)).toBe(
    2025,
  )
})

test('a default year in which nothing happened gives way to the newest in which something did', () => {
  expect(landingYear({ year: 2025, years: [2019, 2021], counts: NOTHING }, 2025)).toBe(2021)
  expect(landingYear({ year: 2025, years: [], counts: NOTHING }, 2025)).toBe(2025)
})

test('an empty year that somebody chose is the answer to what they asked', () => {
  expect(landingYear({ year: 2022, years: [2019, 2021], counts: NOTHING }, 2025)).toBe(2022)
})
