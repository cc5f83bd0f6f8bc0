import type { Slot } from '../amounts/amounts.ts'
import { AMOUNTS_PER_EVENT, FROM } from '../engine/event-table.ts'
import type { Ledger } from '../engine/ledger.ts'
import type { UnitCost } from '../lots/lot-table.ts'
import { FEE_KIND } from '../engine/row-table.ts'

/**
 * Move units to another account of the same owner: not taxable, and lots keep basis, order, holding period and
 * dual basis (R-TRF-1). Units that no lot covers become a lot of the transfer with basis 0 (R-MISS-1). Under
 * the universal pool no lot moves (R-POOL-2).
 *
 * @returns whether the network fee was dealt with on the way, which it is when it goes into the moved lots.
 */
export function moveToOtherAccount(ledger: Ledger, e: number): 'fee-settled' | 'fee-open' {
  const { table, amounts: a, book } = ledger
  const asset = table.fromAsset[e]!
  const account = table.account[e]!
  const toAccount = table.toAccount[e]!
  const want = ledger.moved
  if (ledger.isUniversal) return 'fee-open'
  a.copyFrom(want, table.amounts, e * AMOUNTS_PER_EVENT + FROM)
  if (a.isZero(want)) return 'fee-open'

  const treatment = feeTreatment(ledger, e)
  if (treatment !== 'dispose') {
    moveWithFee(ledger, e, treatment)
    return isPaid(ledger) ? 'fee-settled' : 'fee-open'
  }
  if (account === toAccount) return 'fee-open'
  if (ledger.movesByPieces(e)) {
    for (const piece of ledger.collect(e, asset, want)) book.place(ledger.key(toAccount, asset), piece)
  } else {
    book.move(ledger.key(account, asset), ledger.key(toAccount, asset), ledger.order(e, asset), want)
  }
  if (!a.isZero(want)) {
    ledger.warnings.add('MISSING_BASIS', e)
    ledger.acquire(e, toAccount, asset, want, ledger.zero)
  }
  return 'fee-open'
}

/**
 * Treatment of the network fee (R-TRF-2). `dispose` spends it. `capitalize` spends it and adds its value, and that of
 * further fees in coins, to the moved lots. `carry` adds its basis to them without a gain, if it is in the coin moved.
 * The last two are positions without authority.
 */
function feeTreatment(ledger: Ledger, e: number): 'dispose' | 'capitalize' | 'carry' {
  const { table, settings, amounts: a } = ledger
  const chosen = settings.transfer_fee ?? 'dispose'
  const hasFurther = a.compare(ledger.costs, ledger.feeWorth) !== 0
  if (!isPaid(ledger)) return chosen === 'capitalize' && hasFurther ? 'capitalize' : 'dispose'
  return chosen === 'carry' && table.feeAsset[e] !== table.fromAsset[e] ? 'dispose' : chosen
}

/** Whether the event has a fee in a coin that was paid and not given back. */
function isPaid({ amounts: a, feeUnits }: Ledger): boolean {
  return !a.isZero(feeUnits) && !a.isNegative(feeUnits)
}

/**
 * The fee's value or basis is shared out over the moved lots by quantity; each moved piece is a lot of its own cost. Of a gift
 * with two bases, the basis for a loss of the fee's units goes onto that of the moved ones.
 */
function moveWithFee(ledger: Ledger, e: number, treatment: 'capitalize' | 'carry') {
  const { table, amounts: a, book, lots } = ledger
  const asset = table.fromAsset[e]!
  const toAccount = table.toAccount[e]!
  const missing = ledger.moved
  const pieces = ledger.collect(e, asset, missing)

  const added = ledger.basis
  const addedForLoss = lots.basis(lots.newPair())
  if (treatment === 'carry') {
    ledger.takeBases(e, asset, ledger.feeUnits, added, addedForLoss)
  } else {
    a.subtract(added, ledger.costs, ledger.feeWorth)
    if (isPaid(ledger)) {
      a.add(added, added, ledger.feeWorth)
      ledger.dispose(e, table.feeAsset[e]!, ledger.feeUnits, ledger.feeWorth, ledger.zero, FEE_KIND, false)
    }
    a.copy(addedForLoss, added)
  }

  const whole = ledger.quantity
  a.copyFrom(whole, table.amounts, e * AMOUNTS_PER_EVENT + FROM)
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
    book.placeNew(ledger.key(toAccount, asset), fresh)
  }
  if (a.isZero(missing)) return
  a.copy(sum, whole)
  ledger.warnings.add('MISSING_BASIS', e)
  const unknown = lots.newPair()
  a.copy(lots.quantity(unknown), missing)
  a.copy(lots.basis(unknown), shareOf())
  const cost = { basis: addedUnits, quantity: wholeUnits }
  lots.tie(unknown, lots.newLot(e, table.day[e]!, unknown, undefined, cost))
  book.placeNew(ledger.key(toAccount, asset), unknown)
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
