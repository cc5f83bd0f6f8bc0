import type { ReviewItem } from '@lotbook/contract'
import { isNegative, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

const MUST = readAmount('50')

/** Whether an item must be looked at: it may change more than $50, or nobody knows how much. */
export function isHigh({ effect_high }: Pick<ReviewItem, 'effect_high'>): boolean {
  return effect_high === null || isNegative(minus(MUST, readAmount(effect_high)))
}
