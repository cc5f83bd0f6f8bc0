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
    return 'fee-settled'
  }
  if (account === toAccount) return 'fee-open'
  if (ledger.namesLots(e)) {
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
 * What becomes of the network fee (R-TRF-2): `dispose` spends it; `capitalize` spends it and adds its value to
 * the moved lots; `carry` adds its basis to them without a gain, if it is in the coin moved. The last two are
 * positions without authority.
 */
function feeTreatment(ledger: Ledger, e: number): 'dispose' | 'capitalize' | 'carry' {
  const { table, settings, amounts: a } = ledger
  const chosen = settings.transfer_fee ?? 'dispose'
  if (a.isZero(ledger.feeUnits) || a.isNegative(ledger.feeUnits)) return 'dispose'
  return chosen === 'carry' && table.feeAsset[e] !== table.fromAsset[e] ? 'dispose' : chosen
}

/** The fee's value or basis is shared out over the moved lots by quantity; each moved piece is a lot of its own cost. */
function moveWithFee(ledger: Ledger, e: number, treatment: 'capitalize' | 'carry') {
  const { table, amounts: a, book, lots } = ledger
  const asset = table.fromAsset[e]!
  const toAccount = table.toAccount[e]!
  const missing = ledger.moved
  const pieces = ledger.collect(e, asset, missing)

  const added = ledger.basis
  if (treatment === 'carry') {
    ledger.takeBasis(e, asset, ledger.feeUnits, added)
  } else {
    a.copy(added, ledger.feeWorth)
    ledger.dispose(e, table.feeAsset[e]!, ledger.feeUnits, ledger.feeWorth, ledger.zero, FEE_KIND, false)
  }

  const whole = ledger.quantity
  a.copyFrom(whole, table.amounts, e * AMOUNTS_PER_EVENT + FROM)
  const sum = lots.quantity(lots.newPair())
  const upTo = lots.quantity(lots.newPair())
  const soFar = lots.quantity(lots.newPair())
  const share = ledger.worth
  const addedUnits = a.get(added)
  const wholeUnits = a.get(whole)
  const dearer = ({ basis, quantity }: UnitCost): UnitCost => ({
    basis: basis * wholeUnits + addedUnits * quantity,
    quantity: quantity * wholeUnits,
  })
  for (const piece of pieces) {
    a.add(sum, sum, lots.quantity(piece))
    a.share(upTo, added, sum, whole)
    a.subtract(share, upTo, soFar)
    a.copy(soFar, upTo)
    const fresh = lots.newPair()
    a.copy(lots.quantity(fresh), lots.quantity(piece))
    a.add(lots.basis(fresh), lots.basis(piece), share)
    const lot = lots.lotOf(piece)
    lots.tie(fresh, lots.newLotLike(lot, fresh, dearer))
    const loss = lots.lossSlot(piece)
    if (loss !== -1) a.add(lots.newLossSlot(fresh), loss, share)
    book.clear(piece)
    book.place(ledger.key(toAccount, asset), fresh)
  }
  if (a.isZero(missing)) return
  a.subtract(share, added, soFar)
  ledger.warnings.add('MISSING_BASIS', e)
  const unknown = lots.newPair()
  a.copy(lots.quantity(unknown), missing)
  a.copy(lots.basis(unknown), share)
  const cost = { basis: addedUnits, quantity: wholeUnits }
  lots.tie(unknown, lots.newLot(e, table.day[e]!, unknown, undefined, cost))
  book.place(ledger.key(toAccount, asset), unknown)
}
