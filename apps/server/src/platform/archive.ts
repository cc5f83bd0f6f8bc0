import { createHash, type Hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

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
 * Several files as one archive. Its list has the SHA-256 of each file, so that anybody can tell whether it is whole and as it was made.
 * Files are packed as they are written: only the packed bytes are held.
 */
export async function archiveOf(files: readonly ArchivedFile[], list?: List): Promise<Uint8Array> {
  const packed: Uint8Array[] = []
  const zip = new Zip((failed, bytes) => {
    if (failed !== null) throw failed
    packed.push(bytes)
  })
  const listed: { name: string; rows: number; sha256: string }[] = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pack(zip, file.fileName, piecesOf(file), hash)
    listed.push({ name: file.fileName, rows: file.rows, sha256: hash.digest('hex') })
  }
  if (list !== undefined) {
    const text = `${JSON.stringify({ ...list.head, files: listed }, null, 2)}\n`
    await pack(zip, list.name, [strToU8(text)])
  }
  zip.end()
  return Buffer.concat(packed)
}

async function pack(
  zip: Zip,
  fileName: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  hash?: Hash,
): Promise<void> {
  const entry = isPacked(fileName) ? new ZipPassThrough(fileName) : new ZipDeflate(fileName)
  entry.mtime = MADE
  zip.add(entry)
  for await (const piece of pieces) {
    hash?.update(piece)
    entry.push(piece)
  }
  entry.push(new Uint8Array(), true)
}

/** Whether a file is compressed already, so that to do it again takes time and saves nothing. */
const isPacked = (name: string) => name.endsWith('.xlsx')

/** The bytes of a file, all of them. */
export async function bytesOf(file: Pick<ArchivedFile, 'chunks'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(file)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The bytes of a file in pieces of some length: a table is written a line at a time. Others have the event loop between two pieces. */
async function* piecesOf({ chunks }: Pick<ArchivedFile, 'chunks'>): AsyncGenerator<Uint8Array> {
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
