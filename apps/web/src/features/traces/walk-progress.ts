import { isReviewWizard, type OnboardingStep, type PlanOffer } from '@lotbook/contract'
import type { Walk } from './use-walk.ts'

/** Whether a step of the rail has nothing more to ask; the plan is settled apart from the walk. */
export function isStepDone(
  step: OnboardingStep,
  walk: Pick<Walk, 'has_history' | 'is_calculated' | 'steps'>,
  hasPlan: boolean,
) {
  switch (step) {
    case 1:
      return walk.has_history
    case 2:
      return hasPlan
    case 3:
      return walk.has_history && asksOfReview(walk) === 0
    case 4:
    case 5:
      return walk.is_calculated
  }
}

/** Whether the plan of a year needs no choice anymore: one was chosen, or what counts is known and nothing is due for it. */
export function isPlanSettled({
  payments,
  is_counted,
  year: { standing },
}: Pick<PlanOffer, 'payments' | 'is_counted'> & { readonly year: Pick<PlanOffer['year'], 'standing'> }) {
  if (standing === 'active') return true
  return is_counted && (payments === 'none' || standing === 'free')
}

/** How many questions of the review wait. */
export function asksOfReview({ steps }: Pick<Walk, 'steps'>): number {
  return steps
    .filter(({ wizard_name }) => isReviewWizard(wizard_name))
    .reduce((sum, { asks }) => sum + asks, 0)
}
