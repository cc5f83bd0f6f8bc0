import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { BLOCK_BYTES, BlockPlaces, type TextList, type TextPart } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { joined, plannedOnce, sql } from '../../platform/sql.ts'
import { emptyRecentCalculation } from './recent-calculation.ts'
import { BlockPacker, Room } from './block-packer.ts'
import { readBlocks, remember, textOfBlocks, type RecentBlocks, type BlocksRead } from './text-blocks.ts'

/** How much of a block that is kept already is hashed in one go: others have their turn between. */
const HASHED_BYTES = 256 * 1024
/** Blocks are stored once so much of them is packed: what follows an edit is less, and goes at the end, by one statement. */
const STORED_FROM = 64 * 1024
/** Blocks that are stored by one statement. */
const STORED_AT_ONCE = 8

/** A text that is kept, as blocks of `text_blocks`. */
export interface KeptText {
  /** SHA-256 of the whole text, as hex. */
  readonly sha256: string
  readonly blocks: readonly string[]
  /** The blocks of all that a list has before a border, its head with it. @throws Error for a border that the text does not have. */
  readonly upTo: (list: TextList, border: number) => readonly string[]
  /** The blocks of each stretch of it, by the event that it begins with. */
  readonly stretches: ReadonlyMap<number, readonly string[]>
  /** Awaited before the transaction ends: until then the database takes in what is packed. */
  readonly stored: Promise<unknown>
}

/**
 * Keep a text: hash it whole, and store in blocks what of it is not stored yet. Blocks are packed and unpacked beside this thread, and
 * between parts other work has its turn. A block is never changed, for other texts may be made of it.
 *
 * @param alone takes turns with what else is asked of the transaction meanwhile.
 * @param here blocks that were read already: by turns with rows that are written each would wait for thousands of them.
 * @param recent short blocks and hashes of texts before; this text leaves its own there.
 */
export async function keepText(
  tx: Tx,
  userId: string,
  parts: Iterable<TextPart>,
  alone = inTurn(1),
  here: BlocksRead = new Map(),
  recent: RecentBlocks = emptyRecentCalculation(),
): Promise<KeptText> {
  const keeper = new TextKeeper(tx, userId, alone, here, recent)
  try {
    for (const part of parts) {
      if (part instanceof Uint8Array) await keeper.write(part)
      else if ('kept' in part) await keeper.goOn(part.kept)
      else if ('begins' in part) await keeper.begin(part.begins)
      else if ('stretch' in part) await keeper.beginStretch(part.stretch)
      else await keeper.pass(part.border)
      await turn()
    }
    return await keeper.end()
  } catch (error) {
    await keeper.settled()
    throw error
  } finally {
    keeper.close()
  }
}

class TextKeeper {
  readonly #tx: Tx
  readonly #userId: string
  readonly #alone: ReturnType<typeof inTurn>
  readonly #here: BlocksRead
  /** Packed, and waiting for the transaction's turn. */
  #packed: { readonly id: string; readonly packed: Buffer }[] = []
  #packedBytes = 0
  #hash = createHash('sha256')
  readonly #recent: RecentBlocks
  readonly #packer = new BlockPacker()
  /** One is filled while the one before is packed. */
  readonly #both = [new Room(), new Room()] as const
  #filled = 0
  #used = 0
  #packing: Promise<unknown> = Promise.resolve()
  readonly #storing: Promise<unknown>[] = []
  readonly #places = new BlockPlaces()

  constructor(
    tx: Tx,
    userId: string,
    alone: ReturnType<typeof inTurn>,
    here: BlocksRead,
    recent: RecentBlocks,
  ) {
    this.#here = here
    this.#recent = recent
    this.#tx = tx
    this.#userId = userId
    this.#alone = alone
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#used)
      this.#both[this.#filled % 2]!.put(part, this.#used)
      this.#hash.update(part)
      this.#used += part.length
      at += part.length
      if (this.#used === BLOCK_BYTES) await this.#endBlock()
    }
  }

  async goOn(blocks: readonly string[]): Promise<void> {
    await this.#endBlock()
    this.#places.ids.push(...blocks)
    const known = this.#recent.hashes.get(this.#nameOfHash)
    if (known !== undefined) this.#hash = known.copy()
    else {
      await this.#hashBlocks(blocks)
      this.#rememberHash()
    }
  }

  /** All that was taken in so far is these blocks. */
  get #nameOfHash(): string {
    return this.#places.ids.join(' ')
  }

  #rememberHash(): void {
    this.#recent.hashes.set(this.#nameOfHash, this.#hash.copy(), 1)
  }

  async #hashBlocks(blocks: readonly string[]): Promise<void> {
    const read = (ids: readonly string[]) =>
      ids.every((id) => this.#here.has(id))
        ? Promise.resolve(this.#here)
        : this.#alone(() => readBlocks(this.#tx, this.#userId, ids))
    for await (const text of textOfBlocks(blocks, read))
      for (let at = 0; at < text.length; at += HASHED_BYTES) {
        this.#hash.update(text.subarray(at, at + HASHED_BYTES))
        await turn()
      }
  }

  async begin(list: TextList | null): Promise<void> {
    await this.#endBlock()
    this.#places.begin(list)
  }

  async beginStretch(event: number): Promise<void> {
    await this.#endBlock()
    this.#places.beginStretch(event)
  }

  async pass(border: number): Promise<void> {
    await this.#endBlock()
    if (this.#places.pass(border)) this.#rememberHash()
  }

  async end(): Promise<KeptText> {
    await this.#endBlock()
    await this.#packing
    this.#store()
    const stored = Promise.all(this.#storing)
    stored.catch(() => {})
    return {
      sha256: this.#hash.digest('hex'),
      blocks: this.#places.ids,
      stored,
      stretches: this.#places.stretches,
      upTo: (list, border) => this.#places.upTo(list, border),
    }
  }

  /** Waits until nothing is asked of the transaction any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#packing])
    await Promise.allSettled(this.#storing)
  }

  close(): void {
    this.#packer.close()
  }

  async #endBlock(): Promise<void> {
    if (this.#used === 0) return
    const bytes = this.#both[this.#filled % 2]!.upTo(this.#used)
    const id = newId()
    this.#places.ids.push(id)
    await this.#packing
    this.#packing = this.#packer.pack(bytes).then((packed) => {
      remember(this.#recent, id, packed)
      this.#packed.push({ id, packed })
      this.#packedBytes += packed.length
      if (this.#packedBytes >= STORED_FROM) this.#store()
    })
    // Awaited with the next block: until then nobody listens.
    this.#packing.catch(() => {})
    this.#filled += 1
    this.#used = 0
  }

  /** Blocks packed until it is this text's turn are written by few statements. */
  #store(): void {
    this.#packedBytes = 0
    if (this.#packed.length === 0) return
    const storing = this.#alone(async () => {
      while (this.#packed.length > 0) {
        const blocks = this.#packed.splice(0, STORED_AT_ONCE)
        const rows = blocks.map((block) => sql`(${this.#userId}, ${block.id}, ${block.packed})`)
        await this.#tx.run(
          plannedOnce`insert into text_blocks (user_id, id, packed) values ${joined(rows, ', ')}`,
        )
      }
    })
    storing.catch(() => {})
    this.#storing.push(storing)
  }
}
