import { isReviewWizard } from '@lotbook/contract'
import type { Walk } from './use-walk.ts'

/** How many questions of the review wait. */
export function asksOfReview({ steps }: Pick<Walk, 'steps'>): number {
  return steps
    .filter(({ wizard_name }) => isReviewWizard(wizard_name))
    .reduce((sum, { asks }) => sum + asks, 0)
}
