import { compareRatios } from '@lotbook/money'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { IntColumn } from './columns.ts'

/**
 * Cells of a piece. The last two are its lot's, so that a row is written without looking for the lot, which lies elsewhere in memory;
 * room for eight keeps a piece from straddling lines of it.
 */
const PIECE = 8
const LOT = 0
const HOME = 1
const NEXT = 2
const ACQUISITION = 3
const ACQUIRED = 4

/** How much longer a column gets at a time when more comes than was expected. */
const GROWTH = 1.6

/** The home of a piece that lies in no pool for the moment, and of one that never will again. */
export const NOWHERE = -1
const USED_UP = -2

/** The loss side of a gift worth less than the donor paid (R-GIFT-2). */
export interface LossBasis {
  /** The day of the gift: a loss is counted from there. */
  readonly acquired: number
}

/** Cost of a number of units, as a fraction that is not rounded. */
export interface UnitCost {
  readonly basis: bigint
  readonly quantity: bigint
}

/**
 * Open lots and their pieces as columns, each in the order of its numbers. What acquired a lot is a place in the history, the pool of a
 * piece its place in a list of pools.
 */
export interface OpenLots {
  readonly place: Int32Array
  readonly acquired: Int32Array
  /** Day of the gift for a gift with two bases; NO_LOSS for any other lot. */
  readonly lossAcquired: Int32Array
  readonly isVariant: Uint8Array
  /** Cost and units of each lot, two amounts a lot; empty if no order asks for costs. */
  readonly costs: Amounts
  /** Costs that were changed since, as whole units. */
  readonly exactCosts: readonly (readonly [lot: number, basis: bigint, quantity: bigint])[]
  readonly lotOfPiece: Int32Array
  readonly poolOfPiece: Int32Array
  /** Quantity and basis of each piece. */
  readonly pairs: Amounts
  /** Bases for a loss of the few pieces that have one. */
  readonly lossBases: readonly (readonly [piece: number, basis: bigint])[]
}

/** Marks a lot that has one basis. */
export const NO_LOSS = -0x80000000

function inLowestTerms({ basis, quantity }: UnitCost): UnitCost {
  let a = basis
  let b = quantity
  while (b !== 0n) [a, b] = [b, a % b]
  return { basis: basis / a, quantity: quantity / a }
}

/** The fraction as a double, also where its parts are beyond any. */
function asDouble(cost: UnitCost): number {
  const bits = cost.quantity.toString(16).length * 4
  const excess = bits > 512 ? BigInt(bits - 512) : 0n
  const [over, under] = [cost.basis >> excess, cost.quantity >> excess]
  return Number(over) / Number(under)
}

/**
 * Every lot and every piece of one, as columns. A lot is what one transaction acquired; a piece is that part of
 * it which lies in one pool. Pieces of a lot share its dates and its cost per unit as it was first; what is
 * consumed leaves a piece smaller, and never changes its place in an order.
 */
export class LotTable {
  /** Scratch numbers and pairs of pieces share one store, so that they can be computed with. */
  readonly amounts: Amounts
  readonly #hasCosts: boolean
  readonly #costs: Amounts
  #lots = 0
  /** The number of lots that there is room for. */
  #lotRoom = 0
  readonly #acquisition: IntColumn
  readonly #acquired: IntColumn
  #unitCost: Float64Array<ArrayBuffer>
  /** Unit costs of the few lots whose cost was changed after they were acquired. */
  readonly #exactCosts = new Map<number, UnitCost>()
  /**
   * Lots made by `newLotLike`, equal to another but for their cost per unit: several of one acquisition may
   * lie in one pool.
   */
  readonly #variants = new Set<number>()
  readonly #losses = new Map<number, LossBasis>()

  /** The number of pairs that there is room for. */
  #pairRoom = 0
  /**
   * Fields of each piece side by side: its lot, its pool, the piece of the same event before it, and a copy of its
   * lot's fields.
   */
  readonly #pieces: IntColumn
  readonly #firstSlot: number
  readonly #lossSlots = new Map<number, number>()
  readonly #newestPiece: Int32Array

  /**
   * @param hasCosts whether any order asks for unit costs; without, they are not kept.
   * @param events how many transactions may acquire a lot.
   * @param pieces how many pieces are expected.
   */
  constructor(amounts: Amounts, costs: Amounts, hasCosts: boolean, events: number, pieces: number) {
    this.amounts = amounts
    this.#costs = costs
    this.#hasCosts = hasCosts
    this.#firstSlot = amounts.reserve(0)
    this.#acquisition = new IntColumn(pieces)
    this.#acquired = new IntColumn(pieces)
    this.#unitCost = new Float64Array(0)
    this.#pieces = new IntColumn(PIECE * pieces)
    this.#makeRoomForLots(pieces)
    this.#makeRoomForPairs(pieces)
    this.#newestPiece = new Int32Array(events).fill(-1)
  }

