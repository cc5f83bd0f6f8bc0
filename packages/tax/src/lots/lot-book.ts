import type { Amounts, Slot } from '../amounts/amounts.ts'
import { LotHeap } from './lot-heap.ts'
import { LOT_ORDERS, reversed, type LotOrder } from './lot-order.ts'
import { LotTable, NOWHERE, type LossBasis, type OpenLots } from './lot-table.ts'
import { type Pool, PoolDirectory } from './pool.ts'

/** After this many pieces a move also looks from the far end, for what stays may be less than what goes. */
const LOOK_FROM_BOTH_ENDS = 64

/** A pool that was ever used, whose pieces `OpenLots` has. */
export interface OpenPool {
  readonly key: number
  readonly isMixed: boolean
}

/**
 * The open lots of a customer, pool by pool, and how they are used up and moved.
 *
 * Basis travels with quantity: what is taken from a piece gets its share of the basis, and the rest stays with
 * what is left, so that both together are what came in, to the last unit. Nothing here copies, sorts or adds up
 * the open lots for the sake of one event: a disposal costs what it consumes, a move of a whole balance hands
 * the pool over or merges the smaller into the larger, and any other move costs the lesser of what goes and
 * what stays.
 */
export class LotBook {
  readonly lots: LotTable
  readonly #amounts: Amounts
  readonly #firstOrder: LotOrder
  readonly #pools: PoolDirectory
  #poolCount = 0
  readonly #keep: number

  /**
   * Number of portions taken since `forgetPortions`: a pair each, with the piece that it was taken from and the slot
   * of its basis for a loss (or -1). A portion that is a whole piece has the piece as its pair.
   */
  portions = 0
  readonly portionPair: number[] = []
  readonly portionPiece: number[] = []
  readonly portionLoss: number[] = []
  /** Pairs for portions that are a part of a piece, and how many of them are portions now. */
  readonly #parts: number[] = []
  #partsUsed = 0

  /**
   * @param firstOrder the order that new pools are kept in from the start; others are added when asked for.
   * @param keys all keys of pools are below this.
   */
  constructor(lots: LotTable, firstOrder: LotOrder, keys: number) {
    this.#pools = new PoolDirectory(keys)
    this.lots = lots
    this.#amounts = lots.amounts
    this.#firstOrder = firstOrder
    this.#keep = lots.quantity(lots.newPair())
  }

  /** The pool under a key, if it was ever used. */
  pool(key: number): Pool | undefined {
    return this.#pools.get(key)
  }

  pools(): readonly Pool[] {
    return this.#pools.all()
  }

  /**
   * The open pools and the lots in them.
   *
   * @param placeOf, newAmounts as for `LotTable.open`.
   */
  open(
    placeOf: (event: number) => number,
    newAmounts: (capacity: number) => Amounts,
  ): { readonly pools: readonly OpenPool[]; readonly lots: OpenLots } {
    const pools = this.pools()
    const placeOfPool = new Map(pools.map(({ id }, place) => [id, place]))
    return {
      pools: pools.map(({ key, isMixed }) => ({ key, isMixed })),
      lots: this.lots.open(placeOf, (home) => placeOfPool.get(home)!, newAmounts),
    }
  }

