import type { ReviewAnswer } from '@lotbook/contract'
import { isDay } from '../../client/is-day.ts'
import { answerLabel } from './answer-label.ts'

const AMOUNT = /^\d+(\.\d+)?$/

/** Problem with an answer as the person typed it; undefined if the contract would accept it. */
export function misread(answer: ReviewAnswer): string | undefined {
  const { quantity, cost, value, unit_price, donor_basis, claim_quantity, acquired_on, donor_acquired } =
    answer
  if (
    [quantity, cost, value, unit_price, donor_basis, claim_quantity].some(
      (text) => text !== undefined && !AMOUNT.test(text),
    )
  )
    return 'Enter amounts with digits and a decimal point, such as 1250.50.'
  const days = { acquired_on, donor_acquired }
  const of = { symbol: '', currency: '', isOfFee: false }
  for (const field of ['acquired_on', 'donor_acquired'] as const)
    if (days[field] !== undefined && !isDay(days[field]))
      return `${answerLabel(field, of)}: enter a real date, such as 2025-01-31.`
  return undefined
}
