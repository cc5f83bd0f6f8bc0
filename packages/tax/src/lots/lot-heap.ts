import { costSign, isByCost, tieSign, type LotOrder } from './lot-order.ts'
import type { LotTable } from './lot-table.ts'

/** Unit costs nearer than this, relative to their size, are compared exactly: a few units in the last place. */
const NEAR = 2e-15

/**
 * The pieces of a pool in one order: a binary heap of piece numbers with the keys beside them. Pieces that have
 * left the pool meanwhile stay in it until they come to the top; whoever takes from the heap passes over them.
 */
export class LotHeap {
  readonly order: LotOrder
  readonly #lots: LotTable
  readonly #isByCost: boolean
  /** Keys nearer than this, relative to their size, do not decide. */
  readonly #near: number
  readonly #costSign: number
  readonly #tieSign: number
  #items = new Int32Array(8)
  #keys = new Float64Array(8)
  size = 0

  constructor(order: LotOrder, lots: LotTable) {
    this.order = order
    this.#lots = lots
    this.#isByCost = isByCost(order)
    this.#near = this.#isByCost ? NEAR : 0
    this.#costSign = costSign(order)
    this.#tieSign = tieSign(order)
  }

  /** The first piece; the heap is not empty. */
  top(): number {
    return this.#items[0]!
  }

  /** The piece at a position of the heap, in no order. */
  at(position: number): number {
    return this.#items[position]!
  }

  push(piece: number): void {
    if (this.size === this.#items.length) this.#grow()
    this.#rise(this.size++, this.#keyOf(piece), piece)
  }

  /**
   * Drop the first piece. The gap goes down to the end along the pieces that go first, and is filled with the last one from there:
   * that seldom belongs far up, so one comparison a level does.
   */
  pop(): void {
    const size = --this.size
    const keys = this.#keys
    const items = this.#items
    let gap = 0
    for (let child = 1; child < size; child = 2 * gap + 1) {
      if (child + 1 < size) {
        // The lower child is computed without a branch, for no branch predictor guesses it.
        const apart = keys[child + 1]! - keys[child]!
        if (Math.abs(apart) > this.#near * Math.abs(keys[child]!)) child += Number(apart < 0)
        else if (this.#settleTie(items[child + 1]!, items[child]!)) child += 1
      }
      keys[gap] = keys[child]!
      items[gap] = items[child]!
      gap = child
    }
    this.#rise(gap, keys[size]!, items[size]!)
  }

  /** Put a piece at a position that is free, or above it where it goes before what is there. */
  #rise(at: number, key: number, piece: number) {
    const keys = this.#keys
    const items = this.#items
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#goesFirst(key, piece, keys[parent]!, items[parent]!)) break
      keys[at] = keys[parent]!
      items[at] = items[parent]!
      at = parent
    }
    keys[at] = key
    items[at] = piece
  }

  clear(): void {
    this.size = 0
  }

  #keyOf(piece: number): number {
    return this.#isByCost
      ? -this.#costSign * this.#lots.unitCost(this.#lots.lotOf(piece))
      : this.#tieSign * this.#lots.acquisition(piece)
  }

  #goesFirst(keyA: number, a: number, keyB: number, b: number): boolean {
    const apart = keyA - keyB
    return Math.abs(apart) > this.#near * Math.abs(keyB) ? apart < 0 : this.#settleTie(a, b)
  }

  /** Unit costs that doubles cannot tell apart, exactly; of equal ones the earlier or later lot, as the order says. */
  #settleTie(a: number, b: number): boolean {
    const byCost = this.#isByCost ? this.#lots.compareUnitCosts(this.#lots.lotOf(a), this.#lots.lotOf(b)) : 0
    if (byCost !== 0) return this.#costSign * byCost > 0
    const byTime = this.#lots.acquisition(a) - this.#lots.acquisition(b)
    return this.#tieSign * (byTime || a - b) < 0
  }

  #grow(): void {
    const capacity = this.#items.length * 2
    const items = new Int32Array(capacity)
    items.set(this.#items)
    this.#items = items
    const keys = new Float64Array(capacity)
    keys.set(this.#keys)
    this.#keys = keys
  }
}
