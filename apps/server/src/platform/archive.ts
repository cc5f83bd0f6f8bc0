import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'

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
  const parts: Record<string, Uint8Array> = {}
  for (const file of files) parts[file.fileName] = await bytesOf(file)
  if (list !== undefined) {
    const listed = files.map(({ fileName, rows }) => ({
      name: fileName,
      rows,
      sha256: createHash('sha256')
        .update(parts[fileName] ?? new Uint8Array())
        .digest('hex'),
    }))
    parts[list.name] = strToU8(`${JSON.stringify({ ...list.head, files: listed }, null, 2)}\n`)
  }
  // A fixed date, so that the same files give the same archive.
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, [bytes, { level: isPacked(name) ? 0 : 6 }]]),
    ),
    { mtime: new Date('2020-01-01T00:00:00Z') },
  )
}

/** Whether a file is compressed already, so that to do it again takes time and saves nothing. */
const isPacked = (name: string) => name.endsWith('.xlsx')

/** The bytes of a file, all of them. */
export async function bytesOf({ chunks }: Pick<ArchivedFile, 'chunks'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(typeof piece === 'string' ? strToU8(piece) : piece)
  return Buffer.concat(pieces)
}
