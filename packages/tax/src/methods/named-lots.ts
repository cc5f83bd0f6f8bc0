import type { TaxDate } from '@lotbook/journal'
import {
  compare,
  divide,
  formatDecimal,
  MONEY_SCALE,
  parseDecimal,
  plus,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import type { LotRow } from '../engine/calculation-result.ts'
import { isLongTerm, type Term } from '../us/holding-period.ts'

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
 * @param lots of a result that ends right before the disposal.
 */
export function lotsOnOffer(
  lots: readonly LotRow[],
  { asset, account, day }: { readonly asset: string; readonly account: string; readonly day: TaxDate },
): OfferedLot[] {
  return lots
    .filter(
      (lot) => lot.asset === asset && (lot.account === null ? day < '2025-01-01' : lot.account === account),
    )
    .map(({ lot, acquired, at, quantity, basis, account: pool }) => {
      const term: Term = isLongTerm(acquired, day) ? 'long' : 'short'
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

/** Units of a lot that are named for a disposal, with their share of its basis. */
export type NamedLot = Pick<OfferedLot, 'lot' | 'acquired' | 'at' | 'quantity' | 'basis'>

export type Naming =
  | { readonly outcome: 'named'; readonly lots: readonly NamedLot[] }
  | { readonly outcome: 'unknown'; readonly lot: string }
  | { readonly outcome: 'refused'; readonly message: string }

/** Name lots for a disposal: what is not on offer, more than a lot has, and more than was given up is refused. */
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
    const { acquired, at } = offer
    chosen.push({ lot, acquired, at, quantity: formatDecimal(wanted), basis: shareOf(offer, wanted) })
  }
  if (new Set(chosen.map(({ lot }) => lot)).size < chosen.length) return refused('A lot is named twice.')
  if (compare(total, exact(givenUp)) > 0)
    return refused(`Only ${givenUp} were given up; ${formatDecimal(total)} are named.`)
  return { outcome: 'named', lots: chosen }
}

const refused = (message: string): Naming => ({ outcome: 'refused', message })

/** The basis of a part of a lot, rounded as the engine rounds it. */
function shareOf({ basis, quantity }: OfferedLot, wanted: Decimal): string {
  return formatDecimal(divide(times(exact(basis), wanted), exact(quantity), MONEY_SCALE, 'half-even'))
}

const sum = (a: string, b: string) => formatDecimal(plus(exact(a), exact(b)))

function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}
