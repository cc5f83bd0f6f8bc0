import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** Beyond what is expected, so that nobody asks whether more comes. */
const ROOM = 64 * 1024

/** A frame is seldom more than this part of what it holds. */
const SHRINKS_BY = 2

const compress = promisify<Uint8Array, { chunkSize: number; params: Record<number, number> }, Buffer>(
  zstdCompress,
)
const decompress = promisify<Uint8Array, { chunkSize: number }, Buffer>(zstdDecompress)

/** Bytes as a frame of zstd (RFC 8878), the quick way; packed beside this thread. */
export function packFrame(bytes: Uint8Array): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  return compress(bytes, { chunkSize: Math.ceil(bytes.length / SHRINKS_BY) + ROOM, params })
}

/**
 * What a frame was packed from; unpacked beside this thread.
 *
 * @param most bytes that are seldom more. They come in one place then: memory asked for again and again would make the runtime look through
 *   the whole heap for what can go.
 *
 * @throws Error for what is no frame.
 */
export function unpackFrame(packed: Uint8Array, most: number): Promise<Buffer> {
  return decompress(packed, { chunkSize: most + ROOM })
}
