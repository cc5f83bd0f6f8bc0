import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { constants, createZstdCompress, zstdDecompressSync } from 'node:zlib'
import {
  inputOfRows,
  isInputRows,
  isResultRows,
  resultOfRows,
  type CalculationInput,
  type CalculationRecord,
  type CalculationResult,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** How much text is packed at a time. */
const BLOCK_BYTES = 4 * 1024 * 1024
const LENGTH_BYTES = 4
/** Level 1 takes half the time of the usual one, and rows of results come out no larger. */
const COMPRESSION = {
  // What comes of a block comes at once, for every piece of it would be a turn of this thread; there is seldom more than this.
  chunkSize: BLOCK_BYTES / 4,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
}

/** A text as it is kept beside a calculation: blocks of zstd, the length before each; and its SHA-256 as hex. */
export interface Packed {
  readonly sha256: string
  readonly bytes: Buffer
}

/**
 * Pack a text that comes in pieces of UTF-8, each of which holds until the next is asked for. Between pieces other work has its
 * turn; blocks are compressed beside this thread.
 */
export async function pack(text: Iterable<Uint8Array>): Promise<Packed> {
  const hash = createHash('sha256')
  const packer = new BlockPacker()
  const blocks: Buffer[] = []
  /** One is filled while the one before is compressed. */
  const both = [Buffer.allocUnsafe(BLOCK_BYTES), Buffer.allocUnsafe(BLOCK_BYTES)] as const
  let packing: Promise<unknown> = Promise.resolve()
  let [n, used] = [0, 0]
  const close = async () => {
    const bytes = both[n % 2]!.subarray(0, used)
    hash.update(bytes)
    await packing
    packing = packer.pack(bytes).then((block) => blocks.push(headOf(block), block))
    // Awaited with the next block: until then nobody listens.
    packing.catch(() => {})
    ;[n, used] = [n + 1, 0]
  }
  try {
    for (const piece of text) {
      for (let at = 0; at < piece.length;) {
        const part = piece.subarray(at, at + BLOCK_BYTES - used)
        both[n % 2]!.set(part, used)
        used += part.length
        at += part.length
        if (used === BLOCK_BYTES) await close()
      }
      await turn()
    }
    if (used > 0) await close()
    await packing
  } finally {
    packer.close()
  }
  return { bytes: Buffer.concat(blocks), sha256: hash.digest('hex') }
}

/**
 * One compressor for block after block: each of its own would ask for memory again, and the runtime would look through the whole
 * heap for what can go.
 */
class BlockPacker {
  readonly #zstd = createZstdCompress(COMPRESSION)
  #packed: Buffer[] = []

  constructor() {
    this.#zstd.on('data', (piece: Buffer) => this.#packed.push(piece))
  }

  /** A block as a frame of zstd of its own. */
  pack(block: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#zstd.once('error', reject)
      this.#zstd.write(block)
      this.#zstd.flush(constants.ZSTD_e_end, () => {
        this.#zstd.off('error', reject)
        resolve(Buffer.concat(this.#packed.splice(0)))
      })
    })
  }

  close(): void {
    this.#zstd.close()
  }
}

function headOf(block: Buffer): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES)
  head.writeUInt32BE(block.length)
  return head
}

/** The text that was packed, as UTF-8, block by block. */
export function* unpack(packed: Buffer): Generator<Buffer> {
  for (let at = 0; at < packed.length;) {
    const start = at + LENGTH_BYTES
    at = start + packed.readUInt32BE(at)
    yield zstdDecompressSync(packed.subarray(start, at))
  }
}

/** A done calculation as it was worked out; undefined for one that kept no input (made before inputs were kept). */
export async function readCalculation(
  tx: Tx,
  userId: string,
  id: string,
): Promise<CalculationRecord | undefined> {
  const row = await tx.one<{
    engine_version: string
    rules_version: string
    packed_input: Buffer | null
    packed_result: Buffer | null
  }>(sql`
    select engine_version, rules_version, packed_input, packed_result from calculations
    where user_id = ${userId} and id = ${id} and state = 'done'`)
  if (row.packed_input === null || row.packed_result === null) return undefined
  const [keptInput, keptResult] = [jsonOf(row.packed_input), jsonOf(row.packed_result)]
  // What was made before there were rows is kept with the name of each field in each row.
  const input = (isInputRows(keptInput) ? inputOfRows(keptInput) : keptInput) as CalculationInput
  return {
    input,
    result: isResultRows(keptResult) ? resultOfRows(keptResult, input) : (keptResult as CalculationResult),
    engineVersion: row.engine_version,
    rulesVersion: row.rules_version,
  }
}

function jsonOf(packed: Buffer): unknown {
  return JSON.parse(Buffer.concat([...unpack(packed)]).toString())
}
