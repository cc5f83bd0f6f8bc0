import type { PaymentFacts } from '@lotbook/contract'
import { isDay } from '../../client/is-day.ts'
import { typedAmount } from '../../ui/format/typed-amount.ts'

/** What a person pays for a year, as typed; empty is not stated. */
export interface TypedPayments {
  readonly prior_tax: string
  readonly prior_agi: string
  readonly withholding: string
  readonly payments: readonly { readonly paid_on: string; readonly amount: string }[]
}

export function typedOf({ prior_tax, prior_agi, withholding, payments }: PaymentFacts): TypedPayments {
  return {
    prior_tax: prior_tax ?? '',
    prior_agi: prior_agi ?? '',
    withholding: withholding ?? '',
    payments: payments.map((one) => ({ ...one })),
  }
}

/** Facts of what is typed without mistakes; a row without day and amount is left out. */
export function factsOf(typed: TypedPayments): PaymentFacts {
  return {
    prior_tax: typedAmount(typed.prior_tax) ?? null,
    prior_agi: typedAmount(typed.prior_agi) ?? null,
    withholding: typedAmount(typed.withholding) ?? null,
    payments: typed.payments.flatMap(({ paid_on, amount }) =>
      isEmpty({ paid_on, amount }) ? [] : [{ paid_on, amount: typedAmount(amount) ?? '' }],
    ),
  }
}

/** Mistakes by the field that the server would name. */
export function mistakesIn(typed: TypedPayments, year: number): Record<string, string> {
  const found: Record<string, string> = {}
  for (const field of ['prior_tax', 'prior_agi', 'withholding'] as const) {
    const amount = typedAmount(typed[field])
    if (amount === undefined) found[field] = 'Enter an amount in dollars and cents, like 1,250.75.'
    else if (field !== 'prior_agi' && amount?.startsWith('-') === true)
      found[field] = 'Enter the amount without a minus sign.'
  }
  for (const [n, { paid_on, amount }] of typed.payments.entries()) {
    if (isEmpty({ paid_on, amount })) continue
    const paid = typedAmount(amount)
    if (paid === null || paid === undefined || paid.startsWith('-') || !/[1-9]/.test(paid))
      found[`payments.${n}.amount`] = 'Enter an amount above zero, like 1,250.75.'
    const on = isDay(paid_on) ? Number(paid_on.slice(0, 4)) : undefined
    if (on !== year && on !== year + 1)
      found[`payments.${n}.paid_on`] = `Enter a day in ${year} or ${year + 1}.`
  }
  return found
}

const isEmpty = ({ paid_on, amount }: TypedPayments['payments'][number]) =>
  paid_on.trim() === '' && amount.trim() === ''