  /** How many pairs there are: pieces, and what else was reserved with `newPair`. */
  pairs = 0

  /** Two slots in a row under one number, the first for a quantity and the second for a basis. */
  newPair(): number {
    const pair = this.pairs++
    if (pair === this.#pairRoom) this.#makeRoomForPairs(Math.ceil(pair * GROWTH))
    const pieces = this.#pieces.values
    pieces[PIECE * pair + LOT] = -1
    pieces[PIECE * pair + HOME] = NOWHERE
    return pair
  }

  #makeRoomForPairs(room: number) {
    this.#pieces.reach(PIECE * room - 1)
    this.amounts.reserve(2 * (room - this.#pairRoom))
    this.#pairRoom = room
  }

  #makeRoomForLots(room: number) {
    this.#acquisition.reach(room - 1)
    this.#acquired.reach(room - 1)
    if (this.#hasCosts) {
      this.#costs.reserve(2 * (room - this.#lotRoom))
      const unitCost = new Float64Array(room)
      unitCost.set(this.#unitCost)
      this.#unitCost = unitCost
    }
    this.#lotRoom = room
  }

  quantity(pair: number): number {
    return this.#firstSlot + 2 * pair
  }

  basis(pair: number): number {
    return this.#firstSlot + 2 * pair + 1
  }

  /** A new lot of so much for so much, and its first piece, which is in no pool. Returns the piece. */
  acquire(event: number, acquired: number, quantity: Slot, basis: Slot, loss?: LossBasis): number {
    const piece = this.newPair()
    this.amounts.copy(this.quantity(piece), quantity)
    this.amounts.copy(this.basis(piece), basis)
    this.tie(piece, this.newLot(event, acquired, piece, loss))
    return piece
  }

  /**
   * A new lot that costs as much per unit as the given piece, or exactly `exact`, where the piece's amounts
   * are rounded.
   */
  newLot(event: number, acquired: number, measure: number, loss?: LossBasis, exact?: UnitCost): number {
    const lot = this.#begin(event, acquired, loss)
    if (this.#hasCosts) this.#keepCost(lot, this.amounts, this.basis(measure), this.quantity(measure))
    if (this.#hasCosts && exact !== undefined) this.#keepExactCost(lot, inLowestTerms(exact))
    return lot
  }

  #begin(event: number, acquired: number, loss: LossBasis | undefined): number {
    const lot = this.#lots++
    if (lot === this.#lotRoom) this.#makeRoomForLots(Math.ceil(lot * GROWTH))
    this.#acquisition.values[lot] = event
    this.#acquired.values[lot] = acquired
    if (loss !== undefined) this.#losses.set(lot, loss)
    return lot
  }

  #keepCost(lot: number, from: Amounts, basis: Slot, quantity: Slot) {
    const costs = this.#costs
    const slot = 2 * lot
    costs.copyFrom(slot, from, basis)
    costs.copyFrom(slot + 1, from, quantity)
    this.#unitCost[lot] = costs.approximate(slot) / costs.approximate(slot + 1)
  }

  /** @param exact in lowest terms, where it is not what the amounts say. */
  #keepExactCost(lot: number, exact: UnitCost) {
    this.#exactCosts.set(lot, exact)
    this.#unitCost[lot] = asDouble(exact)
  }

  /**
   * The open lots and pieces in pools. Pieces that are used up, and lots that have none left, are left out.
   *
   * @param placeOf the place in the history of an event.
   *
   * @param poolOf the place of a pool in a list.
   *
   * @param newAmounts a store like those of the table.
   */
  open(
    placeOf: (event: number) => number,
    poolOf: (home: number) => number,
    newAmounts: (capacity: number) => Amounts,
  ): OpenLots {
    const pieces: number[] = []
    for (let piece = 0; piece < this.pairs; piece++) if (this.home(piece) >= 0) pieces.push(piece)
    const numbers = new Map<number, number>()
    for (const lot of [...new Set(pieces.map((piece) => this.lotOf(piece)))].sort((a, b) => a - b))
      numbers.set(lot, numbers.size)
    const lots = [...numbers.keys()]
    const costs = newAmounts(this.#hasCosts ? 2 * lots.length : 0)
    if (this.#hasCosts) {
      costs.reserve(2 * lots.length)
      lots.forEach((lot, n) => {
        costs.copyFrom(2 * n, this.#costs, 2 * lot)
        costs.copyFrom(2 * n + 1, this.#costs, 2 * lot + 1)
      })
    }
    const pairs = newAmounts(2 * pieces.length)
    pairs.reserve(2 * pieces.length)
    pieces.forEach((piece, n) => {
      pairs.copyFrom(2 * n, this.amounts, this.quantity(piece))
      pairs.copyFrom(2 * n + 1, this.amounts, this.basis(piece))
    })
    return {
      place: Int32Array.from(lots, (lot) => placeOf(this.#acquisition.values[lot]!)),
      acquired: Int32Array.from(lots, (lot) => this.#acquired.values[lot]!),
      lossAcquired: Int32Array.from(lots, (lot) => this.lossOf(lot)?.acquired ?? NO_LOSS),
      isVariant: Uint8Array.from(lots, (lot) => (this.isVariant(lot) ? 1 : 0)),
      costs,
      exactCosts: lots.flatMap((lot, n) => {
        const cost = this.#exactCosts.get(lot)
        return cost === undefined ? [] : [[n, cost.basis, cost.quantity] as const]
      }),
      lotOfPiece: Int32Array.from(pieces, (piece) => numbers.get(this.lotOf(piece))!),
      poolOfPiece: Int32Array.from(pieces, (piece) => poolOf(this.home(piece))),
      pairs,
      lossBases: pieces.flatMap((piece, n) => {
        const slot = this.lossSlot(piece)
        return slot === -1 ? [] : [[n, this.amounts.get(slot)] as const]
      }),
    }
  }

  /**
   * Take in what `open` said, in a table that has nothing yet: lots and pieces get new numbers, in the order of the old ones.
   *
   * @param eventAt the event at a place of the history.
   * @returns the pieces, in no pool.
   */
  takeIn(open: OpenLots, eventAt: (place: number) => number): Int32Array {
    const exact = new Map(open.exactCosts.map(([lot, basis, quantity]) => [lot, { basis, quantity }]))
    const before = this.#lots
    for (let n = 0; n < open.place.length; n++) {
      const lossAcquired = open.lossAcquired[n]!
      const lot = this.#begin(
        eventAt(open.place[n]!),
        open.acquired[n]!,
        lossAcquired === NO_LOSS ? undefined : { acquired: lossAcquired },
      )
      if (this.#hasCosts) this.#keepCost(lot, open.costs, 2 * n, 2 * n + 1)
      if (this.#hasCosts && exact.size > 0 && exact.has(n)) this.#keepExactCost(lot, exact.get(n)!)
      if (open.isVariant[n] === 1) this.#variants.add(lot)
    }
    const pieces = new Int32Array(open.lotOfPiece.length)
    for (let n = 0; n < pieces.length; n++) {
      const piece = this.newPiece(before + open.lotOfPiece[n]!)
      this.amounts.copyFrom(this.quantity(piece), open.pairs, 2 * n)
      this.amounts.copyFrom(this.basis(piece), open.pairs, 2 * n + 1)
      pieces[n] = piece
    }
    for (const [n, basis] of open.lossBases) this.amounts.set(this.newLossSlot(pieces[n]!), basis)
    return pieces
  }

  /** A piece of a lot, empty and in no pool, and known to its transaction. */
  newPiece(lot: number): number {
    const piece = this.newPair()
    this.tie(piece, lot)
    return piece
  }

  /** Make a pair a piece of a lot. */
  tie(piece: number, lot: number): void {
    const pieces = this.#pieces.values
    const event = this.#acquisition.values[lot]!
    pieces[PIECE * piece + LOT] = lot
    pieces[PIECE * piece + NEXT] = this.#newestPiece[event]!
    pieces[PIECE * piece + ACQUISITION] = event
    pieces[PIECE * piece + ACQUIRED] = this.#acquired.values[lot]!
    this.#newestPiece[event] = piece
  }

  lotOf(piece: number): number {
    return this.#pieces.values[PIECE * piece + LOT]!
  }

  /** The pool that a piece lies in, or less than 0 where it lies in none. */
  home(piece: number): number {
    return this.#pieces.values[PIECE * piece + HOME]!
  }

  setHome(piece: number, pool: number): void {
    this.#pieces.values[PIECE * piece + HOME] = pool
  }

  /** All units of a piece are gone or elsewhere: it is forgotten, whatever its amounts still say. */
  useUp(piece: number): void {
    this.#pieces.values[PIECE * piece + HOME] = USED_UP
  }

  /** The event that acquired the lot of a piece; orders and names it. */
  acquisition(piece: number): number {
    return this.#pieces.values[PIECE * piece + ACQUISITION]!
  }

  /** The day that the holding period of a piece runs from. */
  acquired(piece: number): number {
    return this.#pieces.values[PIECE * piece + ACQUIRED]!
  }

  lossOf(lot: number): LossBasis | undefined {
    return this.#losses.size === 0 ? undefined : this.#losses.get(lot)
  }

  /** The slot of a piece's basis for a loss; -1 where it has but one basis. */
  lossSlot(piece: number): number {
    return this.#lossSlots.size === 0 ? -1 : (this.#lossSlots.get(piece) ?? -1)
  }

  /** Give a piece a basis for a loss, zero at first. */
  newLossSlot(piece: number): number {
    const slot = this.quantity(this.newPair())
    this.#lossSlots.set(piece, slot)
    return slot
  }

  /**
   * A lot like another in all but its cost per unit. The piece gives that up to rounding; `adjust` makes the
   * change exactly, so that lots that cost the same go on costing the same.
   */
  newLotLike(lot: number, measure: number, adjust: (cost: UnitCost) => UnitCost): number {
    const cost = this.#hasCosts ? adjust(this.#exactCost(lot)) : undefined
    const [event, acquired] = [this.#acquisition.values[lot]!, this.#acquired.values[lot]!]
    const variant = this.newLot(event, acquired, measure, this.lossOf(lot), cost)
    this.#variants.add(variant)
    return variant
  }

  get hasVariants(): boolean {
    return this.#variants.size !== 0
  }

  /** Whether any piece has a second basis. */
  get hasLosses(): boolean {
    return this.#lossSlots.size !== 0
  }

  /** Whether a lot was made by `newLotLike`. */
  isVariant(lot: number): boolean {
    return this.#variants.size !== 0 && this.#variants.has(lot)
  }

  /** Puts a piece under a new number, after all others; the old one is used up. */
  renumbered(piece: number): number {
    const fresh = this.newPiece(this.lotOf(piece))
    this.amounts.copy(this.quantity(fresh), this.quantity(piece))
    this.amounts.copy(this.basis(fresh), this.basis(piece))
    const loss = this.lossSlot(piece)
    if (loss !== -1) this.amounts.copy(this.newLossSlot(fresh), loss)
    this.useUp(piece)
    return fresh
  }

  #exactCost(lot: number): UnitCost {
    return (
      this.#exactCosts.get(lot) ?? { basis: this.#costs.get(2 * lot), quantity: this.#costs.get(2 * lot + 1) }
    )
  }

  unitCost(lot: number): number {
    return this.#unitCost[lot]!
  }

  compareUnitCosts(a: number, b: number): number {
    if (a === b || (this.#unitCost[a] === 0 && this.#unitCost[b] === 0)) return 0
    if (this.#exactCosts.has(a) || this.#exactCosts.has(b)) {
      const left = this.#exactCost(a)
      const right = this.#exactCost(b)
      return compareRatios(left.basis, left.quantity, right.basis, right.quantity)
    }
    return this.#costs.compareRatios(2 * a, 2 * a + 1, 2 * b, 2 * b + 1)
  }

  /** The piece of a lot that lies in a pool, or -1. */
  pieceIn(pool: number, lot: number): number {
    const event = this.#acquisition.values[lot]!
    for (let piece = this.#newest(event); piece !== -1; piece = this.#before(piece))
      if (this.lotOf(piece) === lot && this.home(piece) === pool) return piece
    return -1
  }

  /** The piece in a pool of any lot that an event acquired, the one that every order of days puts first; or -1. */
  pieceOfEventIn(pool: number, event: number): number {
    let first = -1
    for (let piece = this.#newest(event); piece !== -1; piece = this.#before(piece))
      if (this.home(piece) === pool && (first === -1 || piece < first)) first = piece
    return first
  }

  /** The newest piece of what an event acquired, or -1. */
  #newest(event: number): number {
    const piece = this.#notUsedUp(this.#newestPiece[event]!)
    this.#newestPiece[event] = piece
    return piece
  }

  /** The piece of the same event before one, or -1. */
  #before(piece: number): number {
    const pieces = this.#pieces.values
    const before = this.#notUsedUp(pieces[PIECE * piece + NEXT]!)
    pieces[PIECE * piece + NEXT] = before
    return before
  }

  /**
   * A piece, or the first before it that is not used up. Those between are unlinked, so that nobody passes
   * over them again.
   */
  #notUsedUp(piece: number): number {
    while (piece !== -1 && this.home(piece) === USED_UP) piece = this.#pieces.values[PIECE * piece + NEXT]!
    return piece
  }
}
