import type { PriceFound } from './price-found.ts'
import { moneyOf, type Sides } from './value-transaction.ts'
import { parseDecimal, times } from '@lotbook/money'

/**
 * The value that a record or a person states for a transaction, in the customer's currency: money of another currency
 * at its rate of that moment.
 *
 * @param rate value of a unit of the stated currency; not asked where it is the customer's own.
 *
 * @returns null if nothing is stated, or the rate is unknown.
 */
export function statedValue(
  stated: { readonly amount: string; readonly currency: string } | null,
  origin: 'edit' | 'record',
  currency: string,
  rate: PriceFound | undefined,
): Sides['stated'] {
  if (stated === null) return null
  if (stated.currency === currency) return { amount: stated.amount, origin, priceId: null }
  const [amount, price] = [parseDecimal(stated.amount), rate && parseDecimal(rate.price)]
  if (rate === undefined || amount === undefined || price === undefined) return null
  return { amount: moneyOf(times(amount, price)), origin, priceId: rate.priceId }
}