  /**
   * Take in what another book's `open` said, in a book that has nothing yet. It then goes on as that other
   * book would.
   */
  takeIn(pools: readonly OpenPool[], lots: OpenLots, eventAt: (place: number) => number): void {
    const here = pools.map(({ key }) => this.#poolAt(key))
    const pieces = this.lots.takeIn(lots, eventAt)
    for (let n = 0; n < pieces.length; n++) this.#add(here[lots.poolOfPiece[n]!]!, pieces[n]!)
    // Also of a pool that is empty: who moves into it asks.
    for (const [n, { isMixed }] of pools.entries()) here[n]!.isMixed = isMixed
  }

  /** Add a lot of a quantity, which is not zero, with its basis. Returns its piece. */
  acquire(
    key: number,
    event: number,
    acquired: number,
    quantity: Slot,
    basis: Slot,
    gift?: { readonly basis: Slot; readonly loss: LossBasis },
  ): number {
    const piece = this.lots.acquire(event, acquired, quantity, basis, gift?.loss)
    if (gift !== undefined) this.#amounts.copy(this.lots.newLossSlot(piece), gift.basis)
    this.#add(this.#poolAt(key), piece)
    return piece
  }

  /** Nothing was taken yet. */
  forgetPortions(): void {
    this.portions = 0
    this.#partsUsed = 0
  }

  /** Take up to `want` from a pool into `portions`; `want` is left with what the pool could not cover. */
  take(key: number, order: LotOrder, want: number): void {
    const pool = this.#pools.get(key)
    if (pool === undefined) return
    while (!this.#amounts.isZero(want)) {
      const piece = this.#first(pool, order)
      if (piece === -1) return
      this.#takeFrom(pool, piece, want)
    }
  }

  /** As `take`, from one piece of that pool. */
  takeFromPiece(key: number, piece: number, want: number): void {
    const pool = this.#pools.get(key)
    if (pool === undefined || this.#amounts.isZero(want)) return
    this.#takeFrom(pool, piece, want)
  }

  /** A piece in a pool of what an event acquired, or -1. */
  pieceOf(key: number, event: number): number {
    const pool = this.#pools.get(key)
    return pool === undefined ? -1 : this.lots.pieceOfEventIn(pool.id, event)
  }

  /**
   * Move up to `want` from pool to pool, by the order; `want` is left with what there was not. Lots keep
   * everything they are (R-TRF-1).
   */
  move(from: number, to: number, order: LotOrder, want: number): void {
    const pool = this.#pools.get(from)
    if (pool === undefined || from === to) return
    if (pool.isMixed || this.#pools.get(to)?.isMixed === true) {
      const going: number[] = []
      this.collect(from, order, want, going)
      for (const piece of going) this.place(to, piece)
      return
    }
    const a = this.#amounts
    const total = this.lots.quantity(pool.total)
    if (a.compare(total, want) <= 0) {
      a.subtract(want, want, total)
      this.#handOver(from, to)
      return
    }
    const going: number[] = []
    while (!a.isZero(want) && going.length < LOOK_FROM_BOTH_ENDS)
      going.push(this.detach(pool, this.#first(pool, order), want))
    if (a.isZero(want)) {
      for (const piece of going) this.place(to, piece)
      return
    }
    this.#moveFromBothEnds(pool, to, order, want, going)
  }

  /**
   * Looks from both ends of the order at once, what goes and what stays; whichever reaches the boundary first
   * settles the move.
   */
  #moveFromBothEnds(pool: Pool, to: number, order: LotOrder, want: number, going: number[]) {
    const a = this.#amounts
    const { lots } = this
    const keep = this.#keep
    const from = pool.key
    const staying: number[] = []
    a.subtract(keep, lots.quantity(pool.total), want)
    for (;;) {
      going.push(this.detach(pool, this.#first(pool, order), want))
      if (a.isZero(want)) {
        for (const piece of staying) this.#add(pool, piece)
        for (const piece of going) this.place(to, piece)
        return
      }
      const last = this.#first(pool, reversed(order))
      if (a.compare(lots.quantity(last), keep) >= 0) {
        // The boundary is in this piece: all of the pool goes but what is kept of it.
        const goes = want
        a.subtract(goes, lots.quantity(last), keep)
        if (!a.isZero(goes)) going.push(this.detach(pool, last, goes))
        staying.push(this.detach(pool, last, keep))
        for (const piece of going) this.#add(pool, piece)
        a.clear(want)
        this.#handOver(from, to)
        for (const piece of staying) this.place(from, piece)
        return
      }
      const quantity = lots.quantity(last)
      a.subtract(keep, keep, quantity)
      this.#leave(pool, last, quantity)
      staying.push(last)
    }
  }

  /** Take pieces out of a pool, up to `want`, to be placed elsewhere; they are in no pool meanwhile. */
  collect(key: number, order: LotOrder, want: number, into: number[]): void {
    const pool = this.#pools.get(key)
    if (pool === undefined) return
    while (!this.#amounts.isZero(want)) {
      const piece = this.#first(pool, order)
      if (piece === -1) return
      into.push(this.detach(pool, piece, want))
    }
  }

  /** Take a piece out of its pool, or split off `want` of it, and reduce `want` by what was taken. */
  detach(pool: Pool, piece: number, want: number): number {
    const a = this.#amounts
    const { lots } = this
    const quantity = lots.quantity(piece)
    if (a.compare(quantity, want) <= 0) {
      a.subtract(want, want, quantity)
      this.#leave(pool, piece, quantity)
      return piece
    }
    const part = lots.newPiece(lots.lotOf(piece))
    const basis = lots.basis(piece)
    a.copy(lots.quantity(part), want)
    a.share(lots.basis(part), basis, want, quantity)
    a.subtract(basis, basis, lots.basis(part))
    const loss = lots.lossSlot(piece)
    if (loss !== -1) {
      const partLoss = lots.newLossSlot(part)
      a.share(partLoss, loss, want, quantity)
      a.subtract(loss, loss, partLoss)
    }
    a.subtract(quantity, quantity, want)
    a.subtract(lots.quantity(pool.total), lots.quantity(pool.total), want)
    a.clear(want)
    return part
  }

  /**
   * Put a piece that is in no pool into one; there it joins the piece of its own lot, if there is one. Where lots of one
   * acquisition cost differently it stays apart: of these FIFO takes first what came first.
   *
   * @returns the piece that has its units there.
   */
  place(key: number, piece: number): number {
    const pool = this.#poolAt(key)
    if (!pool.isMixed && !this.lots.isVariant(this.lots.lotOf(piece))) return this.#joinOrAdd(pool, piece)
    const placed = this.lots.renumbered(piece)
    this.#add(pool, placed)
    return placed
  }

  /** Put a piece that was never in a pool, and is the last there is, into one. */
  placeNew(key: number, piece: number): void {
    this.#add(this.#poolAt(key), piece)
  }

  #joinOrAdd(pool: Pool, piece: number): number {
    const a = this.#amounts
    const { lots } = this
    const there = lots.pieceIn(pool.id, lots.lotOf(piece))
    if (there === -1) {
      this.#add(pool, piece)
      return piece
    }
    const quantity = lots.quantity(piece)
    a.add(lots.quantity(pool.total), lots.quantity(pool.total), quantity)
    a.add(lots.quantity(there), lots.quantity(there), quantity)
    a.add(lots.basis(there), lots.basis(there), lots.basis(piece))
    const loss = lots.lossSlot(piece)
    if (loss !== -1) {
      a.add(lots.lossSlot(there), lots.lossSlot(there), loss)
      a.clear(loss)
    }
    lots.useUp(piece)
    return there
  }

  #add(pool: Pool, piece: number) {
    const total = this.lots.quantity(pool.total)
    this.lots.setHome(piece, pool.id)
    if (pool.count === 0) pool.isMixed = false
    if (this.lots.hasVariants && this.lots.isVariant(this.lots.lotOf(piece))) pool.isMixed = true
    pool.count += 1
    this.#amounts.add(total, total, this.lots.quantity(piece))
    if (pool.kept.length === 0) this.#heapOf(pool, this.#firstOrder)
    for (let n = 0; n < pool.kept.length; n++) pool.kept[n]!.push(piece)
  }

  #leave(pool: Pool, piece: number, quantity: Slot) {
    const total = this.lots.quantity(pool.total)
    this.lots.setHome(piece, NOWHERE)
    pool.count -= 1
    this.#amounts.subtract(total, total, quantity)
  }

  #takeFrom(pool: Pool, piece: number, want: number) {
    const a = this.#amounts
    const { lots } = this
    const quantity = lots.quantity(piece)
    const total = lots.quantity(pool.total)
    const loss = lots.lossSlot(piece)
    if (a.compare(quantity, want) <= 0) {
      a.subtract(want, want, quantity)
      a.subtract(total, total, quantity)
      pool.count -= 1
      lots.useUp(piece)
      this.#addPortion(piece, piece, loss)
      return
    }
    const part = this.#sparePart()
    const basis = lots.basis(piece)
    a.copy(lots.quantity(part), want)
    a.share(lots.basis(part), basis, want, quantity)
    a.subtract(basis, basis, lots.basis(part))
    let partLoss = -1
    if (loss !== -1) {
      partLoss = lots.quantity(lots.newPair())
      a.share(partLoss, loss, want, quantity)
      a.subtract(loss, loss, partLoss)
    }
    a.subtract(quantity, quantity, want)
    a.subtract(total, total, want)
    a.clear(want)
    this.#addPortion(part, piece, partLoss)
  }

  /**
   * Join portions of one lot that has two bases. Which basis counts is a question of the lot, and must not
   * hang on how its pieces were rounded.
   *
   * @param named how many portions, the first ones, were named. @returns how many are left of those.
   */
  joinPortionsOfGifts(named: number): number {
    if (!this.lots.hasLosses) return named
    const a = this.#amounts
    const { lots } = this
    let left = named
    for (let i = 1; i < this.portions; i++) {
      const loss = this.portionLoss[i]!
      if (loss === -1) continue
      const lot = lots.lotOf(this.portionPiece[i]!)
      const first = this.portionPiece.findIndex((piece) => lots.lotOf(piece) === lot)
      if (first === i) continue
      const [to, from] = [this.portionPair[first]!, this.portionPair[i]!]
      a.add(lots.quantity(to), lots.quantity(to), lots.quantity(from))
      a.add(lots.basis(to), lots.basis(to), lots.basis(from))
      a.add(this.portionLoss[first]!, this.portionLoss[first]!, loss)
      for (const column of [this.portionPair, this.portionPiece, this.portionLoss]) column.splice(i, 1)
      this.portions -= 1
      if (i < left) left -= 1
      i -= 1
    }
    return left
  }

  #addPortion(pair: number, piece: number, loss: number) {
    const n = this.portions++
    this.portionPair[n] = pair
    this.portionPiece[n] = piece
    this.portionLoss[n] = loss
  }

