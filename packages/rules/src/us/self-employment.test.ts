import { expect, test } from 'vitest'
import { selfEmploymentTax } from './self-employment.ts'

test('a small business owes 15.3 % of 92.35 % of its profit, and half of that is deducted', () => {
  expect(selfEmploymentTax(2025, 'single', '10000')).toEqual({
    net_earnings: '9235',
    tax: '1412.955',
    additional_medicare: '0',
    deduction: '706.4775',
  })
})

test('net earnings below 400 owe nothing', () => {
  const nothing = { net_earnings: '0', tax: '0', additional_medicare: '0', deduction: '0' }
  // 433.13 × 0.9235 = 399.995555, 433.14 × 0.9235 = 400.00479
  expect(selfEmploymentTax(2025, 'single', '433.13')).toEqual(nothing)
  expect(selfEmploymentTax(2025, 'single', '433.14')?.tax).toBe('61.20073287')
  expect(selfEmploymentTax(2025, 'single', '0')).toEqual(nothing)
  expect(selfEmploymentTax(2025, 'single', '-5000')).toEqual(nothing)
})

test('beyond the Social Security base 2.9 % are left, and 0.9 % more above the threshold of the status', () => {
  // 176,100 × 12.4 % = 21,836.40; 230,875 × 2.9 % = 6,695.375; 30,875 × 0.9 % = 277.875
  expect(selfEmploymentTax(2025, 'single', '250000')).toEqual({
    net_earnings: '230875',
    tax: '28531.775',
    additional_medicare: '277.875',
    deduction: '14265.8875',
  })
  const additional = (status: Parameters<typeof selfEmploymentTax>[1]) =>
    selfEmploymentTax(2025, status, '250000')?.additional_medicare
  expect([additional('qss'), additional('hoh'), additional('mfj'), additional('mfs')]).toEqual([
    '277.875',
    '277.875',
    '0',
    '952.875',
  ])
})

test('wages use up the base and the threshold first', () => {
  // 168,600 less 150,000 leave 18,600 at 12.4 %; 92,350 at 2.9 %; of 92,350 the part beyond 50,000 at 0.9 %
  expect(selfEmploymentTax(2024, 'single', '100000', '150000')).toEqual({
    net_earnings: '92350',
    tax: '4984.55',
    additional_medicare: '381.15',
    deduction: '2492.275',
  })
  expect(selfEmploymentTax(2024, 'single', '100000', '300000')?.tax).toBe('2678.15')
})

test('a year without a known base has no figure', () => {
  expect(selfEmploymentTax(2022, 'single', '10000')).toBeUndefined()
})
