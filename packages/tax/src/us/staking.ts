import type { Slot } from '../amounts/amounts.ts'
import {
  AMOUNTS_PER_EVENT,
  FROM,
  FROM_VALUE,
  FROM_VALUE_KNOWN,
  TO,
  TO_VALUE,
  TO_VALUE_KNOWN,
} from '../engine/event-table.ts'
import type { Ledger } from '../engine/ledger.ts'
import { KIND_OF_TREATMENT } from '../engine/row-table.ts'
import { choiceOf } from './choices-in-force.ts'

/**
 * Locking coins up changes nothing (R-STK-1), or by choice gives them for a claim of the same value (R-OPEN-8), where they
 * have one. What is from-asset is a coin.
 */
export function lockUp(ledger: Ledger, e: number): void {
  const { table, amounts: a } = ledger
  const asset = table.fromAsset[e]!
  const at = e * AMOUNTS_PER_EVENT
  a.copyFrom(ledger.quantity, table.amounts, at + FROM)
  ledger.locked.add(ledger.keys.of(table.account[e]!, asset), a, ledger.quantity)
  const isPriced = (table.known[e]! & FROM_VALUE_KNOWN) !== 0 && !table.amounts.isZero(at + FROM_VALUE)
  if (!isPriced || choiceOf(ledger.settings, 'staking_lockup') !== 'dispose') return
  a.copyFrom(ledger.worth, table.amounts, at + FROM_VALUE)
  ledger.dispose(e, asset, ledger.quantity, ledger.worth, ledger.costs, kindOf(ledger, e), true)
  ledger.acquireClaim(e, asset, ledger.quantity, ledger.worth)
}

/**
 * The return of what was locked changes nothing, or ends the claims that lock-ups gave, both at their value (R-OPEN-8). What
 * is more has no known origin (R-STK-1), or by choice is income (R-OPEN-9). What is to-asset is a coin.
 */
export function returnLocked(ledger: Ledger, e: number): void {
  const { table, amounts: a, lots } = ledger
  const asset = table.toAsset[e]!
  const account = table.account[e]!
  const key = ledger.keys.of(account, asset)
  const at = e * AMOUNTS_PER_EVENT
  const isPriced = (table.known[e]! & TO_VALUE_KNOWN) !== 0 && !table.amounts.isZero(at + TO_VALUE)
  const whole = lots.quantity(lots.newPair())
  const locked = lots.quantity(lots.newPair())
  a.copyFrom(whole, table.amounts, at + TO)
  a.copyFrom(locked, ledger.locked.amounts, ledger.locked.slot(key))
  const hasMore = a.compare(whole, locked) > 0
  if (!hasMore) a.copy(locked, whole)
  ledger.locked.subtract(key, a, locked)
  if (a.isZero(whole) || !ledger.locked.isHeld(key)) ledger.shortReturns.delete(key)
  else ledger.shortReturns.set(key, e)
  if (isPriced && choiceOf(ledger.settings, 'staking_lockup') === 'dispose') {
    a.copyFrom(ledger.worth, table.amounts, at + TO_VALUE)
    ledger.disposeClaims(e, asset, locked, ledger.worth, whole, kindOf(ledger, e))
    // `disposeClaims` has left the units given back in `moved`, and their value in `worth`.
    ledger.acquire(e, account, asset, ledger.moved, ledger.worth)
  }
  if (hasMore) receiveMore(ledger, e, whole, locked, isPriced)
}

/** Units lost or stolen after a return came back short are those that it lacked: they are locked up no more (R-STK-2). */
export function loseLocked(ledger: Ledger, e: number): void {
  const { table, amounts: a } = ledger
  const key = ledger.keys.of(table.account[e]!, table.fromAsset[e]!)
  if (!ledger.shortReturns.has(key)) return
  const locked = ledger.worth
  a.copyFrom(ledger.quantity, table.amounts, e * AMOUNTS_PER_EVENT + FROM)
  a.copyFrom(locked, ledger.locked.amounts, ledger.locked.slot(key))
  ledger.locked.subtract(key, a, a.compare(ledger.quantity, locked) > 0 ? locked : ledger.quantity)
  if (!ledger.locked.isHeld(key)) ledger.shortReturns.delete(key)
}

/** Units that come back beyond what was locked. */
function receiveMore(ledger: Ledger, e: number, whole: Slot, locked: Slot, isPriced: boolean) {
  const { table, amounts: a, moved: more, basis } = ledger
  const asset = table.toAsset[e]!
  const account = table.account[e]!
  a.subtract(more, whole, locked)
  if (isPriced && choiceOf(ledger.settings, 'staking_return') === 'income') {
    a.copyFrom(ledger.worth, table.amounts, e * AMOUNTS_PER_EVENT + TO_VALUE)
    a.share(basis, ledger.worth, more, whole)
    ledger.addIncomePart(e, more, basis)
  } else {
    a.clear(basis)
    ledger.warnings.add('STAKING_RETURN_EXCEEDS_LOCKUP', e)
  }
  ledger.acquire(e, account, asset, more, basis)
  if (ledger.isUniversal) ledger.balances?.add(ledger.keys.of(account, asset), a, more)
}

const kindOf = (ledger: Ledger, e: number): number => KIND_OF_TREATMENT[ledger.treatment[e]!]!
