import type { Amounts } from '../amounts/amounts.ts'
import { IntColumn } from '../lots/columns.ts'
import { TREATMENTS } from '../us/treatments.ts'

/** The words a row's `kind` can be; columns carry the position. A fee in kind is a disposal of its own. */
export const KINDS: readonly string[] = [...new Set(['fee', ...TREATMENTS.map((t) => t.kind)])]
export const FEE_KIND = 0

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

/**
 * Disposals or removals as columns. One row per event, kind and lot: a further piece of the same lot with the
 * same date is added to the row that is there.
 */
export class RowTable {
  readonly amounts: Amounts
  count = 0
  /** Whether the row that `rowFor` gave last was made by it. */
  #isNew = false
  readonly #scratch: number
  readonly #firstSlot: number
  readonly event = new IntColumn(1024)
  readonly kind = new IntColumn(1024)
  readonly asset = new IntColumn(1024)
  /** The event that acquired the lot, or UNKNOWN. */
  readonly lot = new IntColumn(1024)
  /** The day number that the holding period runs from, or UNKNOWN_DAY, which no day is. */
  readonly acquired = new IntColumn(1024)
  readonly mark = new IntColumn(1024)
  /** The method code by which the lot was chosen. */
  readonly method = new IntColumn(1024)
  readonly #previousOfLot = new IntColumn(1024)
  readonly #newestOfLot: Int32Array
  #firstOfEvent = 0
  #currentEvent = -1

  /** @param events how many transactions there are, each of which may have acquired a lot. */
  constructor(amounts: Amounts, events: number) {
    this.amounts = amounts
    this.#scratch = amounts.reserve(1)
    this.#firstSlot = this.#scratch + 1
    // One place more: for units of which no lot is known.
    this.#newestOfLot = new Int32Array(events + 1).fill(-1)
  }

  slot(row: number, which: number): number {
    return this.#firstSlot + row * AMOUNTS_PER_ROW + which
  }

  /** Add an amount from another store to the row that `rowFor` just gave. */
  addTo(row: number, which: number, other: Amounts, amount: number): void {
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
    }
    const place = lot === UNKNOWN ? this.#newestOfLot.length - 1 : lot
    const newest = this.#newestOfLot[place]!
    for (let row = newest; row >= this.#firstOfEvent; row = this.#previousOfLot.values[row]!)
      if (
        this.kind.values[row] === kind &&
        this.asset.values[row] === asset &&
        this.acquired.values[row] === acquired &&
        this.mark.values[row] === mark
      ) {
        this.#isNew = false
        return row
      }

    this.#isNew = true
    const row = this.count++
    this.amounts.reserve(AMOUNTS_PER_ROW)
    this.event.reach(row)
    this.kind.reach(row)
    this.asset.reach(row)
    this.lot.reach(row)
    this.acquired.reach(row)
    this.mark.reach(row)
    this.method.reach(row)
    this.#previousOfLot.reach(row)
    this.event.values[row] = event
    this.kind.values[row] = kind
    this.asset.values[row] = asset
    this.lot.values[row] = lot
    this.acquired.values[row] = acquired
    this.mark.values[row] = mark
    this.method.values[row] = method
    this.#previousOfLot.values[row] = newest
    this.#newestOfLot[place] = row
    return row
  }
}
