import { REVIEW_WIZARDS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { asksOfReview } from './walk-progress.ts'

test('only steps of the review count as its questions', () => {
  const steps = [
    ...REVIEW_WIZARDS.map((wizard_name) => ({ wizard_name, asks: 0, left: 0 })),
    { wizard_name: 'SelfTransferWizard' as const, asks: 3, left: 1 },
    { wizard_name: 'SelectLifoFifo' as const, asks: 7, left: 0 },
  ]
  expect(asksOfReview({ steps })).toBe(3)
})
