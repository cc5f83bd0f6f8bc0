import { expect, test } from 'vitest'
import { factsOf, mistakesIn, typedOf } from './typed-payments.ts'

const NOTHING = { prior_tax: '', prior_agi: '', withholding: '', payments: [] }

test('amounts as a person types them are kept, empty ones are not stated, and an empty row is no payment', () => {
  const typed = {
    prior_tax: '12,000',
    prior_agi: '(300)',
    withholding: '',
    payments: [
      { paid_on: '2026-04-15', amount: '$1,250.75' },
      { paid_on: '', amount: ' ' },
    ],
  }
  expect(mistakesIn(typed, 2026)).toEqual({})
  const facts = {
    prior_tax: '12000',
    prior_agi: '-300',
    withholding: null,
    payments: [{ paid_on: '2026-04-15', amount: '1250.75' }],
  }
  expect(factsOf(typed)).toEqual(facts)
  expect(factsOf(typedOf(facts))).toEqual(facts)
})

test('mistakes stand with their fields', () => {
  const payments = [
    { paid_on: '2024-04-15', amount: '10' },
    { paid_on: '2027-01-15', amount: '0' },
    { paid_on: '', amount: '5' },
  ]
  expect(mistakesIn({ ...NOTHING, prior_tax: '-1', withholding: '90,00', payments }, 2026)).toEqual({
    prior_tax: 'Enter the amount without a minus sign.',
    withholding: 'Enter an amount in dollars and cents, like 1,250.75.',
    'payments.0.paid_on': 'Enter a day in 2026 or 2027.',
    'payments.1.amount': 'Enter an amount above zero, like 1,250.75.',
    'payments.2.paid_on': 'Enter a day in 2026 or 2027.',
  })
})
