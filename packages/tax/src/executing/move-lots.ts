import type { Move } from '@lotbook/rules'
import type { Slot } from '../amounts/amounts.ts'
import type { UnitCost } from '../lots/lot-table.ts'
import type { Ledger } from './ledger.ts'
import { FEE_KIND } from './row-kinds.ts'

/**
 * Moves lots to another account: they keep basis, order, holding period and dual basis (R-TRF-1). Units that no lot covers become a
 * lot of the transfer with basis 0 (R-MISS-1). Under the universal pool no lot moves (R-POOL-2).
 */
export function moveLots(ledger: Ledger, e: number, move: Move): void {
  if (ledger.isUniversal || move.units === 0n) return
  if (move.fee === undefined) moveAlone(ledger, e, move)
  else moveWithFee(ledger, e, move, move.fee)
}

function moveAlone(ledger: Ledger, e: number, { asset, units, to }: Move) {
  const { table, amounts: a, book } = ledger
  const account = table.account[e]!
  if (account === to) return
  const want = ledger.units
  a.set(want, units)
  if (ledger.movesByPieces(e)) {
    for (const piece of ledger.collect(e, asset, want)) book.place(ledger.key(to, asset), piece)
  } else {
    book.move(ledger.key(account, asset), ledger.key(to, asset), ledger.order(e, asset), want)
  }
  if (a.isZero(want)) return
  ledger.warnings.add('MISSING_BASIS', e)
  ledger.acquire(e, to, asset, want, ledger.zero)
}

/**
 * The fee's value or basis is shared out over the moved lots by quantity; each moved piece is a lot of its own cost. Of a gift
 * with two bases, the basis for a loss of the fee's units goes onto that of the moved ones.
 */
function moveWithFee(ledger: Ledger, e: number, { asset, units, to }: Move, fee: NonNullable<Move['fee']>) {
  const { table, amounts: a, book, lots } = ledger
  const missing = ledger.units
  a.set(missing, units)
  const pieces = ledger.collect(e, asset, missing)

  const added = ledger.basis
  const addedForLoss = lots.basis(lots.newPair())
  if (fee.treatment === 'carry') {
    a.set(ledger.worth, fee.units)
    ledger.takeBases(e, asset, ledger.worth, added, addedForLoss)
  } else {
    if (fee.spent !== null) spend(ledger, e, fee.spent)
    a.set(added, fee.added)
    a.copy(addedForLoss, added)
  }

  const whole = ledger.quantity
  a.set(whole, units)
  const sum = lots.quantity(lots.newPair())
  const shareOf = sharing(ledger, added, sum, whole)
  const lossShareOf = sharing(ledger, addedForLoss, sum, whole)
  const addedUnits = a.get(added)
  const wholeUnits = a.get(whole)
  const dearer = ({ basis, quantity }: UnitCost): UnitCost => ({
    basis: basis * wholeUnits + addedUnits * quantity,
    quantity: quantity * wholeUnits,
  })
  for (const piece of pieces) {
    a.add(sum, sum, lots.quantity(piece))
    const fresh = lots.newPair()
    a.copy(lots.quantity(fresh), lots.quantity(piece))
    a.add(lots.basis(fresh), lots.basis(piece), shareOf())
    const lot = lots.lotOf(piece)
    lots.tie(fresh, lots.newLotLike(lot, fresh, dearer))
    const loss = lots.lossSlot(piece)
    const lossShare = lossShareOf()
    if (loss !== -1) a.add(lots.newLossSlot(fresh), loss, lossShare)
    lots.useUp(piece)
    book.placeNew(ledger.key(to, asset), fresh)
  }
  if (a.isZero(missing)) return
  a.copy(sum, whole)
  ledger.warnings.add('MISSING_BASIS', e)
  const unknown = lots.newPair()
  a.copy(lots.quantity(unknown), missing)
  a.copy(lots.basis(unknown), shareOf())
  const cost = { basis: addedUnits, quantity: wholeUnits }
  lots.tie(unknown, lots.newLot(e, table.day[e]!, unknown, undefined, cost))
  book.placeNew(ledger.key(to, asset), unknown)
}

/** Spends a fee while the lots are on their way. */
function spend(
  ledger: Ledger,
  e: number,
  { asset, units, value }: { readonly asset: number; readonly units: bigint; readonly value: bigint },
) {
  ledger.amounts.set(ledger.quantity, units)
  ledger.amounts.set(ledger.worth, value)
  ledger.dispose(e, asset, ledger.quantity, ledger.worth, ledger.zero, FEE_KIND, false)
}

/**
 * Hands out a total by quantity, each time up to `sum` of `whole`: shares are differences of rounded running totals, so they
 * add up to it. A share stands in the slot that is returned until the next is asked for.
 */
function sharing({ amounts: a, lots }: Ledger, total: Slot, sum: Slot, whole: Slot): () => Slot {
  const upTo = lots.quantity(lots.newPair())
  const soFar = lots.quantity(lots.newPair())
  const share = lots.quantity(lots.newPair())
  return () => {
    a.share(upTo, total, sum, whole)
    a.subtract(share, upTo, soFar)
    a.copy(soFar, upTo)
    return share
  }
}
