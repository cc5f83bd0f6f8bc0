import type { ReviewAnswer } from '@lotbook/contract'
import { isDay } from '../../app/is-day.ts'

const AMOUNT = /^\d+(\.\d+)?$/

/** What keeps an answer from being worked out, as the person typed it; undefined where the contract would take it. */
export function misread(answer: ReviewAnswer): string | undefined {
  const { quantity, cost, value, donor_basis, acquired_on, donor_acquired } = answer
  if ([quantity, cost, value, donor_basis].some((text) => text !== undefined && !AMOUNT.test(text)))
    return 'Enter amounts with digits and a point, such as 1250.50.'
  if ([acquired_on, donor_acquired].some((text) => text !== undefined && !isDay(text)))
    return 'There is no such date.'
  return undefined
}
