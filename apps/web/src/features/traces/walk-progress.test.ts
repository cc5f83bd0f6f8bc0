import { REVIEW_WIZARDS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { asksOfReview, isStepDone } from './walk-progress.ts'

const walk = (asks: number, left: number, is_calculated = false) => ({
  has_history: true,
  is_calculated,
  steps: [
    ...REVIEW_WIZARDS.map((wizard_name) => ({ wizard_name, asks: 0, left: 0 })),
    { wizard_name: 'SelfTransferWizard' as const, asks, left },
    { wizard_name: 'SelectLifoFifo' as const, asks: 7, left: 0 },
  ],
})

test('only steps of the review count as its questions', () => {
  expect(asksOfReview(walk(3, 1))).toBe(3)
})

test('R4.45 R4.46 a step of the rail is done when it has nothing more to ask', () => {
  const done = (of: Parameters<typeof isStepDone>[1]) =>
    ([1, 2, 3, 4, 5] as const).filter((step) => isStepDone(step, of))
  expect(done({ ...walk(0, 0), has_history: false })).toEqual([2])
  expect(done(walk(1, 0))).toEqual([1, 2])
  expect(done(walk(0, 4))).toEqual([1, 2, 3])
  expect(done(walk(0, 4, true))).toEqual([1, 2, 3, 4, 5])
})
