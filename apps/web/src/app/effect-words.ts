import type { DecisionEffect } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { readAmount } from '../ui/format/amount.ts'
import { formatMoney } from '../ui/format/format-money.ts'

/**
 * `2024: short-term gain −$100.00, income +$650.00`.
 *
 * @param effect - undefined while it is worked out; null where it could not be.
 */
export function effectWords(effect: DecisionEffect | null | undefined, currency: string): string {
  if (effect === undefined) return 'Working out what it would change …'
  if (effect === null) return 'What it would change could not be worked out.'
  if (effect.refused !== null) return effect.refused
  if (effect.years.length === 0) return 'Changes no figure of any year.'
  return effect.years
    .map(({ year, gain, short, income, deduction }) => {
      const said = [
        gainWords(gain, short, currency),
        ...amountWords('income', income, currency),
        ...amountWords('deduction', deduction, currency),
      ]
      return `${year}: ${said.filter((words) => words !== '').join(', ')}`
    })
    .join(' · ')
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
