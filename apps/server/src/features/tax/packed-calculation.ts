import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { CalculationInput, CalculationRecord, CalculationResult } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** How much text is packed at a time. */
const BLOCK_BYTES = 4 * 1024 * 1024
const LENGTH_BYTES = 4

/** A text as it is kept beside a calculation: blocks of zstd, the length before each; and its SHA-256 as hex. */
export interface Packed {
  readonly sha256: string
  readonly bytes: Buffer
}

/** Pack a text that comes in pieces. */
export function pack(write: (take: (piece: string) => void) => void): Packed {
  const hash = createHash('sha256')
  const blocks: Buffer[] = []
  let pieces: string[] = []
  let length = 0
  const close = () => {
    const text = Buffer.from(pieces.join(''))
    hash.update(text)
    const block = zstdCompressSync(text)
    const head = Buffer.alloc(LENGTH_BYTES)
    head.writeUInt32BE(block.length)
    blocks.push(head, block)
    pieces = []
    length = 0
  }
  write((piece) => {
    pieces.push(piece)
    length += piece.length
    if (length >= BLOCK_BYTES) close()
  })
  if (length > 0) close()
  return { sha256: hash.digest('hex'), bytes: Buffer.concat(blocks) }
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
  return {
    input: jsonOf(row.packed_input) as CalculationInput,
    result: jsonOf(row.packed_result) as CalculationResult,
    engineVersion: row.engine_version,
    rulesVersion: row.rules_version,
  }
}

function jsonOf(packed: Buffer): unknown {
  return JSON.parse(Buffer.concat([...unpack(packed)]).toString())
}
