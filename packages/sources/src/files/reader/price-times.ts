import { times } from '@lotbook/money'
import { isZeroAmount } from '../../reading/amount-text.ts'
import { type ReadLeg, shifted } from './legs.ts'

/** The amount that a quantity costs at its price, exactly. */
export function priceTimes(of: {
  readonly amount: string
  readonly price: string
  readonly asset: string
}): ReadLeg {
  return (row) => {
    const [amount, price] = [row.amount(of.amount), row.amount(of.price)]
    if (amount === null || price === null || isZeroAmount(amount)) return null
    const value = times(amount.value, price.value)
    return { asset: row.requiredText(of.asset), amount: shifted({ value, places: value.scale }, 0) }
  }
}
