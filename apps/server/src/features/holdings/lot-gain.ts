import type { Term } from '@lotbook/rules'
import { longTermFrom } from '@lotbook/rules/us'
import { compare, MONEY_SCALE, minus, parseDecimal, round, times, zero, type Decimal } from '@lotbook/money'

/** Units of one lot and what they cost; a gift that was worth less than it had cost has a second basis for a loss. */
export interface LotCost {
  readonly quantity: Decimal
  readonly basis: Decimal
  readonly acquired: string | null
  readonly lossBasis: Decimal | null
  readonly lossAcquired: string | null
}

export interface LotGain {
  readonly gain: Decimal
  readonly term: Term
}

/** Value of a quantity at a price, as an amount of money. */
export function valueOf(quantity: Decimal, price: Decimal): Decimal {
  return round(times(quantity, price), MONEY_SCALE, 'half-even')
}

/**
 * The gain, were a lot sold at this value on this day. Of a gift with two cost bases a gain is counted from the one and a loss from the other,
 * each with its own holding period, and what lies between them is neither (section 1015(a)).
 */
export function gainOf(lot: LotCost, value: Decimal, today: string): LotGain {
  const gain = minus(value, lot.basis)
  if (lot.lossBasis === null || compare(gain, zero) >= 0) return { gain, term: termOf(lot.acquired, today) }
  const loss = minus(value, lot.lossBasis)
  if (compare(loss, zero) >= 0) return { gain: zero, term: termOf(lot.acquired, today) }
  return { gain: loss, term: termOf(lot.lossAcquired, today) }
}

/** Whether a sale today would be long-term; of a day that is not known it would not. */
export function termOf(acquired: string | null, today: string): Term {
  return acquired !== null && today >= longTermFrom(acquired) ? 'long' : 'short'
}

/** The last day of acquisition of what is long-term today: whole lists of lots are cut there, for a lot acquired later turns later. */
export function lastLongTermDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  // The same day of the year before is at most two days after it.
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  while (termOf(isoDay(day), today) === 'short') day.setUTCDate(day.getUTCDate() - 1)
  return isoDay(day)
}

const isoDay = (day: Date) => day.toISOString().slice(0, 10)

/** An amount as the database writes it. */
export function amountOf(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError('not an amount')
  return value
}
