import type { Amounts, Slot } from '../amounts/amounts.ts'
import { IntColumn } from '../lots/columns.ts'
import { TREATMENTS } from '../us/treatments.ts'

/** The words a row's `kind` can be; columns carry the position. A fee in kind is a disposal of its own. */
export const KINDS: readonly string[] = [...new Set(['fee', ...TREATMENTS.map((t) => t.kind)])]
export const FEE_KIND = 0
const MARGIN_GAIN_KIND = KINDS.indexOf('margin_gain')

/** The `kind` code of each treatment. */
export const KIND_OF_TREATMENT = Uint8Array.from(TREATMENTS, (t) => KINDS.indexOf(t.kind))

/** Which basis of a gift a row was measured by (R-GIFT-2). */
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
/** The part of the fees that was taken off the proceeds. */
export const ROW_FEES = 3
const AMOUNTS_PER_ROW = 4

/** No lot is known for these units, and so no day of acquisition. */
export const UNKNOWN = -1
export const UNKNOWN_DAY = -0x80000000

/** A row is looked for among so many before it; an event with more rows than that gets an index. */
const NEAR_ROWS = 8

/**
 * Disposals or removals as columns. One row per event, kind and lot: a further piece of the same lot with the
 * same date is added to the row that is there.
 */
export class RowTable {
  readonly amounts: Amounts
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
  #capacity = 0
  #firstOfEvent = 0
  #currentEvent = -1
  /** Whether the row that `rowFor` gave last was made by it. */
  #isNew = false
  /** Rows of the current event by lot, once they are many. */
  #rowsOfLot: Map<number, number[]> | undefined

  /**
   * @param amounts a store of its own, with room for the rows expected.
   * @param rows how many rows are expected.
   * @param isCash of each asset, 1 where it is cash.
   */
  constructor(amounts: Amounts, rows: number, isCash: Uint8Array) {
    this.amounts = amounts
    this.#isCash = isCash
    this.#scratch = amounts.reserve(1)
    this.#firstSlot = this.#scratch + 1
    this.event = new IntColumn(rows)
    this.asset = new IntColumn(rows)
    this.lot = new IntColumn(rows)
    this.acquired = new IntColumn(rows)
    this.#codes = new IntColumn(rows)
    this.#capacity = this.event.values.length
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

  /** Whether a row is what a contract paid, or cost in cash: it has no lot by its nature (R-CON-1, R-CON-2). */
  isContract(row: number): boolean {
    return this.kind(row) === MARGIN_GAIN_KIND || this.#isCash[this.asset.values[row]!] === 1
  }

  slot(row: number, which: number): number {
    return this.#firstSlot + row * AMOUNTS_PER_ROW + which
  }

  /** Add an amount from another store to the row that `rowFor` just gave. */
  addTo(row: number, which: number, other: Amounts, amount: Slot): void {
    const slot = this.slot(row, which)
    if (this.#isNew) {
      this.amounts.copyFrom(slot, other, amount)
    } else {
      this.amounts.copyFrom(this.#scratch, other, amount)
      this.amounts.add(slot, slot, this.#scratch)
    }
  }

  /**
   * The row for a piece of a lot: the one that is there, or a new one without amounts. The caller adds the
   * amounts of the piece with `addTo`.
   */
  rowFor(
    event: number,
    kind: number,
    asset: number,
    lot: number,
    acquired: number,
    mark: BasisMark,
    method: number,
  ): number {
    if (event !== this.#currentEvent) {
      this.#currentEvent = event
      this.#firstOfEvent = this.count
      this.#rowsOfLot = undefined
    }
    const found = this.#find(kind, asset, lot, acquired, mark)
    this.#isNew = found === -1
    if (found !== -1) {
      if (this.mark(found) === BETWEEN_BASES) this.#codes.values[found]! += (mark - BETWEEN_BASES) << 8
      return found
    }

    const row = this.count++
    this.amounts.reserve(AMOUNTS_PER_ROW)
    if (row >= this.#capacity) this.#grow(row)
    this.event.values[row] = event
    this.asset.values[row] = asset
    this.lot.values[row] = lot
    this.acquired.values[row] = acquired
    this.#codes.values[row] = kind | (mark << 8) | (method << 16)
    if (this.#rowsOfLot !== undefined) this.#index(row)
    return row
  }

  #find(kind: number, asset: number, lot: number, acquired: number, mark: BasisMark): number {
    if (this.count - this.#firstOfEvent <= NEAR_ROWS) {
      for (let row = this.count - 1; row >= this.#firstOfEvent; row--)
        if (this.lot.values[row] === lot && this.#isLike(row, kind, asset, acquired, mark)) return row
      return -1
    }
    if (this.#rowsOfLot === undefined) {
      this.#rowsOfLot = new Map()
      for (let row = this.#firstOfEvent; row < this.count; row++) this.#index(row)
    }
    for (const row of this.#rowsOfLot.get(lot) ?? [])
      if (this.#isLike(row, kind, asset, acquired, mark)) return row
    return -1
  }

  #isLike(row: number, kind: number, asset: number, acquired: number, mark: BasisMark): boolean {
    return (
      this.kind(row) === kind &&
      this.asset.values[row] === asset &&
      this.acquired.values[row] === acquired &&
      isOfOneRow(this.mark(row), mark)
    )
  }

  #index(row: number) {
    const lot = this.lot.values[row]!
    const rows = this.#rowsOfLot?.get(lot)
    if (rows === undefined) this.#rowsOfLot?.set(lot, [row])
    else rows.push(row)
  }

  #grow(row: number) {
    for (const column of [this.event, this.asset, this.lot, this.acquired, this.#codes]) column.reach(row)
    this.#capacity = this.event.values.length
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
