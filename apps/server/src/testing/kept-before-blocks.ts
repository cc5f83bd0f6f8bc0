import { zstdCompressSync } from 'node:zlib'
import type { Tx } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

const LENGTH_BYTES = 4

/** A text as calculations kept it before there were blocks: frames of zstd, the length before each. */
function framesOf(text: string, frameBytes: number): Buffer {
  const bytes = Buffer.from(text)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += frameBytes) {
    const frame = zstdCompressSync(bytes.subarray(at, at + frameBytes))
    const head = Buffer.alloc(LENGTH_BYTES)
    head.writeUInt32BE(frame.length)
    frames.push(head, frame)
  }
  return Buffer.concat(frames)
}

/** Make of a done calculation one that kept these texts before there were blocks. */
export async function keepAsBeforeBlocks(
  tx: Tx,
  userId: string,
  id: string,
  texts: { readonly input: string; readonly result: string },
  frameBytes = 100,
): Promise<void> {
  await tx.run(sql`
    update calculations set input_blocks = null, result_blocks = null,
      packed_input = ${framesOf(texts.input, frameBytes)}, packed_result = ${framesOf(texts.result, frameBytes)}
    where user_id = ${userId} and id = ${id}`)
}
