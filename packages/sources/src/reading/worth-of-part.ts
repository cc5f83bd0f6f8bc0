import { compare, divide, MONEY_SCALE, times } from '@lotbook/money'
import { absoluteAmount, isZeroAmount } from './amount-text.ts'
import type { Draft, DraftLeg } from './collector.ts'

/**
 * Value of an amount by the value that a record states for another: its share of an amount of the same asset. Null of another asset and
 * of nothing, whose price no record states.
 */
export function worthOfPart(
  value: Draft['value'],
  whole: DraftLeg | null,
  part: DraftLeg,
): NonNullable<Draft['value']> | null {
  if (!value || whole === null || whole.asset !== part.asset || isZeroAmount(whole.amount)) return null
  const [all, own] = [absoluteAmount(whole.amount).value, absoluteAmount(part.amount).value]
  if (compare(all, own) === 0) return value
  const share = divide(times(value.amount.value, own), all, MONEY_SCALE, 'half-even')
  return { ...value, amount: { value: share, places: share.scale } }
}
