import type { OptionField, ReviewOption } from '@lotbook/contract'

/** Subject of an answer: the coin, the currency of its amounts, and whether it concerns the fee alone. */
interface Answered {
  readonly symbol: string
  readonly currency: string
  readonly isOfFee: boolean
}

/** Label of an answer's field on the screen. */
export function answerLabel(field: OptionField, { symbol, currency, isOfFee }: Answered): string {
  switch (field) {
    case 'acquired_on':
      return 'Bought on'
    case 'quantity':
      return `Quantity of ${symbol}`
    case 'cost':
      return `Cost of all of it, in ${currency}`
    case 'value':
      return isOfFee ? `Value of the fee, in ${currency}` : `Value of all of it, in ${currency}`
    case 'unit_price':
      return `Price of one ${symbol}, in ${currency}`
    case 'sub_type':
      return 'Kind of income'
    case 'donor_basis':
      return `What the donor paid, in ${currency}`
    case 'donor_acquired':
      return 'When the donor bought it'
    case 'departure':
      return 'Sent from'
    case 'claim':
      return 'Claim it was paid on'
    case 'claim_quantity':
      return 'Units of the claim it settles'
    case 'note':
      return 'Note'
  }
}

/** Meaning of an answer; a value of the fee alone is none of the whole amount. */
export function answerText({ id, text }: ReviewOption, isOfFee: boolean): string {
  return isOfFee && id === 'price'
    ? 'What the fee was worth at that time. It takes precedence over every price.'
    : text
}
