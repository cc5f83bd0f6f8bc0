import { expect, test } from 'vitest'
import { plainIncome } from './estimate-search.ts'

test('an income is typed with or without separators, never negative, never text', () => {
  expect(['85,000', '$ 1 200.50', '0'].map(plainIncome)).toEqual(['85000', '1200.50', '0'])
  expect(['', '-1', '1e5', 'much', '1.234'].map(plainIncome)).toEqual(Array(5).fill(undefined))
  expect(['90,00', '9,0,000', '1,0000', ',500', '85,000,'].map(plainIncome)).toEqual(Array(5).fill(undefined))
  expect(['1,234,567.5', '1 234 567', ' 85,000 '].map(plainIncome)).toEqual(['1234567.5', '1234567', '85000'])
})
