/** Stands where a number is that 64 bits do not hold. No number that they are asked to hold is this one. */
const FAR = -(2n ** 63n)
const MOST_NEAR = 2n ** 63n - 1n

/** Room behind the first numbers, and how much more of it there is where more come. */
const LEAST_ROOM = 64
const GROWTH = 1.6

/**
 * Whole numbers of any size in a column, all of them zero at first. Those of 64 bits, which most are, lie side by side: as a list of
 * objects each would be one, looked for all over the memory and kept alive by the list. The check's own: the engine's columns
 * (`amounts`) are what it holds to account.
 */
export class WholeColumn {
  length: number
  #near: BigInt64Array<ArrayBuffer>
  /** The numbers that are too large, by their places. */
  readonly #far: bigint[] = []

  constructor(length: number) {
    this.length = length
    this.#near = new BigInt64Array(length)
  }

  get(place: number): bigint {
    const near = this.#near[place]!
    return near === FAR ? this.#far[place]! : near
  }

  set(place: number, value: bigint): void {
    if (value > FAR && value <= MOST_NEAR) this.#near[place] = value
    else {
      this.#near[place] = FAR
      this.#far[place] = value
    }
  }

  /** Add to the number at a place. */
  add(place: number, value: bigint): void {
    this.set(place, this.get(place) + value)
  }

  /** One more place, with zero. */
  extend(): void {
    if (this.length === this.#near.length) {
      const near = new BigInt64Array(Math.max(LEAST_ROOM, Math.ceil(this.length * GROWTH)))
      near.set(this.#near)
      this.#near = near
    }
    this.length += 1
  }
}
