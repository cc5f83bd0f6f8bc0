import type { Amounts, Slot } from '../amounts/amounts.ts'
import { IntColumn } from '../lots/columns.ts'
import { FEE_KIND, type RowKinds } from './row-kinds.ts'

/** Basis of a gift that a row was measured by (R-GIFT-2). */
export const SINGLE_BASIS = 0
export const GAIN_BASIS = 1
export const LOSS_BASIS = 2
export const BETWEEN_BASES = 3
export type BasisMark = 0 | 1 | 2 | 3

/** The amounts of a row. */
export const ROW_QUANTITY = 0
/** Proceeds net of fees; of a removal its fair market value. */
export const ROW_VALUE = 1
export const ROW_BASIS = 2
/** Costs of the row: taken off what it brought, and beyond that part of its basis (R-FEE-2). */
export const ROW_FEES = 3
export const AMOUNTS_PER_ROW = 4

/** No lot is known for these units, and so no day of acquisition. */
export const UNKNOWN = -1
export const UNKNOWN_DAY = -0x80000000

/** Room for rows, where fewer are expected, and how much more of it there is where more come. */
const LEAST_ROOM = 16
const GROWTH = 1.6

/** A row is looked for among so many before it; an event with more rows than that gets an index. */
const NEAR_ROWS = 8

/**
 * Disposals or removals as columns. One row per event, kind and lot: a further piece of the same lot with the
 * same date is added to the row that is there.
 */
export class RowTable {
  readonly amounts: Amounts
  readonly kinds: RowKinds
  count = 0
  readonly event: IntColumn
  readonly asset: IntColumn
  /** The event that acquired the lot, or UNKNOWN. */
  readonly lot: IntColumn
  /** The day number that the holding period runs from, or UNKNOWN_DAY, which no day is. */
  readonly acquired: IntColumn
  /** Kind, basis mark and method code in one number. */
  readonly #codes: IntColumn
  readonly #scratch: number
  readonly #firstSlot: number
  readonly #isCash: Uint8Array
  #room: number
  #event = -1
  #kind = FEE_KIND
  #asset = -1
  #firstOfEvent = 0
  /** An event may dispose twice of a kind: a fee that has a fee. */
  #firstOfDisposal = 0
  /** Whether the row that `rowFor` gave last was made by it. */
  #isNew = false
  /** By row, costs beyond what it brought; few rows have any. */
  readonly #costsInBasis = new Map<number, bigint>()
  /** Rows of the current event by lot, once they are many. */
  #rowsOfLot: Map<number, number[]> | undefined

