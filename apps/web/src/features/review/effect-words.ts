import type { DecisionEffect } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatCount } from '../../ui/format/shorten.ts'

/**
 * `2024: short-term gain −$100.00, income +$650.00`.
 *
 * @param effect - undefined while it is worked out; null where it could not be.
 */
export function effectWords(effect: DecisionEffect | null | undefined, currency: string): string {
  if (effect === undefined) return 'Working out what it would change …'
  if (effect === null) return 'What it would change could not be worked out.'
  if (effect.refused !== null) return effect.refused
  const { mends, unpriced, years } = effect
  // Never a silent 0: what has no price is not said to change nothing.
  if (years.length === 0 && !mends)
    return unpriced === 0
      ? 'No change to the figures of any year.'
      : `Not known until ${unpriced === 1 ? 'it has a price' : `${formatCount(unpriced)} transactions have a price`}.`
  // Without figures of before, the figures of after are no changes.
  const money: Money = (amount) => formatMoney(amount, { currency, signed: !mends })
  const told = years.map(({ year, gain, short, income, deduction }) => {
    const said = [
      gainWords(gain, short, money),
      ...amountWords('income', income, money),
      ...amountWords('deduction', deduction, money),
    ]
    return `${year}: ${said.filter((words) => words !== '').join(', ')}`
  })
  const figures = [...(mends ? [MENDS] : []), ...(told.length === 0 ? [] : [told.join(' · ')])].join(' ')
  if (unpriced === 0) return figures
  return `${figures.replace(/\.$/, '')}. This counts ${unpriced === 1 ? 'a transaction' : `${formatCount(unpriced)} transactions`} without a price at ${formatMoney('0', { currency })}.`
}

const MENDS = 'With this your taxes can be calculated.'

type Money = (amount: string) => string

/** A gain with its term, or with both where there are both: those are taxed otherwise. */
function gainWords(gain: string, short: string | null, money: Money): string {
  if (short === null) return amountWords('gain', gain, money).join('')
  const long = minus(readAmount(gain), readAmount(short))
  if (isZero(readAmount(short))) return isZero(long) ? '' : `long-term gain ${money(gain)}`
  if (isZero(long)) return `short-term gain ${money(gain)}`
  return `gain ${money(gain)} (short-term ${money(short)}, long-term ${money(formatDecimal(long))})`
}

function amountWords(name: string, amount: string, money: Money): string[] {
  return isZero(readAmount(amount)) ? [] : [`${name} ${money(amount)}`]
}
