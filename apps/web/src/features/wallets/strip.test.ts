import { expect, test } from 'vitest'
import { barsOf, scaleOf, stripText, yearMarks } from './strip.ts'

const now = new Date('2025-05-05T00:00:00Z')
const busy = [
  { from: '2018-04-01', transactions: 25 },
  { from: '2021-01-01', transactions: 400 },
]
const quiet = [{ from: '2024-10-01', transactions: 4 }]

test('all accounts share one scale, from the first year of any to this quarter', () => {
  const scale = scaleOf([{ quarters: busy }, { quarters: quiet }], now)
  // 2018 to the second quarter of 2025.
  expect(scale).toEqual({ first: 2018 * 4, count: 30, most: 400 })
  expect(barsOf(busy, scale).map(({ x, height }) => [x, height])).toEqual([
    [1 / 30, 0.25],
    [12 / 30, 1],
  ])
  expect(barsOf(quiet, scale)[0]).toMatchObject({ x: 27 / 30, height: 0.1 })
  expect(yearMarks(scale).map(({ year }) => year)).toEqual([2018, 2020, 2022, 2024])
})

test('a history of one quarter is drawn over two years, and none has no bars', () => {
  expect(scaleOf([{ quarters: quiet }], now)).toEqual({ first: 2023 * 4, count: 10, most: 4 })
  expect(barsOf([], scaleOf([], now))).toEqual([])
})

test('a strip is told in words', () => {
  expect(stripText(busy)).toBe('From Q2 2018 to Q1 2021, most in Q1 2021: 400 transactions')
  expect(stripText([{ from: '2024-10-01', transactions: 1 }])).toBe('All in Q4 2024: 1 transaction')
  expect(stripText([])).toBe('No transactions')
})
