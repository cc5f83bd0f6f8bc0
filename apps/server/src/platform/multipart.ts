import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { UPLOAD_MAX_BYTES } from '@lotbook/contract'
import { Refusal, refuse } from './refusal.ts'

/** What the form around a file may take: boundaries, names, the other fields. */
const ENVELOPE_BYTES = 64 * 1024
const MOST_PARTS = 20
/** Room for a file whose form does not say how long it is, to begin with. */
const ROOM = 1 << 16

/**
 * A file of a form. Its bytes were put where they are as they arrived, and their hash was taken on the way: ten megabytes that
 * are touched in one go hold everybody else up for as long as fifty milliseconds.
 */
export class ReceivedFile extends File {
  // An ordinary property would be looked through with the rest of the input.
  readonly #contents: Buffer
  readonly sha256: Buffer

  constructor(name: string, type: string, contents: Buffer, sha256: Buffer) {
    super([], name, { type })
    this.#contents = contents
    this.sha256 = sha256
    Object.defineProperty(this, 'size', { value: contents.length })
  }

  /** They are not copied: nobody may change them. */
  get contents(): Uint8Array {
    return this.#contents
  }

  // What any file can do, for whoever knows it as no more.
  override arrayBuffer() {
    return this.#copy().arrayBuffer()
  }

  override bytes() {
    return this.#copy().bytes()
  }

  override text() {
    return this.#copy().text()
  }

  override stream() {
    return this.#copy().stream()
  }

  override slice(...range: Parameters<Blob['slice']>) {
    return this.#copy().slice(...range)
  }

  #copy(): Blob {
    return new Blob([this.#contents as Uint8Array<ArrayBuffer>], { type: this.type })
  }
}

/** A file of a form as it came in: what a call that takes one is given. */
export function received(file: File): ReceivedFile {
  if (!(file instanceof ReceivedFile)) throw new TypeError('a file that came in by no form')
  return file
}

/**
 * Read a form with one file. Bytes are counted as they arrive, before anything is parsed, whatever the length
 * header claims.
 */
export async function readForm(
  contentType: string,
  contentLength: string | undefined,
  body: AsyncIterable<Buffer>,
): Promise<FormData> {
  const limit = UPLOAD_MAX_BYTES + ENVELOPE_BYTES
  const claimed = Number(contentLength ?? 0)
  if (claimed > limit) refuse('too_large')
  const form = new FormData()
  let isTooMany = false
  const tooMany = () => (isTooMany = true)
  try {
    const parser = parserOf(contentType)
    parser.on('field', (name, value) => form.append(name, value))
    parser.on('file', (name, stream, fileName, _, type) =>
      receive(stream, claimed, (contents, sha256) =>
        form.append(name, new ReceivedFile(plainName(fileName), type, contents, sha256)),
      ),
    )
    parser.on('filesLimit', tooMany)
    parser.on('partsLimit', tooMany)
    await pipeline(Readable.from(counted(body, limit)), parser)
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuse('invalid_input', 'The form could not be read.')
  }
  if (isTooMany) refuse('invalid_input', 'One file per request, please.')
  const files = [...form.values()].filter((part) => typeof part !== 'string')
  if (files.some(({ size }) => size > UPLOAD_MAX_BYTES)) refuse('too_large')
  return form
}

function parserOf(contentType: string) {
  return new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    limits: { files: 1, parts: MOST_PARTS },
  })
}

async function* counted(body: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) refuse('too_large')
    yield chunk
  }
}

/** @param claimed - how many bytes there are at most, if that is true. */
function receive(
  stream: BusboyFileStream,
  claimed: number,
  onEnd: (contents: Buffer, sha256: Buffer) => void,
): void {
  const hash = createHash('sha256')
  let contents = Buffer.allocUnsafeSlow(claimed || ROOM)
  let used = 0
  stream.on('data', (chunk: Buffer) => {
    if (used + chunk.length > contents.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (used + chunk.length))
      contents.copy(larger, 0, 0, used)
      contents = larger
    }
    used += chunk.copy(contents, used)
    hash.update(chunk)
  })
  stream.on('end', () => onEnd(contents.subarray(0, used), hash.digest()))
  // The parser tells of it as well.
  stream.on('error', () => {})
}

/** A name as it was before it stood in a header (HTML Standard, "Multipart form data", escaping of names). */
function plainName(fileName = ''): string {
  return fileName.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}
