import { expect, test } from 'vitest'
import { harvestWords, nextPaymentWords, ruleWords, termWords } from './plan-words.ts'

const installment = (due: string, short: string) => ({ due, required: '0', paid: '0', short })

test('the next payment is said with its day, and one that was missed', () => {
  const installments = [
    installment('2026-04-15', '100'),
    installment('2026-06-15', '200'),
    installment('2027-01-15', '0'),
  ]
  const on = (today: string) =>
    nextPaymentWords({ installments }, { today, currency: 'USD', withholding: '0' })
  expect(on('2026-04-15')).toBe('Pay $100.00 by Apr 15, 2026.')
  expect(on('2026-04-16')).toBe(
    'Pay $200.00 by Jun 15, 2026. Part of it was due by Apr 15, 2026: paying sooner keeps the penalty small.',
  )
  expect(on('2026-07-01')).toBe('$200.00 of what was due by Jun 15, 2026 was not paid by then.')
  expect(
    nextPaymentWords(
      { installments: [installment('2026-04-15', '0')] },
      { today: '2026-01-01', currency: 'USD', withholding: null },
    ),
  ).toBeUndefined()
})

test('what is left to pay is not known without the withholding', () => {
  const asked = { today: '2026-04-15', currency: 'USD', withholding: null }
  expect(nextPaymentWords({ installments: [installment('2026-04-15', '100')] }, asked)).toContain(
    'Enter your withholding',
  )
})

test('the rule behind the payments is said with what the other would ask for', () => {
  const plan = { tax: '1', required: '1', of_this_year: '18000', of_year_before: '12000', installments: [] }
  const of = (rule: Parameters<typeof ruleWords>[0]['rule'], priorAgi: string | null = '1') =>
    ruleWords({ ...plan, rule }, { year: 2026, currency: 'USD', priorAgi })
  expect(of('100_percent')).toContain('All of your tax of 2025')
  expect(of('100_percent')).toContain('$18,000.00')
  expect(of('110_percent')).toContain('above the limit')
  expect(of('110_percent', null)).toContain('is not entered')
  expect(of('90_percent')).toContain('less than the $12,000.00')
  expect(of('below_1000')).toContain('no payments are required')
  expect(of('no_tax_before')).toContain('You had no tax in 2025')
})

test('lots with a loss say what a sale saves, and what they lack to be long-term', () => {
  const sums = { loss: { short: '1', long: '2', total: '3' }, lots_total: 2, currency: 'USD' }
  expect(harvestWords.all({ ...sums, saves: '0.45' })).toContain('by about $0.45')
  expect(harvestWords.all({ ...sums, saves: '0' })).toContain('would not lower this year’s tax')
  expect(harvestWords.all({ ...sums, saves: null })).not.toContain('tax')
  expect(harvestWords.method({ method: 'fifo' })).toContain('name it on record before the sale')
  expect([termWords({ term: 'short', days: 1 }), termWords({ term: 'short', days: null })]).toEqual([
    'Short-term, 1 day to go',
    'Short-term',
  ])
})
