import type { TaxDate } from '@lotbook/journal'
import {
  compare,
  divide,
  formatDecimal,
  isZero,
  minus,
  MONEY_SCALE,
  parseDecimal,
  plus,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import { termOf, type Jurisdiction, type Term } from '@lotbook/rules'
import type { LotRow } from '../schema/calculation-result.ts'
import { dayText } from '../schema/tax-day.ts'

/** A lot as it lies open right before a disposal. Amounts are exact decimals, the basis in USD. */
export interface OfferedLot extends Pick<LotRow, 'lot' | 'acquired' | 'at' | 'quantity' | 'basis'> {
  /** Were it sold by this disposal. */
  readonly term: Term
  /** Null: of the universal pool. */
  readonly account: string | null
}

/**
 * The lots that a disposal may draw on: what is open in its account, or its universal pool, right before it. By the time
 * the taxpayer acquired them.
 *
 * @param lots piece by piece, as they lie right before the disposal.
 */
export function lotsOnOffer(
  lots: readonly LotRow[],
  { asset, account, day }: { readonly asset: string; readonly account: string; readonly day: TaxDate },
  law: Jurisdiction,
): OfferedLot[] {
  const isBeforePools = day < dayText(law.lotsByAccountFrom)
  return lots
    .filter((lot) => lot.asset === asset && (lot.account === null ? isBeforePools : lot.account === account))
    .map(({ lot, acquired, at, quantity, basis, account: pool }) => {
      const term = termOf(law, acquired, day)
      return { lot, acquired, at, quantity, basis, term, account: pool }
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Lots by the transaction that acquired them, which is how they are named: one may have left pieces of several dates. */
export function offersByLot(lots: readonly OfferedLot[]): ReadonlyMap<string, OfferedLot> {
  const offers = new Map<string, OfferedLot>()
  for (const lot of lots) {
    const other = offers.get(lot.lot)
    offers.set(
      lot.lot,
      other === undefined
        ? lot
        : {
            ...other,
            quantity: sum(other.quantity, lot.quantity),
            basis: sum(other.basis, lot.basis),
          },
    )
  }
  return offers
}

/** Units of a lot that are named for a disposal, with their share of its basis; of a lot of several costs there are several. */
export type NamedLot = Pick<OfferedLot, 'lot' | 'acquired' | 'at' | 'quantity' | 'basis'>

export type Naming =
  | { readonly outcome: 'named'; readonly lots: readonly NamedLot[] }
  | { readonly outcome: 'unknown'; readonly lot: string }
  | { readonly outcome: 'refused'; readonly message: string }

/**
 * Name lots for a disposal: what is not on offer, more than a lot has, and more than was given up is refused. Pieces of a
 * lot are taken one after the other, as the calculation does, each with its own cost.
 */
export function chooseLots(
  named: readonly { readonly lot: string; readonly quantity: string }[],
  lots: readonly OfferedLot[],
  givenUp: string,
): Naming {
  const offers = offersByLot(lots)
  const chosen: NamedLot[] = []
  let total = zero
  for (const { lot, quantity } of named) {
    const wanted = parseDecimal(quantity)
    if (wanted === undefined) return refused(`This is not an amount: ${quantity}`)
    const offer = offers.get(lot)
    if (offer === undefined) return { outcome: 'unknown', lot }
    if (compare(wanted, zero) <= 0 || compare(wanted, exact(offer.quantity)) > 0)
      return refused(`This lot has ${offer.quantity} to give.`)
    total = plus(total, wanted)
    const pieces = lots.filter((piece) => piece.lot === lot)
    chosen.push(...inTurn(pieces, wanted))
  }
  if (new Set(named.map(({ lot }) => lot)).size < named.length) return refused('A lot is named twice.')
  if (compare(total, exact(givenUp)) > 0)
    return refused(`Only ${givenUp} were given up; ${formatDecimal(total)} are named.`)
  return { outcome: 'named', lots: chosen }
}

const refused = (message: string): Naming => ({ outcome: 'refused', message })

/** Units of pieces, the first ones first; those of one cost and day together. */
function inTurn(pieces: readonly OfferedLot[], wanted: Decimal): NamedLot[] {
  const taken: NamedLot[] = []
  let left = wanted
  for (const piece of pieces) {
    if (isZero(left)) break
    const quantity = exact(piece.quantity)
    const part = compare(quantity, left) < 0 ? quantity : left
    left = minus(left, part)
    const { lot, acquired, at } = piece
    const units = { lot, acquired, at, quantity: formatDecimal(part), basis: shareOf(piece, part) }
    const last = taken.at(-1)
    if (last !== undefined && last.acquired === acquired && costsTheSame(last, units))
      taken[taken.length - 1] = {
        ...last,
        quantity: sum(last.quantity, units.quantity),
        basis: sum(last.basis, units.basis),
      }
    else taken.push(units)
  }
  return taken
}

function costsTheSame(a: NamedLot, b: NamedLot): boolean {
  const crosswise = (x: NamedLot, y: NamedLot) => times(exact(x.basis), exact(y.quantity))
  return compare(crosswise(a, b), crosswise(b, a)) === 0
}

/** The basis of a part of a piece, rounded as the engine rounds it. */
function shareOf({ basis, quantity }: OfferedLot, wanted: Decimal): string {
  return formatDecimal(divide(times(exact(basis), wanted), exact(quantity), MONEY_SCALE, 'half-even'))
}

const sum = (a: string, b: string) => formatDecimal(plus(exact(a), exact(b)))

function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}
