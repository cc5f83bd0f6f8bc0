import type { Convert } from '@lotbook/rules'
import type { UnitCost } from '../lots/lot-table.ts'
import type { Ledger } from './ledger.ts'

/**
 * Converts each lot by the ratio; it keeps basis and dates (R-SWP-1). One for one it is a move; else the new units are shared out by
 * the old ones, whole in sum. Units that no lot covers become a lot of the conversion with basis 0 (R-MISS-1).
 *
 * @param isAsked whether the pieces that the conversion brought are asked for.
 * @returns these pieces in their order, where they are asked for.
 */
export function convertLots(
  ledger: Ledger,
  e: number,
  { asset: from, units, toAsset: to, toUnits }: Convert,
  isAsked: boolean,
): readonly number[] {
  const { table, amounts: a, book, lots } = ledger
  const account = table.account[e]!
  const fromKey = ledger.key(account, from)
  const toKey = ledger.key(account, to)
  const want = ledger.units
  const before = ledger.quantity
  const after = ledger.worth
  a.set(want, units)
  a.copy(before, want)
  a.set(after, toUnits)

  if (a.compare(before, after) === 0 && !ledger.namesLots(e)) {
    // One for one, in units of the same size: assets that a rebrand joins have the same scale.
    if (from === to) return []
    const arrived: number[] = []
    // Apart from what is there, even of the same lot: only what arrived is asked for.
    if (isAsked) for (const piece of ledger.collect(e, from, want)) arrived.push(lots.renumbered(piece))
    else book.move(fromKey, toKey, ledger.order(e, from), want)
    for (const piece of arrived) book.placeNew(toKey, piece)
    if (a.isZero(want)) return arrived
    ledger.warnings.add('MISSING_BASIS', e)
    arrived.push(ledger.acquire(e, account, to, want, ledger.zero))
    return arrived
  }

  const pieces = ledger.collect(e, from, want)
  const oldUnits = a.get(before)
  const newUnits = a.get(after)
  const byRatio = ({ basis, quantity }: UnitCost): UnitCost => ({
    basis: basis * oldUnits,
    quantity: quantity * newUnits,
  })
  const sum = lots.quantity(lots.newPair())
  const upTo = lots.quantity(lots.newPair())
  const soFar = lots.quantity(lots.newPair())
  const converted: number[] = []
  // A piece too small for one unit of the new coin leaves its basis with the next.
  const leftBasis = lots.basis(lots.newPair())
  for (const piece of pieces) {
    a.add(sum, sum, lots.quantity(piece))
    a.share(upTo, after, sum, before)
    const fresh = lots.newPair()
    a.subtract(lots.quantity(fresh), upTo, soFar)
    a.copy(soFar, upTo)
    a.add(leftBasis, leftBasis, lots.basis(piece))
    if (!a.isZero(lots.quantity(fresh))) {
      const lot = lots.lotOf(piece)
      a.copy(lots.basis(fresh), leftBasis)
      a.clear(leftBasis)
      lots.tie(fresh, lots.newLotLike(lot, fresh, byRatio))
      const loss = lots.lossSlot(piece)
      if (loss !== -1) a.copy(lots.newLossSlot(fresh), loss)
      converted.push(fresh)
    }
    lots.useUp(piece)
  }
  const last = converted.at(-1)
  if (last !== undefined) a.add(lots.basis(last), lots.basis(last), leftBasis)
  for (const piece of converted) book.placeNew(toKey, piece)
  if (a.isZero(want)) return converted
  a.subtract(upTo, after, soFar)
  ledger.warnings.add('MISSING_BASIS', e)
  const unknown = ledger.acquire(e, account, to, upTo, last === undefined ? leftBasis : ledger.zero)
  if (unknown !== -1) converted.push(unknown)
  return converted
}