  /**
   * @param amounts a store of its own, with room for the rows expected.
   * @param rows how many rows are expected.
   * @param isCash of each asset, 1 where it is cash.
   */
  constructor(amounts: Amounts, rows: number, isCash: Uint8Array, kinds: RowKinds) {
    this.amounts = amounts
    this.kinds = kinds
    this.#isCash = isCash
    this.#scratch = amounts.reserve(AMOUNTS_PER_ROW)
    this.#room = Math.max(rows, LEAST_ROOM)
    this.#firstSlot = amounts.reserve(AMOUNTS_PER_ROW * this.#room)
    this.event = new IntColumn(this.#room)
    this.asset = new IntColumn(this.#room)
    this.lot = new IntColumn(this.#room)
    this.acquired = new IntColumn(this.#room)
    this.#codes = new IntColumn(this.#room)
  }

  /** The number of rows that there is room for. */
  get room(): number {
    return this.#room
  }

  kind(row: number): number {
    return this.#codes.values[row]! & 0xff
  }

  mark(row: number): BasisMark {
    return ((this.#codes.values[row]! >> 8) & 0xff) as BasisMark
  }

  /** The method code by which the lot was chosen. */
  method(row: number): number {
    return this.#codes.values[row]! >> 16
  }

  /** Whether a row is of units that nobody knows of (R-MISS-1). */
  isUnknown(row: number): boolean {
    return this.lot.values[row] === UNKNOWN && !this.isContract(row)
  }

  /** Whether a row is what a contract paid or cost: it has no lot by its nature (R-CON-1, R-CON-2). */
  isContract(row: number): boolean {
    return this.kinds.isContract[this.kind(row)] === 1 || this.#isCash[this.asset.values[row]!] === 1
  }

  /** Costs of a row beyond what it brought, which are part of its basis (R-FEE-2). */
  costsInBasis(row: number): bigint | undefined {
    return this.#costsInBasis.size === 0 ? undefined : this.#costsInBasis.get(row)
  }

  addCostsInBasis(row: number, costs: bigint): void {
    this.#costsInBasis.set(row, (this.#costsInBasis.get(row) ?? 0n) + costs)
  }

  slot(row: number, which: number): number {
    return this.#firstSlot + row * AMOUNTS_PER_ROW + which
  }

  /** Add amounts from another store to the row that `rowFor` just gave. */
  addTo(row: number, other: Amounts, quantity: Slot, value: Slot, basis: Slot, fees: Slot): void {
    const first = this.slot(row, ROW_QUANTITY)
    if (this.#isNew) {
      this.amounts.gather(first, other, quantity, value, basis, fees)
      return
    }
    const a = this.amounts
    a.gather(this.#scratch, other, quantity, value, basis, fees)
    for (let which = 0; which < AMOUNTS_PER_ROW; which++)
      a.add(first + which, first + which, this.#scratch + which)
  }

  /** The rows that follow are of this event, kind and asset; an event may have several kinds. */
  begin(event: number, kind: number, asset: number): void {
    this.#kind = kind
    this.#asset = asset
    this.#firstOfDisposal = this.count
    if (event === this.#event) return
    this.#event = event
    this.#firstOfEvent = this.count
    this.#rowsOfLot = undefined
  }

  /**
   * The row for a piece of a lot of the event that `begin` said: the one that is there, or a new one without amounts. The
   * caller adds the amounts of the piece with `addTo`.
   */
  rowFor(lot: number, acquired: number, mark: BasisMark, method: number): number {
    const found = this.#find(lot, acquired, mark)
    this.#isNew = found === -1
    if (found !== -1) {
      if (this.mark(found) === BETWEEN_BASES) this.#codes.values[found]! += (mark - BETWEEN_BASES) << 8
      return found
    }

    const row = this.count++
    if (row === this.#room) this.#grow()
    this.event.values[row] = this.#event
    this.asset.values[row] = this.#asset
    this.lot.values[row] = lot
    this.acquired.values[row] = acquired
    this.#codes.values[row] = this.#kind | (mark << 8) | (method << 16)
    if (this.#rowsOfLot !== undefined) this.#index(row)
    return row
  }

  #find(lot: number, acquired: number, mark: BasisMark): number {
    if (this.count - this.#firstOfEvent <= NEAR_ROWS) {
      for (let row = this.count - 1; row >= this.#firstOfEvent; row--)
        if (this.lot.values[row] === lot && this.#isLike(row, acquired, mark)) return row
      return -1
    }
    if (this.#rowsOfLot === undefined) {
      this.#rowsOfLot = new Map()
      for (let row = this.#firstOfEvent; row < this.count; row++) this.#index(row)
    }
    for (const row of this.#rowsOfLot.get(lot) ?? []) if (this.#isLike(row, acquired, mark)) return row
    return -1
  }

  #isLike(row: number, acquired: number, mark: BasisMark): boolean {
    return (
      this.kind(row) === this.#kind &&
      this.asset.values[row] === this.#asset &&
      this.acquired.values[row] === acquired &&
      // One whose basis has costs stays by itself: what its own fee brought covers none of them.
      (row >= this.#firstOfDisposal || this.costsInBasis(row) === undefined) &&
      (this.mark(row) === mark || (row >= this.#firstOfDisposal && isOfOneRow(this.mark(row), mark)))
    )
  }

  #index(row: number) {
    const lot = this.lot.values[row]!
    const rows = this.#rowsOfLot?.get(lot)
    if (rows === undefined) this.#rowsOfLot?.set(lot, [row])
    else rows.push(row)
  }

  #grow() {
    const room = Math.ceil(this.#room * GROWTH)
    for (const column of [this.event, this.asset, this.lot, this.acquired, this.#codes])
      column.reach(room - 1)
    this.amounts.reserve(AMOUNTS_PER_ROW * (room - this.#room))
    this.#room = room
  }
}

/**
 * Whether two pieces of a lot are one row: also where one has a gain or a loss and the other, by rounding or by a fee in its
 * basis, lies between the bases. The row is then measured as the one that is not between.
 */
function isOfOneRow(a: BasisMark, b: BasisMark): boolean {
  if (a === b) return true
  return (a === BETWEEN_BASES && b !== SINGLE_BASIS) || (b === BETWEEN_BASES && a !== SINGLE_BASIS)
}
