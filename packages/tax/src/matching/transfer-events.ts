import { formatInstant } from '@lotbook/journal'
import {
  compare,
  divide,
  formatDecimal,
  isNegative,
  isZero,
  minus,
  MONEY_SCALE,
  parseDecimal,
  plus,
  times,
  type Decimal,
  zero,
} from '@lotbook/money'
import type { InputTransaction } from '../engine/calculation-input.ts'
import type { MatchSide } from './match-side.ts'

/**
 * A made match as the engine takes it: each arrival is one `transfer` at the earlier of the two instants, with
 * the quantity that arrived. The gap, and a stated fee that is not the gap itself, are its fee in kind, on the
 * first arrival. A further fee in another coin is an `outgoing` fee of its own, for a transaction has one fee.
 *
 * The first transfer has the departure's id, the others their arrival's, and a fee of its own the id of the
 * first arrival; so every id is one that the journal has.
 *
 * @param arrivals in source order, at least one.
 */
export function transferEvents(departure: MatchSide, arrivals: readonly MatchSide[]): InputTransaction[] {
  const arrived = arrivals.reduce((total, side) => plus(total, read(side.amount)), zero)
  const gap = minus(read(departure.amount), arrived)
  const own = ownFees([departure, ...arrivals], gap)
  const inKind = plus(isNegative(gap) ? zero : gap, own.fee)
  const others = [departure, ...arrivals].filter(
    (side) =>
      given(side.fee) && given(side.feeAsset) && side.feeAsset !== side.asset && !isZero(read(side.fee)),
  )

  const events: InputTransaction[] = arrivals.map((arrival, i) => ({
    id: i === 0 ? departure.id : arrival.id,
    at: formatInstant(Math.min(departure.at, arrival.at)),
    type: 'transfer',
    account: departure.accountKey,
    to_account: arrival.accountKey,
    from_currency: departure.asset,
    from_amount: formatDecimal(read(arrival.amount)),
    ...(i === 0 && !isZero(inKind)
      ? {
          fee_currency: departure.asset,
          fee_amount: formatDecimal(inKind),
          fee_value: valueOfPart(departure, arrivals, inKind),
        }
      : {}),
  }))

  const [first] = events
  for (const side of others) {
    const fee = { fee_currency: side.feeAsset, fee_amount: side.fee, fee_value: side.feeValue }
    if (first !== undefined && first.fee_currency === undefined) {
      events[0] = { ...first, ...fee }
      continue
    }
    events.push({
      id: arrivals[0]!.id,
      at: formatInstant(side.at),
      type: 'outgoing',
      sub_type: 'fee',
      account: side.accountKey,
      from_currency: side.feeAsset,
      from_amount: side.fee,
      from_value: side.feeValue,
    })
    break
  }
  return events
}

/** Fees that sides state in the coin moved, except the one that is the gap itself. */
function ownFees(sides: readonly MatchSide[], gap: Decimal): { fee: Decimal } {
  let fee = zero
  let isGapExplained = false
  for (const side of sides) {
    if (!given(side.fee) || (side.feeAsset ?? side.asset) !== side.asset) continue
    const stated = read(side.fee)
    if (!isGapExplained && compare(stated, gap) === 0) isGapExplained = true
    else fee = plus(fee, stated)
  }
  return { fee }
}

/** What so many units are worth by the value that a side states of its whole amount; undefined when none does. */
function valueOfPart(
  departure: MatchSide,
  arrivals: readonly MatchSide[],
  part: Decimal,
): string | undefined {
  for (const side of [departure, ...arrivals]) {
    const amount = read(side.amount)
    if (given(side.value) && !isZero(amount))
      return formatDecimal(divide(times(read(side.value), part), amount, MONEY_SCALE, 'half-even'))
  }
  return departure.feeValue ?? undefined
}

function given(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}

function read(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
  return value
}