  #sparePart(): number {
    const n = this.#partsUsed++
    if (n === this.#parts.length) this.#parts.push(this.lots.newPair())
    return this.#parts[n]!
  }

  /** The first piece of a pool in an order, or -1 when it is empty. */
  #first(pool: Pool, order: LotOrder): number {
    const heap = pool.heaps[order] ?? this.#heapOf(pool, order)
    while (heap.size > 0) {
      const piece = heap.top()
      if (this.lots.home(piece) === pool.id) return piece
      heap.pop()
    }
    return -1
  }

  #heapOf(pool: Pool, order: LotOrder): LotHeap {
    const heap = new LotHeap(order, this.lots)
    const other = pool.kept[0]
    if (other !== undefined)
      for (let i = 0; i < other.size; i++) {
        const piece = other.at(i)
        if (this.lots.home(piece) === pool.id) heap.push(piece)
      }
    pool.heaps[order] = heap
    pool.kept.push(heap)
    return heap
  }

  /** All of a pool becomes the other key's: handed over if that has nothing, else the smaller joins the larger. */
  #handOver(from: number, to: number) {
    const source = this.#poolAt(from)
    const target = this.#poolAt(to)
    if (target.count > 0 && source.count <= target.count) {
      this.#absorb(source, target)
      return
    }
    if (target.count > 0) this.#absorb(target, source)
    this.#hold(to, source)
    this.#hold(from, target)
  }

  #absorb(source: Pool, target: Pool) {
    const heap = source.kept[0]
    if (heap !== undefined)
      for (let i = 0; i < heap.size; i++) {
        const piece = heap.at(i)
        if (this.lots.home(piece) === source.id) this.#joinOrAdd(target, piece)
      }
    for (const one of source.kept) one.clear()
    source.count = 0
    this.#amounts.clear(this.lots.quantity(source.total))
  }

  #hold(key: number, pool: Pool) {
    pool.key = key
    this.#pools.set(key, pool)
  }

  #poolAt(key: number): Pool {
    let pool = this.#pools.get(key)
    if (pool === undefined) {
      const heaps = Array.from({ length: LOT_ORDERS }, () => undefined)
      const total = this.lots.newPair()
      pool = { id: this.#poolCount++, key, heaps, kept: [], count: 0, isMixed: false, total }
      this.#pools.set(key, pool)
    }
    return pool
  }
}
