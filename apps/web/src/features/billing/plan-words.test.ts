import { expect, test } from 'vitest'
import { likelyWords } from './plan-words.ts'

const plans = [
  { id: 'free', name: 'Free', limit: 25, price_cents: 0 },
  { id: 'basic', name: 'Basic', limit: 250, price_cents: 4900 },
  { id: 'plus', name: 'Plus', limit: 2500, price_cents: 12_900 },
]
const year = (tax_year: number, counted: number, needed_plan_id: string, due_cents: number) => ({
  tax_year,
  counted,
  needed_plan_id,
  due_cents,
})

test('the dearest years are named with their price, the rest summed, and what is free is said', () => {
  const free = 'Importing, reviewing and calculating are free.'
  expect(likelyWords({ plans, likely: [year(2024, 3, 'free', 0)] })).toEqual({
    text: `The forms of every year are free or paid for already. ${free}`,
    costliest: undefined,
  })
  expect(
    likelyWords({
      plans,
      likely: [year(2025, 90, 'basic', 4900), year(2024, 1200, 'plus', 8000), year(2023, 1, 'free', 0)],
    }),
  ).toEqual({
    text: `2024 has about 1,200 transactions that count; its forms will cost $80 (Plus). 2025 has about 90 transactions that count; its forms will cost $49 (Basic). The other years cost nothing more. ${free}`,
    costliest: 2024,
  })
  const many = [2021, 2022, 2023, 2024, 2025].map((one) => year(one, 90, 'basic', 4900))
  expect(likelyWords({ plans, likely: many }).text).toContain('2 more years cost $98 together.')
})
