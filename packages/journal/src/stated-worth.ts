import { formatDecimal, isZero, parseDecimal, times } from '@lotbook/money'
import { isFiat } from './asset.ts'
import type { Leg, ReadTransaction, StatedValue } from './transaction.ts'

/**
 * Fair market value of an event by what its record states: the value itself, else the stated price of a unit times the amount received,
 * else times the amount given (R-TRD-1). Null where it states neither, and where one side is money, which says what the other is worth.
 */
export function statedWorth({
  value,
  unitPrices = {},
  from,
  to,
}: Pick<ReadTransaction, 'value' | 'unitPrices' | 'from' | 'to'>): StatedValue | null {
  if (value !== null) return value
  if (from !== null && to !== null && (isFiat(from.asset) || isFiat(to.asset))) return null
  for (const leg of [to, from]) {
    const worth = leg === null ? null : worthAt(leg, unitPrices[leg.asset])
    if (worth !== null) return worth
  }
  return null
}

function worthAt({ amount }: Leg, price: StatedValue | undefined): StatedValue | null {
  const [units, each] = [parseDecimal(amount), price && parseDecimal(price.amount)]
  if (price === undefined || units === undefined || each === undefined || isZero(units)) return null
  // A price of 0 is no price: its source did not know the coin on that day.
  if (isZero(each)) return null
  return { amount: formatDecimal(times(units, each)), currency: price.currency }
}
