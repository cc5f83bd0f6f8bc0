import { expect, test } from 'vitest'
import { nextStep, stagesDone } from './next-step.ts'

const details = {
  total_transactions: 20,
  imports_in_progress: 0,
  tax_calculation_id: 'c1',
  need_tax_calculation: false,
  review: 0,
  taxable_or_incoming: 4,
}

test.each([
  ['nothing was imported', { total_transactions: 0 }, false, { kind: 'import' }],
  ['the first import runs', { total_transactions: 0, imports_in_progress: 1 }, false, { kind: 'wait' }],
  ['another import runs', { imports_in_progress: 2, review: 3 }, false, { kind: 'wait' }],
  [
    'nothing was calculated',
    { tax_calculation_id: null, review: 3 },
    false,
    { kind: 'calculate', isFirst: true },
  ],
  [
    'nothing taxable came in',
    { tax_calculation_id: null, taxable_or_incoming: 0 },
    false,
    { kind: 'import' },
  ],
  ['items are open', { review: 14, need_tax_calculation: true }, false, { kind: 'review', items: 14 }],
  ['the figures are old', { need_tax_calculation: true }, false, { kind: 'calculate', isFirst: false }],
  ['all is done', {}, false, { kind: 'file' }],
  ['the year is filed', { review: 2 }, true, { kind: 'filed' }],
] as const)('%s: the next step', (_, change, isFiled, step) => {
  expect(nextStep({ ...details, ...change }, isFiled)).toEqual(step)
})

test('a later step has more stages behind it', () => {
  const steps = [
    { kind: 'import' },
    { kind: 'calculate', isFirst: true },
    { kind: 'review', items: 1 },
    { kind: 'file' },
    { kind: 'filed' },
  ] as const
  expect(steps.map(stagesDone)).toEqual([0, 1, 2, 3, 4])
})
