import { createHash } from 'node:crypto'
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

/**
 * Several files as one archive. Its list has the SHA-256 of each file, so that anybody can tell whether it is whole and as it was made.
 */
export async function archiveOf(files: readonly ArchivedFile[], list?: List): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error !== null) throw error
    pieces.push(data)
  })
  const listed: { name: string; rows: number; sha256: string }[] = []
  for (const { fileName, rows, chunks } of files) {
    const hash = createHash('sha256')
    const part = partOf(zip, fileName)
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? strToU8(chunk) : chunk
      hash.update(bytes)
      part.push(bytes)
    }
    part.push(new Uint8Array(), true)
    listed.push({ name: fileName, rows, sha256: hash.digest('hex') })
  }
  if (list !== undefined) {
    const text = `${JSON.stringify({ ...list.head, files: listed }, null, 2)}\n`
    partOf(zip, list.name).push(strToU8(text), true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

/** A new file of an archive, compressed while it is pushed, so that none is ever held whole. */
function partOf(zip: Zip, name: string): ZipDeflate | ZipPassThrough {
  const part = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
  // A fixed date, so that the same files give the same archive.
  part.mtime = new Date('2020-01-01T00:00:00Z')
  zip.add(part)
  return part
}

/** Whether a file is compressed already, so that to do it again takes time and saves nothing. */
const isPacked = (name: string) => name.endsWith('.xlsx')

/** The bytes of a file, all of them. */
export async function bytesOf({ chunks }: Pick<ArchivedFile, 'chunks'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(typeof piece === 'string' ? strToU8(piece) : piece)
  return Buffer.concat(pieces)
}
