import type { Hash } from 'node:crypto'
import type { KeptCheckpoint } from '@lotbook/tax'
import { Recent } from '../../platform/recent.ts'
import type { LotsLeft } from './kept-lots.ts'

/** Bytes of each kind, at most: of a history of ten thousand transactions all that the next edit goes on from. */
const MOST = { checkpoints: 8 * 1024 * 1024, blocks: 16 * 1024 * 1024, hashes: 100 }

/**
 * State that calculations of one customer left in the thread that did them, so that a calculation after an edit need not read it again:
 * rows that never change, by their ids, and the lots. All of it can be read anew, and is the same then.
 */
export interface RecentCalculation {
  /** A run that resumes from one leaves it as it is. */
  readonly checkpoints: Recent<KeptCheckpoint>
  /** Blocks of texts as they are kept. */
  readonly blocks: Recent<Buffer>
  /** Hashes of what texts begin with, by the ids of its blocks. One counts as one byte. */
  readonly hashes: Recent<Hash>
  lots: LotsLeft | undefined
}

export function emptyRecentCalculation(): RecentCalculation {
  return {
    checkpoints: new Recent(MOST.checkpoints),
    blocks: new Recent(MOST.blocks),
    hashes: new Recent(MOST.hashes),
    lots: undefined,
  }
}

/** A thread works for one customer after the other, and has nothing of one at hand while it works for another. */
export class RecentOfOneCustomer {
  #userId: string | undefined
  #recent = emptyRecentCalculation()

  /** The state of a customer; that of another is dropped. */
  of(userId: string): RecentCalculation {
    if (userId !== this.#userId) this.#recent = emptyRecentCalculation()
    this.#userId = userId
    return this.#recent
  }
}
