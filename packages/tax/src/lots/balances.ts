import type { Amounts } from '../amounts/amounts.ts'

/**
 * Units of each account and asset by the movements alone. Kept while the pool is universal, where lots do not say
 * where units are (R-POOL-2). A balance below zero means that history is missing.
 */
export class Balances {
  readonly amounts: Amounts
  readonly #scratch: number
  readonly #slots = new Map<number, number>()

  /** @param amounts a store of its own. */
  constructor(amounts: Amounts) {
    this.amounts = amounts
    this.#scratch = amounts.reserve(1)
  }

  /** Keys that ever had a movement. */
  keys(): Iterable<number> {
    return this.#slots.keys()
  }

  slot(key: number): number {
    let slot = this.#slots.get(key)
    if (slot === undefined) {
      slot = this.amounts.reserve(1)
      this.#slots.set(key, slot)
    }
    return slot
  }

  /** Add units, below zero to take some away. */
  addUnits(key: number, units: bigint): void {
    const slot = this.slot(key)
    this.amounts.set(this.#scratch, units)
    this.amounts.add(slot, slot, this.#scratch)
  }

  /** Whether a balance is above zero: an account below zero holds none. */
  isHeld(key: number): boolean {
    const slot = this.slot(key)
    return !this.amounts.isZero(slot) && !this.amounts.isNegative(slot)
  }

  /** All of them, as whole units. */
  *entries(): Generator<readonly [key: number, units: bigint]> {
    for (const [key, slot] of this.#slots) yield [key, this.amounts.get(slot)]
  }

  /** Take in what `entries` said. */
  set(key: number, units: bigint): void {
    this.amounts.set(this.slot(key), units)
  }
}
