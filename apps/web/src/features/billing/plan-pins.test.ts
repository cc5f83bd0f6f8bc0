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

test('words of years that lie close stand side by side around them, the others over their place', () => {
  const pins = pinsOf([year(2025, 600), year(2024, 610), year(2023, 5), year(2022, 590)], 100_000, 0.2)
  expect(pins.map(({ year, at, wordsAt }) => `${year} ${at.toFixed(2)} ${wordsAt.toFixed(2)}`)).toEqual([
    '2023 0.14 0.14',
    '2022 0.55 0.36',
    '2025 0.56 0.56',
    '2024 0.56 0.76',
  ])
})

test('words stay on the scale, however many years lie at its end', () => {
  const pins = pinsOf(
    [2021, 2022, 2023, 2024, 2025].map((one) => year(one, 100_000)),
    100_000,
    0.2,
  )
  expect(pins.map(({ wordsAt }) => wordsAt.toFixed(1))).toEqual(['0.1', '0.3', '0.5', '0.7', '0.9'])
  expect(pinsOf([year(2025, 0)], 100_000, 0.2)).toEqual([{ year: 2025, count: 0, at: 0, wordsAt: 0.1 }])
})
