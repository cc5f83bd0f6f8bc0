import { isReviewWizard, type OnboardingStep } from '@lotbook/contract'
import type { Walk } from './use-walk.ts'

/** Whether a step of the rail has nothing more to ask. */
export function isStepDone(
  step: OnboardingStep,
  walk: Pick<Walk, 'has_history' | 'is_calculated' | 'steps'>,
) {
  switch (step) {
    case 1:
      return walk.has_history
    case 2:
      return true
    case 3:
      return walk.has_history && asksOfReview(walk) === 0
    case 4:
    case 5:
      return walk.is_calculated
  }
}

/** How many questions of the review wait. */
export function asksOfReview({ steps }: Pick<Walk, 'steps'>): number {
  return steps
    .filter(({ wizard_name }) => isReviewWizard(wizard_name))
    .reduce((sum, { asks }) => sum + asks, 0)
}
