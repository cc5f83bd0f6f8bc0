import type { LotHeap } from './lot-heap.ts'

/** Lots of one asset that are consumed together: those of an account, or all of them (R-POOL-1, R-POOL-2). */
export interface Pool {
  /** What its pieces call home. It goes with the pieces when a whole pool is handed over. */
  readonly id: number
  /** Whose it is at the moment: the key under which the book holds it. */
  key: number
  /** One heap for each order that was ever asked for. */
  readonly heaps: (LotHeap | undefined)[]
  /** Open pieces. */
  count: number
  /** The pair whose quantity is the sum of the pieces. */
  readonly total: number
}
