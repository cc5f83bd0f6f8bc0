import { BLOCK_BYTES, unpackedBlocks, type KeptLists } from '@lotbook/tax'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { joined, sql } from '../../platform/sql.ts'
import { unpackFrame } from '../../platform/zstd-frames.ts'
import type { RecentCalculation } from './recent-calculation.ts'

/** Most blocks of a resumed text that are all read before anything is written. */
const MOST_READ_AHEAD = 32
/** A block that is packed to more is not kept at hand. */
const MOST_AT_HAND = 1024 * 1024

/** Blocks as they are kept, by their ids. */
export type BlocksRead = ReadonlyMap<string, Buffer>

/** Blocks and hashes of texts in memory. */
export type RecentBlocks = Pick<RecentCalculation, 'blocks' | 'hashes'>

/**
 * The blocks that lists go on from, where they are few: asked for one list after the other each would wait for thousands of rows. What is at
 * hand is not asked for.
 */
export async function readAhead(
  tx: Tx,
  userId: string,
  kept: KeptLists,
  recent: RecentBlocks,
): Promise<BlocksRead> {
  const ids = Object.values(kept).flat()
  if (ids.length > MOST_READ_AHEAD) return new Map()
  const here = new Map<string, Buffer>()
  for (const id of ids) {
    const packed = recent.blocks.get(id)
    if (packed !== undefined) here.set(id, packed)
  }
  const read = await readBlocks(
    tx,
    userId,
    ids.filter((id) => !here.has(id)),
  )
  for (const [id, packed] of read) {
    remember(recent, id, packed)
    here.set(id, packed)
  }
  return here
}

/** Keep a block at hand, unless it is long. */
export function remember({ blocks }: RecentBlocks, id: string, packed: Buffer): void {
  if (packed.length <= MOST_AT_HAND) blocks.set(id, packed, packed.buffer.byteLength)
}

/** Those of these blocks that the customer has, as they are kept. */
export async function readBlocks(tx: Tx, userId: string, ids: readonly string[]): Promise<BlocksRead> {
  const found = new Map<string, Buffer>()
  if (ids.length === 0) return found
  await eachRow(
    tx,
    sql`select id::text, packed from text_blocks where user_id = ${userId} and id in (${joined(
      ids.map((id) => sql`${id}`),
      ', ',
    )})`,
    ([id, packed]) => found.set(id!.toString(), Buffer.from(packed!)),
  )
  return found
}

/**
 * The text of blocks as UTF-8, block by block; some are read and unpacked ahead.
 *
 * @throws Error where a block is not among those that were read.
 */
export function textOfBlocks(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<BlocksRead>,
): AsyncGenerator<Buffer> {
  return unpackedBlocks(ids, read, unpackBlock)
}

/** The text of a block, unpacked beside this thread. */
export function unpackBlock(packed: Buffer): Promise<Buffer> {
  // Few texts are packed to so little.
  return unpackFrame(packed, Math.min(BLOCK_BYTES, 16 * packed.length))
}
