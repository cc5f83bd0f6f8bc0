import { expect, test } from 'vitest'
import { estimatedPayments, NO_PAYMENT_FACTS, type PaymentFacts } from './estimated-payments.ts'

const plan = (tax: string, facts: Partial<PaymentFacts> = {}, status: 'single' | 'mfs' = 'single') =>
  estimatedPayments(2026, tax, { ...NO_PAYMENT_FACTS, ...facts }, status)

test('the smaller of 90 percent of this year and all of the year before, a quarter by each day', () => {
  const found = plan('20000', { prior_tax: '12000', prior_agi: '100000' })
  expect(found).toMatchObject({
    rule: '100_percent',
    required: '12000',
    ofThisYear: '18000',
    ofYearBefore: '12000',
  })
  expect(found.installments.map(({ due, required }) => [due, required])).toEqual([
    ['2026-04-15', '3000'],
    ['2026-06-15', '6000'],
    ['2026-09-15', '9000'],
    ['2027-01-15', '12000'],
  ])
  expect(plan('10000', { prior_tax: '12000', prior_agi: '100000' })).toMatchObject({
    rule: '90_percent',
    required: '9000',
  })
})

test.each([
  ['150000', 'single', '100_percent', '10000'],
  ['150000.01', 'single', '110_percent', '11000'],
  ['75000', 'mfs', '100_percent', '10000'],
  ['75000.01', 'mfs', '110_percent', '11000'],
  // An income that is not stated is taken to be above the limit: then nothing is too little.
  [null, 'single', '110_percent', '11000'],
] as const)('an income of %s before, filing %s, asks for %s', (prior_agi, status, rule, required) => {
  expect(plan('50000', { prior_tax: '10000', prior_agi }, status)).toMatchObject({ rule, required })
})

test('nothing is asked for below 1,000 after withholding, nor after a year without tax', () => {
  expect(plan('5999.99', { withholding: '5000' })).toMatchObject({ rule: 'below_1000', required: '0' })
  expect(plan('6000', { withholding: '5000' })).toMatchObject({ rule: '90_percent', required: '5400' })
  expect(plan('90000', { prior_tax: '0' })).toMatchObject({ rule: 'no_tax_before', required: '0' })
  // What was not said is not zero.
  expect(plan('90000')).toMatchObject({ rule: '90_percent', required: '81000', ofYearBefore: null })
})

test('payments count from the day they were made, withholding in equal parts', () => {
  const found = plan('20000', {
    prior_tax: '12000',
    prior_agi: '0',
    withholding: '4000',
    payments: [
      { paid_on: '2026-06-15', amount: '2500' },
      { paid_on: '2026-06-16', amount: '3000' },
    ],
  })
  expect(found.installments.map(({ paid, short }) => [paid, short])).toEqual([
    ['1000', '2000'],
    ['4500', '1500'],
    ['8500', '500'],
    ['9500', '2500'],
  ])
})

test('a tax that crypto lowers below zero asks for nothing, and cents are rounded once', () => {
  expect(plan('-300')).toMatchObject({ rule: 'below_1000', required: '0', ofThisYear: '0' })
  const { required, installments } = plan('11111.11')
  expect(required).toBe('10000')
  expect(plan('11111.17', {}).required).toBe('10000.05')
  expect(plan('11111.17').installments.map((one) => one.required)).toEqual([
    '2500.01',
    '5000.03',
    '7500.04',
    '10000.05',
  ])
  expect(installments.at(-1)?.required).toBe(required)
})
