import type { DecisionEffect } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { readAmount } from '../ui/format/amount.ts'
import { formatMoney } from '../ui/format/format-money.ts'

/**
 * `2024: gain −$100.00, income +$650.00`.
 *
 * @param effect - undefined while it is worked out; null where it could not be.
 */
export function effectWords(effect: DecisionEffect | null | undefined, currency: string): string {
  if (effect === undefined) return 'Working out what it would change …'
  if (effect === null) return 'What it would change could not be worked out.'
  if (effect.refused !== null) return effect.refused
  if (effect.years.length === 0) return 'Changes no figure of any year.'
  return effect.years
    .map(({ year, gain, income, deduction }) => {
      const parts = [
        ['gain', gain],
        ['income', income],
        ['deduction', deduction],
      ].filter(([, amount]) => !isZero(readAmount(amount ?? '0')))
      const said = parts.map(
        ([name, amount]) => `${name} ${formatMoney(amount ?? '0', { currency, signed: true })}`,
      )
      return `${year}: ${said.join(', ')}`
    })
    .join(' · ')
}
