import { inflateSync } from 'node:zlib'
import { create, type Font, openSync } from 'fontkit'

/** A font file with its tables unpacked, and what is read from it. */
export interface FontFile {
  readonly bytes: Uint8Array
  readonly font: Font
}

const opened = new Map<string, FontFile>()

/** The font of a WOFF file, unpacked once: fontkit would unpack the table of all outlines again for every letter. */
export function openFont(path: string): FontFile {
  const found = opened.get(path)
  if (found !== undefined) return found
  const { stream } = openSync(path) as unknown as { readonly stream: { readonly buffer: Uint8Array } }
  const bytes = unpacked(Buffer.from(stream.buffer))
  const made = { bytes, font: create(bytes) as Font }
  opened.set(path, made)
  return made
}

const WOFF = { head: 44, entry: 20 } as const
const SFNT = { head: 12, entry: 16 } as const

/** A WOFF file (W3C, WOFF File Format 1.0) as the TrueType file that was packed into it. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT.head + SFNT.entry * count)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  for (let n = 0; n < count; n += 1) {
    const entry = WOFF.head + WOFF.entry * n
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8))
    const length = woff.readUInt32BE(entry + 12)
    const table = packed.length < length ? inflateSync(packed) : packed
    const place = SFNT.head + SFNT.entry * n
    woff.copy(head, place, entry, entry + 4)
    woff.copy(head, place + 4, entry + 16, entry + 20)
    head.writeUInt32BE(at, place + 8)
    head.writeUInt32BE(length, place + 12)
    parts.push(table, Buffer.alloc(-length & 3))
    at += length + (-length & 3)
  }
  return Buffer.concat(parts)
}
