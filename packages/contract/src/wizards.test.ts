import { expect, test } from 'vitest'
import { REVIEW_KINDS } from './review-options.ts'
import { onboardingStep, onboardingStepOfPage, WIZARD_KINDS, WIZARDS } from './wizards.ts'

test('R4.43 R4.44 R4.45 R4.46 R9.3 each step of a trace has its place on the rail', () => {
  expect(WIZARDS.map((wizard) => `${wizard} ${onboardingStep(wizard)}`)).toEqual([
    'UploadCsvWizard 1',
    'PricingWizard 2',
    'PaymentWizard 2',
    'SentGiftorPurchase 3',
    'MarkForkTransactions 3',
    'ConfirmAllTransaction 3',
    'MissingSendWizard 3',
    'MissingReceiveWizard 3',
    'SelfTransferWizard 3',
    'SelectLifoFifo 4',
    'TaxSummary 5',
  ])
})

test('pages of the rail have theirs, other pages have none', () => {
  expect(onboardingStepOfPage('/pricing_summary?taxYear=2025')).toBe(2)
  expect(onboardingStepOfPage('/tax_summary')).toBe(5)
  expect(onboardingStepOfPage('/tax')).toBeUndefined()
})

test('every kind of problem is asked about by one step; receipts by the forks or by the rest', () => {
  const asked = Object.values(WIZARD_KINDS).flat()
  expect(REVIEW_KINDS.filter((kind) => !asked.includes(kind))).toEqual([])
  expect(REVIEW_KINDS.filter((kind) => asked.filter((one) => one === kind).length > 1)).toEqual([
    'unmatched_receive',
  ])
})
