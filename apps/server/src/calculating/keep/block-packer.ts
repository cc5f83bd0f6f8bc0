import { constants, createZstdCompress } from 'node:zlib'
import { BLOCK_BYTES } from '@lotbook/tax'
import { isPackedAtOnce, packFrame } from '../../platform/zstd-frames.ts'

/** Room for a block to begin with: what follows an edit is seldom more. */
const FIRST_BYTES = 128 * 1024
// The packed bytes of a block arrive in one piece, since every piece would be a turn of this thread; there is seldom more than this.
const PIECE_BYTES = BLOCK_BYTES / 4
/**
 * Level 1 takes half the time of the usual one, and rows of results come out no larger: what repeats is near. What it looks back on fits
 * into a processor's own memory.
 */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 18,
  [constants.ZSTD_c_hashLog]: 14,
}

/** Buffer in which a block is put together. */
export class Room {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)

  put(part: Uint8Array, at: number): void {
    const end = at + part.length
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(end, 4 * this.#bytes.length)))
      this.#bytes.copy(grown, 0, 0, at)
      this.#bytes = grown
    }
    this.#bytes.set(part, at)
  }

  upTo(end: number): Buffer {
    return this.#bytes.subarray(0, end)
  }
}

/**
 * One compressor for all long blocks: each of its own would ask for memory again, and the runtime would look through the whole
 * heap for what can go.
 */
export class BlockPacker {
  #long: LongPacker | undefined

  /** A block as a frame of zstd of its own. */
  pack(block: Buffer): Promise<Buffer> {
    if (isPackedAtOnce(block)) return packFrame(block, COMPRESSION)
    return (this.#long ??= new LongPacker()).pack(block)
  }

  close(): void {
    this.#long?.close()
  }
}

class LongPacker {
  readonly #zstd = createZstdCompress({ chunkSize: PIECE_BYTES, params: COMPRESSION })
  #packed: Buffer[] = []

  constructor() {
    this.#zstd.on('data', (piece: Buffer) => this.#packed.push(piece))
  }

  pack(block: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#zstd.once('error', reject)
      this.#zstd.write(block)
      this.#zstd.flush(constants.ZSTD_e_end, () => {
        this.#zstd.off('error', reject)
        const pieces = this.#packed.splice(0)
        resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
      })
    })
  }

  close(): void {
    this.#zstd.close()
  }
}
