import { expect, test } from 'vitest'
import { lossTreatment, unreimbursedBasis } from './theft-loss.ts'

test('R-LOSS-1 a theft goes by what it was held for and the year it was discovered in', () => {
  const stolen = (is_for_profit: boolean | null, date: string, discovered_on: string | null = null) =>
    lossTreatment('stolen', date, { is_for_profit, discovered_on })
  expect(stolen(null, '2025-03-01')).toBe('open')
  expect(stolen(true, '2025-03-01')).toBe('for_profit')
  expect(stolen(false, '2025-03-01')).toBe('personal')
  expect(stolen(false, '2017-12-31')).toBe('personal_to_2017')
  expect(stolen(false, '2017-12-31', '2018-01-02')).toBe('personal')
  expect(lossTreatment('lost', '2025-03-01', { is_for_profit: true, discovered_on: null })).toBe('lost')
})

test('R-LOSS-1 a loss is at most the basis that nobody reimburses', () => {
  expect(unreimbursedBasis('3000', '1000')).toBe('2000')
  expect(unreimbursedBasis('3000', '3500')).toBe('0')
  expect(unreimbursedBasis('3000.000000000001', '0')).toBe('3000.000000000001')
  expect(unreimbursedBasis('3000', null)).toBe(null)
})
