import type { BalanceParting } from '@lotbook/contract'
import { absolute, compare, formatDecimal, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

type Compared = NonNullable<BalanceParting['parted']>

/** By how much a stated and a computed balance differ. */
export function apartOf({ stated, computed }: Pick<Compared, 'stated' | 'computed'>): string {
  return formatDecimal(absolute(minus(readAmount(computed), readAmount(stated))))
}

/** What most likely happened where two balances part, and what to do. */
export function nextStepOf(
  { parted, rows_total, suspect }: Pick<BalanceParting, 'parted' | 'rows_total' | 'suspect'>,
  account: string,
): string {
  if (parted === null) return ''
  if (suspect?.kind === 'extra')
    return `${account} does not count the marked transaction. It may be here twice, or belong to another account: open it to compare it with its source.`
  if (suspect?.kind === 'reversed')
    return 'The marked transaction counts the wrong way round. Open it and change its type.'
  const isShort = compare(readAmount(parted.computed), readAmount(parted.stated)) < 0
  if (rows_total === 0)
    return isShort
      ? `Something came in between the two moments and is not in your books. Upload a file of ${account} that covers them.`
      : `Something went out between the two moments and is not in your books. Upload a file of ${account} that covers them.`
  return isShort
    ? 'An arrival is missing between the two moments, or an amount above is not what the account counts.'
    : 'A withdrawal or fee is missing between the two moments, or an amount above is not what the account counts.'
}
