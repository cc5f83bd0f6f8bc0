import type { OptionField } from '@lotbook/contract'

/** What a field of an answer is called on the screen. */
export function answerLabel(field: OptionField, symbol: string, currency: string): string {
  switch (field) {
    case 'acquired_on':
      return 'Bought on'
    case 'quantity':
      return `Quantity of ${symbol}`
    case 'cost':
      return `Cost of all of it, in ${currency}`
    case 'value':
      return `Value of all of it, in ${currency}`
    case 'sub_type':
      return 'Kind of income'
    case 'donor_basis':
      return `What the giver paid, in ${currency}`
    case 'donor_acquired':
      return 'When the giver bought it'
    case 'departure':
      return 'Sent from'
    case 'note':
      return 'Note'
  }
}
