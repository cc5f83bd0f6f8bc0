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
  readonly #costSign: number
  readonly #tieSign: number
  #items = new Int32Array(8)
  #keys = new Float64Array(8)
  size = 0

  constructor(order: LotOrder, lots: LotTable) {
    this.order = order
    this.#lots = lots
    this.#isByCost = isByCost(order)
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
    const key = this.#keyOf(piece)
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#goesFirst(key, piece, this.#keys[parent]!, this.#items[parent]!)) break
      this.#keys[at] = this.#keys[parent]!
      this.#items[at] = this.#items[parent]!
      at = parent
    }
    this.#keys[at] = key
    this.#items[at] = piece
  }

  /** Drop the first piece. */
  pop(): void {
    const size = --this.size
    if (size === 0) return
    const key = this.#keys[size]!
    const piece = this.#items[size]!
    const keys = this.#keys
    const items = this.#items
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (
        child + 1 < size &&
        this.#goesFirst(keys[child + 1]!, items[child + 1]!, keys[child]!, items[child]!)
      )
        child += 1
      if (!this.#goesFirst(keys[child]!, items[child]!, key, piece)) break
      keys[at] = keys[child]!
      items[at] = items[child]!
      at = child
    }
    keys[at] = key
    items[at] = piece
  }

  clear(): void {
    this.size = 0
  }

  #keyOf(piece: number): number {
    const lot = this.#lots.lotOf(piece)
    return this.#isByCost
      ? -this.#costSign * this.#lots.unitCost(lot)
      : this.#tieSign * this.#lots.acquisition(lot)
  }

  #goesFirst(keyA: number, a: number, keyB: number, b: number): boolean {
    const apart = keyA - keyB
    if (!this.#isByCost) return apart < 0 || (apart === 0 && this.#tieSign * (a - b) < 0)
    if (apart > NEAR * Math.abs(keyA) || apart < -NEAR * Math.abs(keyA)) return apart < 0
    return this.#settleTie(a, b)
  }

  /** Unit costs that doubles cannot tell apart, exactly; of equal ones the earlier or later lot, as the order says. */
  #settleTie(a: number, b: number): boolean {
    const lotA = this.#lots.lotOf(a)
    const lotB = this.#lots.lotOf(b)
    const byCost = this.#lots.compareUnitCosts(lotA, lotB)
    if (byCost !== 0) return this.#costSign * byCost > 0
    const byTime = this.#lots.acquisition(lotA) - this.#lots.acquisition(lotB)
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
