import { compare, plus, zero } from '@lotbook/money'
import { readAmount } from './amount.ts'
import { shownMoney } from './format-money.ts'

/** Why what is shown may not add up: said beside sums where it does not. */
export const ROUNDED_ONE_BY_ONE = 'Amounts are rounded one by one and sums once, so they can differ by cents.'

/** Whether an amount is shown with fewer decimals than it has. */
export function isRounded(amount: string, currency: string): boolean {
  return compare(shownMoney(amount, currency), readAmount(amount)) !== 0
}

/** Whether amounts as they are shown add up to their sum as it is shown. */
export function addUpAsShown(parts: readonly string[], sum: string, currency: string): boolean {
  const shown = parts.map((part) => shownMoney(part, currency)).reduce(plus, zero)
  return compare(shown, shownMoney(sum, currency)) === 0
}
