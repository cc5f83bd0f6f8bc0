/**
 * A store of exact whole numbers, each at a slot. The engine computes on slots and never sees how a number
 * is kept, so the same rules run on two-limb columns (`NarrowAmounts`) and, where those do not suffice, on
 * big integers (`WideAmounts`), to the same result.
 */
export interface Amounts {
  /** The first of `count` further slots in a row, all zero. */
  reserve(count: number): number
  clear(slot: number): void
  copy(to: number, from: number): void
  /** Copy out of another store of the same kind. */
  copyFrom(to: number, other: Amounts, from: number): void
  add(to: number, a: number, b: number): void
  subtract(to: number, a: number, b: number): void
  isZero(slot: number): boolean
  isNegative(slot: number): boolean
  /** Negative, zero or positive as a is less than, equal to or more than b. */
  compare(a: number, b: number): number
  /** `total × part ÷ whole`, rounded half to even; `part` and `whole` are positive, `whole` is not zero. */
  share(to: number, total: number, part: number, whole: number): void
  /** How `a ÷ b` compares with `c ÷ d`, exactly; none is negative, `b` and `d` are positive. */
  compareRatios(a: number, b: number, c: number, d: number): number
  /** The number to within a few units in the last place of a double. For keys and bounds, never for money. */
  approximate(slot: number): number
  get(slot: number): bigint
  set(slot: number, value: bigint): void
  /** Read canonical decimal text as a whole number of 10^-scale. @throws RangeError when it has more decimals. */
  setText(slot: number, text: string, scale: number): void
  /** Canonical decimal text of the number of 10^-scale. */
  text(slot: number, scale: number): string
}
