import { type PlanOffer, type PlanStanding, REVIEW_WIZARDS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { asksOfReview, isPlanSettled, isStepDone } from './walk-progress.ts'

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
  const done = (of: Parameters<typeof isStepDone>[1], hasPlan = true) =>
    ([1, 2, 3, 4, 5] as const).filter((step) => isStepDone(step, of, hasPlan))
  expect(done({ ...walk(0, 0), has_history: false }, false)).toEqual([])
  expect(done(walk(1, 0), false)).toEqual([1])
  expect(done(walk(1, 0))).toEqual([1, 2])
  expect(done(walk(0, 4))).toEqual([1, 2, 3])
  expect(done(walk(0, 4, true))).toEqual([1, 2, 3, 4, 5])
})

test('a plan is settled when one was chosen, or when it is known that nothing is due', () => {
  const settled = (standing: PlanStanding, is_counted: boolean, payments: PlanOffer['payments'] = 'test') =>
    isPlanSettled({ payments, is_counted, year: { standing } })
  expect(settled('free', false)).toBe(false)
  expect(settled('free', true)).toBe(true)
  expect(settled('none', true)).toBe(false)
  expect(settled('upgrade_required', true)).toBe(false)
  expect(settled('active', false)).toBe(true)
  expect(settled('none', true, 'none')).toBe(true)
  expect(settled('none', false, 'none')).toBe(false)
})
