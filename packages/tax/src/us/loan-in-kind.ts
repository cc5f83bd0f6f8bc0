import { AMOUNTS_PER_EVENT, FROM, FROM_VALUE, TO, TO_VALUE } from '../engine/event-table.ts'
import type { Ledger } from '../engine/ledger.ts'
import { KIND_OF_TREATMENT } from '../engine/row-table.ts'

/** Borrowed units are owed, for what they are worth now (R-OPEN-11). What is to-asset is a coin. */
export function owe(ledger: Ledger, e: number): void {
  const { table, amounts: a, quantity, worth } = ledger
  const key = ledger.keys.of(table.account[e]!, table.toAsset[e]!)
  a.copyFrom(quantity, table.amounts, e * AMOUNTS_PER_EVENT + TO)
  a.copyFrom(worth, table.amounts, e * AMOUNTS_PER_EVENT + TO_VALUE)
  ledger.owed.add(key, a, quantity)
  ledger.owedValue.add(key, a, worth)
}

/**
 * Units that are owed are given back for what they were worth when they were borrowed, on average of the account's debt in that
 * asset; what goes beyond them, for its value (R-OPEN-11). What is from-asset is a coin.
 */
export function repay(ledger: Ledger, e: number): void {
  const { table, amounts: a, lots, quantity: units, worth, basis: owed, moved: part } = ledger
  const asset = table.fromAsset[e]!
  const key = ledger.keys.of(table.account[e]!, asset)
  a.copyFrom(units, table.amounts, e * AMOUNTS_PER_EVENT + FROM)
  a.copyFrom(worth, table.amounts, e * AMOUNTS_PER_EVENT + FROM_VALUE)
  a.copyFrom(owed, ledger.owed.amounts, ledger.owed.slot(key))
  if (!a.isZero(owed) && !a.isZero(units)) {
    const debt = lots.basis(lots.newPair())
    const principal = lots.basis(lots.newPair())
    a.copy(part, a.compare(owed, units) < 0 ? owed : units)
    a.copyFrom(debt, ledger.owedValue.amounts, ledger.owedValue.slot(key))
    a.share(principal, debt, part, owed)
    ledger.owed.subtract(key, a, part)
    ledger.owedValue.subtract(key, a, principal)
    // Beyond the debt: its share of the value today.
    a.subtract(part, units, part)
    if (a.isZero(part)) a.clear(worth)
    else a.share(worth, worth, part, units)
    a.add(worth, worth, principal)
  }
  ledger.dispose(e, asset, units, worth, ledger.costs, KIND_OF_TREATMENT[ledger.treatment[e]!]!, true)
}
