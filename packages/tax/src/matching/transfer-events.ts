import { formatInstant, isFiat } from '@lotbook/journal'
import {
  absolute,
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
import type { InputTransaction } from '../schema/calculation-input.ts'
import type { MatchSide } from './match-side.ts'

/**
 * A made match as the engine takes it: each arrival is one `transfer` at the earlier of the two instants. A
 * fee in the coin moved is the fee in kind of a transfer, which the account that sent pays: the gap, and what
 * the departure states on top of it, of the first; what an arrival states, of its own, for so much less
 * arrived then. A fee in another coin that the departure states belongs to a transfer that has no fee yet.
 * Where every one has, and wherever an arrival states one, it is an `outgoing` fee of the account whose side
 * states it, and in a coin also one of the `further_fees` of its transfer. A fee that a side was given back
 * is a `rebate` in that account, in whatever coin, and explains no gap.
 *
 * A side names the lots of the transfer that has its id.
 *
 * The first transfer has the departure's id, the others their arrival's, and one further event the id of the first arrival: ids that the
 * journal has. Events beyond that have the id of their side with a word more (`entryNamed`).
 *
 * Where the coin was renamed on the way, the units that arrived are converted there, one for one (R-SWP-1). Several departures of
 * one transaction each have a transfer of their own to where they arrived together.
 *
 * @param arrivals in source order, at least one.
 * @param others further departures in source order; then there is one arrival.
 */
export function transferEvents(
  departure: MatchSide,
  arrivals: readonly MatchSide[],
  others: readonly MatchSide[] = [],
): InputTransaction[] {
  const [arrival] = arrivals
  if (others.length === 0 || arrival === undefined) return eventsOfOne(departure, arrivals)
  const departures = [departure, ...others]
  return partsArrived(departures, arrival).flatMap((part, n) => eventsOfOne(departures[n]!, [part]))
}

/** The part of an arrival that each departure became: what it sent, less the fee that explains a gap, or what is missing. */
function partsArrived(departures: readonly MatchSide[], arrival: MatchSide): MatchSide[] {
  const sent = departures.reduce((total, side) => plus(total, read(side.amount)), zero)
  let missing = atLeastZero(minus(sent, read(arrival.amount)))
  const less = (most: Decimal) => {
    const taken = compare(most, missing) < 0 ? most : missing
    missing = minus(missing, taken)
    return taken
  }
  const isOwnFee = (side: MatchSide) =>
    given(side.fee) && !isGivenBack(side) && (side.feeAsset ?? side.asset) === side.asset
  const afterFees = departures.map((side) => {
    const fee = isOwnFee(side) ? read(side.fee ?? '0') : zero
    return minus(read(side.amount), compare(fee, missing) > 0 ? zero : less(fee))
  })
  return afterFees.map((amount, n) => {
    const part = { ...arrival, amount: formatDecimal(minus(amount, less(amount))) }
    const value = given(arrival.value) ? shareOfValue(arrival.value, part.amount, arrival.amount) : null
    if (n === 0) return { ...part, value }
    // A fee that the arrival states beside its amount is stated once.
    return {
      ...part,
      value,
      id: `${departures[n]!.id}${FURTHER_FEE}`,
      fee: null,
      feeAsset: null,
      furtherFees: null,
    }
  })
}

function shareOfValue(value: string, part: string, whole: string): string {
  const units = read(whole)
  return isZero(units)
    ? value
    : formatDecimal(divide(times(read(value), read(part)), units, MONEY_SCALE, 'half-even'))
}

function eventsOfOne(departure: MatchSide, arrivals: readonly MatchSide[]): InputTransaction[] {
  const arrived = arrivals.reduce((total, side) => plus(total, read(side.amount)), zero)
  const gap = minus(read(departure.amount), arrived)
  const [ofDeparture = zero, ...ofArrivals] = feesBeyond(gap, [departure, ...arrivals])
  const onFirst = plus(atLeastZero(gap), ofDeparture)

  const events: InputTransaction[] = arrivals.map((arrival, i) => {
    const withheld = ofArrivals[i] ?? zero
    const inKind = i === 0 ? plus(onFirst, withheld) : withheld
    const { id, lots } = i === 0 ? departure : arrival
    return {
      id,
      at: formatInstant(Math.min(departure.at, arrival.at)),
      type: 'transfer',
      account: departure.accountKey,
      to_account: arrival.accountKey,
      from_currency: departure.asset,
      from_amount: formatDecimal(atLeastZero(minus(read(arrival.amount), withheld))),
      ...(isZero(inKind)
        ? {}
        : {
            fee_currency: departure.asset,
            fee_amount: formatDecimal(inKind),
            fee_value: valueOfPart(departure, arrivals, inKind),
          }),
      ...(lots == null ? {} : { lots }),
    }
  })

  let isIdFree = true
  const ofSide = (side: MatchSide) => {
    const id = isIdFree ? arrivals[0]!.id : `${side.id}${FURTHER_FEE}`
    isIdFree = false
    return { id, at: formatInstant(side.at), account: side.accountKey }
  }
  for (const [n, arrival] of arrivals.entries())
    if (arrival.asset !== departure.asset)
      events.push(renamed(events[n]!, arrival, n === 0 ? ofSide(arrival).id : `${arrival.id}${FURTHER_FEE}`))
  // Fees that the departure states cost the first transfer, fees that an arrival states its own.
  const addCosts = (n: number, fees: NonNullable<InputTransaction['further_fees']>) => {
    const last = Math.max(n - 1, 0)
    events[last] = { ...events[last]!, further_fees: [...(events[last]!.further_fees ?? []), ...fees] }
  }
  for (const [n, side] of [departure, ...arrivals].entries()) {
    if (isGiven(side.furtherFees)) addCosts(n, side.furtherFees)
    if (isGivenBack(side)) {
      const asset = side.feeAsset ?? side.asset
      events.push({
        ...ofSide(side),
        type: 'incoming',
        sub_type: 'rebate',
        to_currency: asset,
        to_amount: formatDecimal(absolute(read(side.fee))),
        to_value: asset === 'USD' ? null : valueOfRebate(departure, arrivals, side),
      })
      continue
    }
    if (!statesFeeInOtherCoin(side)) continue
    const bare = side === departure ? events.findIndex(isBareTransfer) : -1
    if (bare !== -1) {
      const fee = { fee_currency: side.feeAsset, fee_amount: side.fee, fee_value: side.feeValue }
      events[bare] = { ...events[bare]!, ...fee }
      continue
    }
    const place = ofSide(side)
    if (!isFiat(side.feeAsset ?? '')) {
      const value = given(side.feeValue) ? side.feeValue : '0'
      addCosts(n, [{ fee: place.id, value }])
    }
    events.push({
      ...place,
      type: 'outgoing',
      sub_type: 'fee',
      from_currency: side.feeAsset,
      from_amount: side.fee,
      from_value: side.feeValue,
    })
  }
  return events
}

/** The conversion of what a transfer brought, right after it, into the asset that it arrived as. */
function renamed(transfer: InputTransaction, arrival: MatchSide, id: string): InputTransaction {
  const sentAt = Date.parse(transfer.at)
  return {
    id,
    at: formatInstant(Math.max(arrival.at, sentAt + 1_000)),
    type: 'swap',
    account: arrival.accountKey,
    from_currency: transfer.from_currency ?? null,
    from_amount: transfer.from_amount ?? null,
    to_currency: arrival.asset,
    to_amount: transfer.from_amount ?? null,
  }
}

/** Suffix of the id of a fee or rebate that is an event of its own, if no id of the journal is left for it. */
const FURTHER_FEE = ':fee'

/** The entry of the journal that an event is called by. */
export function entryNamed(id: string): string {
  return id.endsWith(FURTHER_FEE) ? id.slice(0, -FURTHER_FEE.length) : id
}

const isBareTransfer = (event: InputTransaction) =>
  event.type === 'transfer' && event.fee_currency === undefined

function statesFeeInOtherCoin(side: MatchSide): boolean {
  return given(side.fee) && given(side.feeAsset) && side.feeAsset !== side.asset && !isZero(read(side.fee))
}

function isGivenBack(side: MatchSide): side is MatchSide & { readonly fee: string } {
  return given(side.fee) && isNegative(read(side.fee))
}

/** Value of the units given back: as the side states, or by the known value of the coin moved. */
function valueOfRebate(
  departure: MatchSide,
  arrivals: readonly MatchSide[],
  { fee, feeValue, feeAsset, asset }: MatchSide & { readonly fee: string },
): string | null | undefined {
  if (given(feeValue) && !isZero(read(feeValue))) return formatDecimal(absolute(read(feeValue)))
  return (feeAsset ?? asset) === departure.asset
    ? valueOfPart(departure, arrivals, absolute(read(fee)))
    : feeValue
}

/** Fees paid in the coin moved, as each side states them; the first that equals the gap counts as nothing more. */
function feesBeyond(gap: Decimal, sides: readonly MatchSide[]): Decimal[] {
  let isGapExplained = false
  return sides.map((side) => {
    if (!given(side.fee) || isGivenBack(side) || (side.feeAsset ?? side.asset) !== side.asset) return zero
    const stated = read(side.fee)
    if (isGapExplained || compare(stated, gap) !== 0) return stated
    isGapExplained = true
    return zero
  })
}

function isGiven<Fees>(fees: Fees | null | undefined): fees is Fees {
  return fees !== undefined && fees !== null
}

function atLeastZero(value: Decimal): Decimal {
  return isNegative(value) ? zero : value
}

/**
 * Value of a part, by the value that a side states for its whole amount or for its fee in that coin; zero if none
 * states one.
 */
function valueOfPart(departure: MatchSide, arrivals: readonly MatchSide[], part: Decimal): string {
  const sides = [departure, ...arrivals]
  const ofFees = sides
    .filter((side) => given(side.fee) && (side.feeAsset ?? side.asset) === side.asset)
    .map(({ feeValue, fee }) => ({ value: feeValue, amount: fee ?? '0' }))
    .filter(({ value }) => given(value) && !isZero(read(value)))
  for (const { value, amount } of [...sides, ...ofFees]) {
    const units = read(amount)
    // Both numbers of a fee that was given back may be below zero.
    if (given(value) && !isZero(units))
      return formatDecimal(absolute(divide(times(read(value), part), units, MONEY_SCALE, 'half-even')))
  }
  return '0'
}

function given(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}

function read(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
  return value
}
