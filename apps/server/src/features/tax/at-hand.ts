import type { Hash } from 'node:crypto'
import { Recent } from '../../platform/recent.ts'
import type { KeptCheckpoint } from './checkpoints.ts'
import type { LotsLeft } from './kept-lots.ts'

/** Bytes of each kind, at most: of a history of ten thousand transactions all that the next edit goes on from. */
const MOST = { checkpoints: 8 * 1024 * 1024, blocks: 16 * 1024 * 1024, lots: 8 * 1024 * 1024, hashes: 100 }

/**
 * What a thread that calculates has at hand of its calculations before, so that whoever edits and calculates again does not wait for it twice:
 * rows that never change, by their ids, and the lots that it left. All of it can be read anew.
 */
export interface AtHand {
  /** Who goes on from one takes it over, and leaves it as it is. */
  readonly checkpoints: Recent<KeptCheckpoint>
  /** Blocks of texts as they are kept. */
  readonly blocks: Recent<Buffer>
  /** Hashes of what texts begin with, by the ids of its blocks. One counts as one byte. */
  readonly hashes: Recent<Hash>
  /** By customer. */
  readonly lots: Recent<LotsLeft>
}

export function nothingAtHand(): AtHand {
  return {
    checkpoints: new Recent(MOST.checkpoints),
    blocks: new Recent(MOST.blocks),
    hashes: new Recent(MOST.hashes),
    lots: new Recent(MOST.lots),
  }
}
