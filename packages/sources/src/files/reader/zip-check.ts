import { crc32, inflateRawSync } from 'node:zlib'
import {
  MAX_INFLATE_RATIO,
  MAX_INFLATED_BYTES,
  MAX_SHARED_STRINGS,
  MAX_ZIP_ENTRIES,
  RATIO_FROM_BYTES,
} from './limits.ts'
import { Refusal } from './table.ts'

interface Entry {
  readonly name: string
  readonly method: number
  readonly start: number
  readonly packed: number
  readonly size: number
}

// Parts of a workbook that a table needs. Macros, drawings, links to other workbooks and embedded files are left out
// unread.
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|xl\/theme\/[^/]+\.xml)$/i
const CONTENT_TYPES = '[Content_Types].xml'
const NESTED = /\.(?:zip|xls[xmb]?|docx|jar|gz|7z|rar|tgz|bz2|xz)$/i

/**
 * Check a workbook's zip before any reader of workbooks sees it, and pack the parts that a table needs anew,
 * uncompressed: what the reader gets is what was checked, whatever the original's headers claim.
 *
 * @throws Refusal when it is broken, too large once inflated, or holds what no workbook needs.
 */
export function safeWorkbook(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = centralDirectory(file)
  if (!entries.some((entry) => entry.name === CONTENT_TYPES))
    throw new Refusal(
      'unsupported_workbook',
      'This zip archive is not an Excel workbook. Unpack it and upload the files in it.',
    )
  if (entries.some((entry) => NESTED.test(entry.name))) throw unsafe('it holds another archive')
  if (entries.some((entry) => /^xl\/workbook\.bin$/i.test(entry.name)))
    throw new Refusal('unsupported_workbook', 'Binary workbooks (xlsb) are not read. Save it as xlsx or CSV.')

  let total = 0
  const parts: { name: string; data: Buffer }[] = []
  for (const entry of entries) {
    if (!NEEDED.test(entry.name)) continue
    const data = inflate(file, entry, MAX_INFLATED_BYTES - total)
    total += data.length
    checkXml(entry.name, data)
    parts.push({ name: entry.name, data })
  }
  const kept = new Set(parts.map(({ name }) => `/${name}`.toLowerCase()))
  return pack(
    parts.map((part) =>
      part.name === CONTENT_TYPES ? { ...part, data: contentTypes(part.data, kept) } : part,
    ),
  )
}

/** The table of contents without the parts that were left out: a reader would look for them. */
function contentTypes(data: Buffer, kept: ReadonlySet<string>): Buffer {
  const text = data.toString('utf8').replace(/<Override\b[^>]{0,2000}>/g, (override) => {
    const name = /PartName="([^"]{0,500})"/.exec(override)?.[1] ?? ''
    return kept.has(name.toLowerCase()) ? override : ''
  })
  return Buffer.from(text, 'utf8')
}

function centralDirectory(file: Buffer): Entry[] {
  const end = endRecord(file)
  const count = file.readUInt16LE(end + 10)
  const offset = file.readUInt32LE(end + 16)
  if (count > MAX_ZIP_ENTRIES) throw unsafe(`it has ${count} parts`)
  const entries: Entry[] = []
  let declared = 0
  let at = offset
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw broken()
    const nameLength = file.readUInt16LE(at + 28)
    const next = at + 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    const size = file.readUInt32LE(at + 24)
    if ((file.readUInt16LE(at + 8) & 1) === 1)
      throw new Refusal('unsupported_workbook', 'The workbook is encrypted.')
    declared += size
    if (declared > MAX_INFLATED_BYTES) throw unsafe('it would unpack to more than 200 MiB')
    const packed = file.readUInt32LE(at + 20)
    entries.push({
      name,
      method: file.readUInt16LE(at + 10),
      packed,
      size,
      start: dataStart(file, file.readUInt32LE(at + 42)),
    })
    at = next
  }
  checkOverlap(entries, file.length)
  return entries
}

function endRecord(file: Buffer): number {
  for (let at = file.length - 22; at >= 0 && at >= file.length - 22 - 65_535; at--) {
    if (file.readUInt32LE(at) === 0x06054b50) return at
  }
  throw broken()
}

function dataStart(file: Buffer, header: number): number {
  if (header + 30 > file.length || file.readUInt32LE(header) !== 0x04034b50) throw broken()
  return header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
}

/** Parts that share bytes are how a small archive claims to hold a large one. */
function checkOverlap(entries: readonly Entry[], length: number): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    if (entry.start + entry.packed > length) throw broken()
    if (entry.start < end) throw unsafe('its parts overlap')
    end = entry.start + entry.packed
  }
}

function inflate(file: Buffer, entry: Entry, room: number): Buffer {
  const packed = file.subarray(entry.start, entry.start + entry.packed)
  if (entry.method === 0) return packed
  if (entry.method !== 8) throw broken()
  const limit = Math.min(room, Math.max(RATIO_FROM_BYTES, entry.packed * MAX_INFLATE_RATIO))
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) })
  } catch (error) {
    if (error instanceof RangeError) throw unsafe('it unpacks to far more than its size')
    throw broken()
  }
}

function checkXml(name: string, data: Buffer): void {
  const isUtf16 = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff)
  if (isUtf16 || data.includes(0)) throw unsafe(`${name} is not UTF-8`)
  const declaration = /^[^>]{0,200}encoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/.exec(
    data.toString('latin1', 0, 300),
  )
  if (declaration !== null && !/^(?:utf-8|us-ascii)$/i.test(declaration[1] ?? ''))
    throw unsafe(`${name} is not UTF-8`)
  if (data.includes('<!DOCTYPE') || data.includes('<!doctype') || data.includes('<!ENTITY'))
    throw unsafe(`${name} defines a document type`)
  if (/sharedStrings/i.test(name) && countOf(data, '<si') > MAX_SHARED_STRINGS)
    throw unsafe('it has more than 1,000,000 texts')
}

function countOf(data: Buffer, text: string): number {
  let count = 0
  for (let at = data.indexOf(text); at !== -1; at = data.indexOf(text, at + text.length)) count++
  return count
}

function pack(parts: readonly { name: string; data: Buffer }[]): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data } of parts) {
    const nameBytes = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, nameBytes]))
    chunks.push(local, data)
    offset += local.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...chunks, central, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const broken = () =>
  new Refusal(
    'broken_workbook',
    'The workbook is damaged or was cut off. Download it again and upload the new file.',
  )

const unsafe = (why: string) => new Refusal('unsafe_workbook', `The workbook is refused: ${why}.`)
