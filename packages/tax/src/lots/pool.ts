import type { LotHeap } from './lot-heap.ts'

/** Lots of one asset that are consumed together: those of an account, or all of them (R-POOL-1, R-POOL-2). */
export interface Pool {
  /** Id that the pieces store as their home. It goes with the pieces when a whole pool is handed over. */
  readonly id: number
  /** The key under which the book holds the pool at the moment. */
  key: number
  /** One heap for each order that was ever asked for, at the place of the order. */
  readonly heaps: (LotHeap | undefined)[]
  /** The heaps without gaps. */
  readonly kept: LotHeap[]
  /** Open pieces. */
  count: number
  /** Whether several lots of one acquisition may be in it: then they stay apart, in the order in which they came. */
  isMixed: boolean
  /** The pair whose quantity is the sum of the pieces. */
  readonly total: number
}

/** Beyond so many keys a list with a place for each would waste more room than a map. */
const MOST_PLACES = 1 << 20

/** Pools by key: a place for each key where there are not too many, for it is asked several times an event. */
export class PoolDirectory {
  readonly #places: (Pool | undefined)[] | undefined
  readonly #map = new Map<number, Pool>()

  /** @param keys all keys are below this. */
  constructor(keys: number) {
    this.#places = keys <= MOST_PLACES ? Array.from({ length: keys }, () => undefined) : undefined
  }

  get(key: number): Pool | undefined {
    return this.#places === undefined ? this.#map.get(key) : this.#places[key]
  }

  set(key: number, pool: Pool): void {
    if (this.#places === undefined) this.#map.set(key, pool)
    else this.#places[key] = pool
  }

  /** All pools, by key. */
  all(): Pool[] {
    const pools = this.#places?.filter((pool) => pool !== undefined) ?? [...this.#map.values()]
    return pools.sort((a, b) => a.key - b.key)
  }
}
