import type { ReviewKind } from './review-options.ts'

/** The steps of a trace that ask about the review queue, one question at a time. */
export const REVIEW_WIZARDS = [
  'SentGiftorPurchase',
  'MarkForkTransactions',
  'ConfirmAllTransaction',
  'MissingSendWizard',
  'MissingReceiveWizard',
  'SelfTransferWizard',
] as const
export type ReviewWizard = (typeof REVIEW_WIZARDS)[number]

/** The steps of a trace, in order (model: Traces and plans). */
export const WIZARDS = [
  'UploadCsvWizard',
  'PricingWizard',
  'PaymentWizard',
  ...REVIEW_WIZARDS,
  'SelectLifoFifo',
  'TaxSummary',
] as const
export type Wizard = (typeof WIZARDS)[number]

/** Whether a step of a trace asks about the review queue. */
export function isReviewWizard(wizard: string): wizard is ReviewWizard {
  return REVIEW_WIZARDS.some((one) => one === wizard)
}

/**
 * What each step asks about. Every kind belongs to one step, but for receipts: those of a coin that came of a fork are
 * asked about by `MarkForkTransactions`, the others by `MissingSendWizard`.
 */
export const WIZARD_KINDS: Readonly<Record<ReviewWizard | 'SelectLifoFifo', readonly ReviewKind[]>> = {
  SentGiftorPurchase: ['unmatched_send'],
  MarkForkTransactions: ['unmatched_receive'],
  ConfirmAllTransaction: [
    'possible_duplicate',
    'unknown_type',
    'uncounted_side',
    'missing_price',
    'suspected_spam',
    'gift_basis_unknown',
    'one_for_one',
    'staking_return_exceeds_lockup',
    'staking_return_short',
  ],
  MissingSendWizard: ['unmatched_receive'],
  MissingReceiveWizard: ['missing_basis', 'negative_balance'],
  SelfTransferWizard: ['weak_match'],
  SelectLifoFifo: [
    'spec_lot_unavailable',
    'safe_harbor_missing',
    'safe_harbor_off_record',
    'safe_harbor_unplaced',
  ],
}

export type OnboardingStep = 1 | 2 | 3 | 4 | 5

/** Where on the rail a step of a trace stands (R4.43 to R4.46). */
export function onboardingStep(wizard: Wizard): OnboardingStep {
  switch (wizard) {
    case 'UploadCsvWizard':
      return 1
    case 'PricingWizard':
    case 'PaymentWizard':
      return 2
    case 'SelectLifoFifo':
      return 4
    case 'TaxSummary':
      return 5
    default:
      return 3
  }
}

/** Where on the rail a page stands that is a part of it: pricing_summary 2, tax_summary 5 (R4.47, R4.48). */
export function onboardingStepOfPage(path: string): OnboardingStep | undefined {
  if (path.includes('pricing_summary')) return 2
  if (path.includes('tax_summary')) return 5
  return undefined
}
