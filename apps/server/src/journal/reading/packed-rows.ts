import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { OriginalRow } from '@lotbook/sources'

/** The rows of a file as they stand in it, some to a block; a row is told without unpacking the others. */
export interface PackedRows {
  readonly headers: readonly (readonly string[])[]
  readonly blocks: readonly {
    /** The number of its last row. */
    readonly until: number
    readonly bytes: Uint8Array
  }[]
}

/** Enough that texts which come again are told once, and few enough that a row is there at once. */
const BLOCK_CHARS = 32 * 1024
/** No block is longer than the longest file that is taken, however it is packed. */
const MOST_BLOCK_BYTES = 256 * 1024 * 1024
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A row in a block; `header` by its place in the list. */
type Packed = readonly [row: number, line: number, header: number, cells: readonly string[]]

/** Rows in the order of their numbers, packed. */
export function packRows(rows: Iterable<OriginalRow>): PackedRows {
  const headers: (readonly string[])[] = []
  const blocks: { until: number; bytes: Uint8Array }[] = []
  let texts: string[] = []
  let chars = 0
  let until = 0
  const close = () => {
    if (texts.length > 0) blocks.push({ until, bytes: zstdCompressSync(`[${texts.join()}]`, QUICK) })
    texts = []
    chars = 0
  }
  for (const { row, line, header, cells } of rows) {
    // The rows of a table share its header.
    if (headers.at(-1) !== header) headers.push(header)
    const text = JSON.stringify([row, line, headers.length - 1, cells] satisfies Packed)
    texts.push(text)
    chars += text.length
    until = row
    if (chars >= BLOCK_CHARS) close()
  }
  close()
  return { headers, blocks }
}

/** Rows by their numbers; one that is not there is left out. */
export async function rowsIn(
  { headers, blocks }: PackedRows,
  wanted: readonly number[],
): Promise<OriginalRow[]> {
  const found = new Map<number, OriginalRow>()
  const inBlock = Map.groupBy(new Set(wanted), (row) => blocks.find(({ until }) => row <= until))
  for (const [block, numbers] of inBlock) {
    if (block === undefined) continue
    const text = await decompress(block.bytes, { maxOutputLength: MOST_BLOCK_BYTES })
    for (const [row, line, header, cells] of JSON.parse(text.toString('utf8')) as Packed[])
      if (numbers.includes(row)) found.set(row, { row, line, header: headers[header] ?? [], cells })
  }
  return wanted.flatMap((row) => found.get(row) ?? [])
}

const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress)
