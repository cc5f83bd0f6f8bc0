import { expect, test } from 'vitest'
import { nextStep, reviewEntry } from './next-step.ts'

const walk = (asks: Record<string, number>, isCalculated = false) => ({
  hasHistory: true,
  asks: new Map(Object.entries(asks)),
  isCalculated,
})

test('R7.23 without history the walk is at the import, whatever else', () => {
  expect(nextStep({ ...walk({ SelfTransferWizard: 2 }), hasHistory: false })).toBe('UploadCsvWizard')
})

test('R7.23 R7.20 a step with nothing to ask is skipped, the first that has something is next', () => {
  const some = walk({ SentGiftorPurchase: 0, MissingSendWizard: 3, SelfTransferWizard: 1 })
  expect(nextStep(some)).toBe('MissingSendWizard')
  expect(reviewEntry(some)).toBe('MissingSendWizard')
  expect(reviewEntry(walk({ SelfTransferWizard: 0 }))).toBeNull()
})

test('R7.23 after the review comes the method, and after a calculation the summary', () => {
  expect(nextStep(walk({ SelectLifoFifo: 1 }))).toBe('SelectLifoFifo')
  expect(nextStep(walk({}, true))).toBe('TaxSummary')
  expect(nextStep(walk({ ConfirmAllTransaction: 1 }, true))).toBe('ConfirmAllTransaction')
})
