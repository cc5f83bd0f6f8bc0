import { expect, test } from 'vitest'
import { endOf, pinsOf, placeOn } from './plan-pins.ts'

const year = (tax_year: number, counted: number) => ({ tax_year, counted })

test('each step of the scale is ten times the last, from one to a hundred thousand or beyond', () => {
  expect(endOf([])).toBe(100_000)
  expect(endOf([year(2024, 100_000)])).toBe(100_000)
  expect(endOf([year(2024, 100_001)])).toBe(1_000_000)
  const place = placeOn(100_000)
  expect([0, 1, 10, 1_000, 100_000].map((count) => place(count).toFixed(2))).toEqual([
    '0.00',
    '0.00',
    '0.20',
    '0.60',
    '1.00',
  ])
})

test('years that lie close stand one above the other, the others side by side', () => {
  const pins = pinsOf([year(2025, 600), year(2024, 610), year(2023, 5), year(2022, 590)], 100_000, 0.2)
  expect(pins.map(({ year, level }) => `${year} ${level}`)).toEqual(['2025 0', '2024 1', '2023 0', '2022 2'])
})
