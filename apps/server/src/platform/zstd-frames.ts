import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/** Beyond what is expected, so that nobody asks whether more comes. */
const ROOM = 64 * 1024

/** What is shorter is packed and unpacked sooner than another thread is woken for it. */
const SHORT = { packed: 64 * 1024, unpacked: 512 * 1024 }

/** A frame is seldom more than this part of what it holds. */
const SHRINKS_BY = 2

const compress = promisify<Uint8Array, { chunkSize: number; params: Record<number, number> }, Buffer>(
  zstdCompress,
)
const decompress = promisify<Uint8Array, { chunkSize: number }, Buffer>(zstdDecompress)

/** The quick way. */
const QUICKLY = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Whether bytes are packed sooner than another thread is woken for it. */
export function isPackedAtOnce(bytes: Uint8Array): boolean {
  return bytes.length <= SHORT.unpacked
}

/** Bytes as a frame of zstd (RFC 8878); packed beside this thread, unless they are short. */
export async function packFrame(
  bytes: Uint8Array,
  params: Readonly<Record<number, number>> = QUICKLY,
): Promise<Buffer> {
  const options = { chunkSize: Math.ceil(bytes.length / SHRINKS_BY) + ROOM, params }
  return isPackedAtOnce(bytes) ? zstdCompressSync(bytes, options) : compress(bytes, options)
}

/**
 * What a frame was packed from; unpacked beside this thread, unless it is short.
 *
 * @param most bytes that are seldom more. They come in one place then: memory asked for again and again would make the runtime look through
 *   the whole heap for what can go.
 *
 * @throws Error for what is no frame.
 */
export async function unpackFrame(packed: Uint8Array, most: number): Promise<Buffer> {
  const options = { chunkSize: most + ROOM }
  return packed.length <= SHORT.packed ? zstdDecompressSync(packed, options) : decompress(packed, options)
}

/** The same at once: for a thread of its own. */
export function unpackFrameAtOnce(packed: Uint8Array, most: number): Buffer {
  return zstdDecompressSync(packed, { chunkSize: most + ROOM })
}
