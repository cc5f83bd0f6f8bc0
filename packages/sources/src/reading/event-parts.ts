import { isFiat, type Leg, type StatedValue } from '@lotbook/journal'
import {
  absolute,
  divide,
  formatDecimal,
  isZero,
  MONEY_SCALE,
  parseDecimal,
  times,
  type Decimal,
} from '@lotbook/money'

/** The part of an event that one row is, where its file does not have the others; `id` is the row's own. */
export function loneLeg(id: string): string {
  return `leg ${id}`
}

/**
 * The part of an event that a further fee is.
 *
 * @param n 0 for the first beside the fee that the transaction itself has.
 * @param of the part that it was paid for, null where that is the event's one transaction.
 */
export function furtherFee(n: number, of: string | null): string {
  const fee = n === 0 ? 'fee' : `fee ${n + 1}`
  return of === null ? fee : `${fee} of ${of}`
}

const FURTHER_FEE = /^fee(?: \d+)?(?: of (.+?))?(#\d+)?$/s

/** The part that a further fee was paid for, null of the event's one transaction; undefined where the part is no such fee. */
export function paidFor(part: string | null): string | null | undefined {
  const [isFee, of = '', again = ''] = FURTHER_FEE.exec(part ?? '') ?? []
  return isFee === undefined ? undefined : `${of}${again}` || null
}

/** The part that a fee of some part is, where it was given back. */
export function rebateOf(part: string | null): string {
  return part === null ? 'rebate' : `${part} rebate`
}

/** The value of a fee by the exchange it was paid for: its share of the side in its coin, where the other side is money. */
export function worthInExchange(
  fee: Leg,
  { from, to }: { readonly from: Leg | null; readonly to: Leg | null },
): StatedValue | null {
  if (from === null || to === null) return null
  const [own, other] = fee.asset === from.asset ? [from, to] : [to, from]
  const [units, all, money] = [fee, own, other].map(({ amount }) => parseDecimal(amount))
  if (own.asset !== fee.asset || isFiat(own.asset) || !isFiat(other.asset)) return null
  if (units === undefined || all === undefined || money === undefined || isZero(all)) return null
  return { amount: formatDecimal(share(money, absolute(units), all)), currency: other.asset }
}

function share(whole: Decimal, part: Decimal, of: Decimal): Decimal {
  return divide(times(whole, part), of, MONEY_SCALE, 'half-even')
}
