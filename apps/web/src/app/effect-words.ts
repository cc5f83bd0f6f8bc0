import type { DecisionEffect } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { readAmount } from '../ui/format/amount.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { formatCount } from '../ui/format/shorten.ts'

/**
 * `2024: short-term gain −$100.00, income +$650.00`.
 *
 * @param effect - undefined while it is worked out; null where it could not be.
 */
export function effectWords(effect: DecisionEffect | null | undefined, currency: string): string {
  if (effect === undefined) return 'Working out what it would change …'
  if (effect === null) return 'What it would change could not be worked out.'
  if (effect.refused !== null) return effect.refused
  const { unpriced } = effect
  // Never a silent 0: what has no price is not said to change nothing.
  if (effect.years.length === 0)
    return unpriced === 0
      ? 'Changes no figure of any year.'
      : `Not known until ${unpriced === 1 ? 'it has a price' : `${formatCount(unpriced)} transactions have a price`}.`
  const years = effect.years
    .map(({ year, gain, short, income, deduction }) => {
      const said = [
        gainWords(gain, short, currency),
        ...amountWords('income', income, currency),
        ...amountWords('deduction', deduction, currency),
      ]
      return `${year}: ${said.filter((words) => words !== '').join(', ')}`
    })
    .join(' · ')
  if (unpriced === 0) return years
  return `${years}. That is with ${unpriced === 1 ? 'a transaction that has' : `${formatCount(unpriced)} transactions that have`} no price counted at ${formatMoney('0', { currency })}.`
}

/** The change of a gain with its term, or with both where both change: those are taxed otherwise. */
function gainWords(gain: string, short: string | null, currency: string): string {
  const money = (amount: string) => formatMoney(amount, { currency, signed: true })
  if (short === null) return amountWords('gain', gain, currency).join('')
  const long = minus(readAmount(gain), readAmount(short))
  if (isZero(readAmount(short))) return isZero(long) ? '' : `long-term gain ${money(gain)}`
  if (isZero(long)) return `short-term gain ${money(gain)}`
  return `gain ${money(gain)} (short-term ${money(short)}, long-term ${money(formatDecimal(long))})`
}

function amountWords(name: string, amount: string, currency: string): string[] {
  return isZero(readAmount(amount)) ? [] : [`${name} ${formatMoney(amount, { currency, signed: true })}`]
}
