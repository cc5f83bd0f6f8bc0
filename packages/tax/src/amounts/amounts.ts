/** Sign, whole part and decimals. */
export type SplitAmount = Float64Array

/** Whole parts below this, and so many decimals, are divided by powers of ten without a doubt. */
export const MOST_WHOLE = 1e12
export const MOST_DECIMALS = 12

/** Index of a number in a store of amounts. It is not an amount, and is never computed with. */
export type Slot = number

/**
 * A store of exact whole numbers, each at a slot. The engine computes on slots and never sees how a number
 * is kept, so the same rules run on two-limb columns (`NarrowAmounts`) and, where those do not suffice, on
 * big integers (`WideAmounts`), to the same result.
 */
export interface Amounts {
  /** The first of `count` further slots in a row, all zero. */
  reserve(count: number): Slot
  clear(slot: Slot): void
  copy(to: Slot, from: Slot): void
  /** Copy out of another store of the same kind. */
  copyFrom(to: Slot, other: Amounts, from: Slot): void
  /** Copy four of another store of the same kind side by side. */
  gather(to: Slot, other: Amounts, a: Slot, b: Slot, c: Slot, d: Slot): void
  add(to: Slot, a: Slot, b: Slot): void
  subtract(to: Slot, a: Slot, b: Slot): void
  isZero(slot: Slot): boolean
  isNegative(slot: Slot): boolean
  /** Negative, zero or positive as a is less than, equal to or more than b. */
  compare(a: Slot, b: Slot): number
  /** `total × part ÷ whole`, rounded half to even; `part` and `whole` are positive, `whole` is not zero. */
  share(to: Slot, total: Slot, part: Slot, whole: Slot): void
  /** How `a ÷ b` compares with `c ÷ d`, exactly; none is negative, `b` and `d` are positive. */
  compareRatios(a: Slot, b: Slot, c: Slot, d: Slot): number
  /** The number to within a few units in the last place of a double. For keys and bounds, never for money. */
  approximate(slot: Slot): number
  get(slot: Slot): bigint
  set(slot: Slot, value: bigint): void
  /** Read canonical decimal text as a whole number of 10^-scale. @throws RangeError when it has more decimals. */
  setText(slot: Slot, text: string, scale: number): void
  /** Canonical decimal text of the number of 10^-scale. */
  text(slot: Slot, scale: number): string
  /**
   * The number of 10^-scale as 1 where it is negative, its whole part and its decimals, those as a whole number of 10^-scale.
   *
   * @returns false where `MOST_WHOLE` or `MOST_DECIMALS` is passed: then its text says it.
   */
  split(slot: Slot, scale: number, to: SplitAmount): boolean
  /**
   * Put two numbers from a place on, which are those of this whole number alone. For keys, never for money.
   *
   * @returns false where two numbers do not say it.
   */
  identify(slot: Slot, to: Float64Array, at: number): boolean
  /** Write the same as ASCII from a place on, which must have room for it. @returns where it ends. */
  writeText(slot: Slot, scale: number, to: Uint8Array, at: number): number
}
