import { createHash, type Hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { strToU8, Zip, type ZipInputFile } from 'fflate'

/** A file that travels with others. */
export interface ArchivedFile {
  readonly fileName: string
  readonly rows: number
  readonly chunks: Iterable<string> | AsyncIterable<Uint8Array>
}

/** The list in an archive, and its head beside the names of the files. */
interface List {
  readonly name: string
  readonly head: Readonly<Record<string, string | number | null>>
}

// A fixed date, so that the same files give the same archive.
const MADE = new Date('2020-01-01T00:00:00Z')

/** A file's text is packed in pieces of about this length. */
const PIECE_BYTES = 1 << 16

/**
 * Several files as one archive, in pieces that are handed on as they are packed. Its list has the SHA-256 of each file, so that anybody can
 * tell whether it is whole and as it was made.
 */
export async function* archivePieces(
  files: readonly ArchivedFile[],
  list?: List,
): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  const zip = new Zip((failed, bytes) => {
    if (failed !== null) throw failed
    packed.push(bytes)
  })
  const listed: { name: string; rows: number; sha256: string }[] = []
  for (const file of files) {
    const hash = createHash('sha256')
    for await (const _ of pack(zip, file.fileName, piecesOf(file), hash)) yield* packed.splice(0)
    listed.push({ name: file.fileName, rows: file.rows, sha256: hash.digest('hex') })
  }
  if (list !== undefined) {
    const text = `${JSON.stringify({ ...list.head, files: listed }, null, 2)}\n`
    for await (const _ of pack(zip, list.name, [strToU8(text)])) yield* packed.splice(0)
  }
  zip.end()
  yield* packed
}

/** The same, whole: for archives of some length. */
export async function archiveOf(files: readonly ArchivedFile[], list?: List): Promise<Uint8Array> {
  return joined(archivePieces(files, list))
}

/** How the format names what is done to a file's bytes (PKWARE APPNOTE 4.4.5). */
const STORED = 0
const DEFLATED = 8

/**
 * Pack a file, with a step for each piece that is packed. The runtime compresses, in native code: the library keeps the tables of each
 * file that it compresses, a third of a megabyte, until the archive ends.
 */
async function* pack(
  zip: Zip,
  fileName: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  hash?: Hash,
): AsyncGenerator<void> {
  const compression = isPacked(fileName) ? STORED : DEFLATED
  const entry: ZipInputFile = { filename: fileName, compression, size: 0, crc: 0, mtime: MADE }
  zip.add(entry)
  const counted = Readable.from(countedPieces(entry, pieces, hash), { objectMode: true, highWaterMark: 1 })
  // What goes wrong is thrown where the packed bytes are read.
  const packed = compression === STORED ? counted : pipeline(counted, createDeflateRaw(), () => {})
  for await (const piece of packed as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    entry.ondata?.(null, piece, false)
    yield
  }
  entry.ondata?.(null, new Uint8Array(), true)
  yield
}

/** The pieces of a file as they go by, with its length and its checksums. */
async function* countedPieces(
  entry: ZipInputFile,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  hash?: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (piece.length === 0) continue
    hash?.update(piece)
    entry.size += piece.length
    entry.crc = crc32(piece, entry.crc)
    yield piece
  }
}

/** Whether a file is compressed already, so that to do it again takes time and saves nothing. */
const isPacked = (name: string) => name.endsWith('.xlsx')

/** The bytes of a file, all of them. */
export async function bytesOf(file: Pick<ArchivedFile, 'chunks'>): Promise<Uint8Array> {
  return joined(piecesOf(file))
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(pieces))
}

/** The bytes of a file in pieces of some length: a table is written a line at a time. Others have the event loop between two pieces. */
export async function* piecesOf({ chunks }: Pick<ArchivedFile, 'chunks'>): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') {
      yield chunk
      continue
    }
    text += chunk
    if (text.length < PIECE_BYTES) continue
    yield strToU8(text)
    text = ''
    await breathe()
  }
  if (text !== '') yield strToU8(text)
}
