import { ID_BYTES, idAt, putId } from './entry-ids.ts'
import { chunkOf, packChunk, unpackChunk, type ChunkEntry, type JournalChunk } from './journal-chunk.ts'

/** A stretch of the journal with the ids that the database knows its transactions and their prices by. */
export interface StoredChunk {
  readonly columns: JournalChunk
  /** 16 bytes each. */
  readonly ids: Uint8Array
  /** Twice 16 bytes each: the price of the main amount and that of the fee; zero where there is none. */
  readonly prices: Uint8Array
}

/** An entry with the ids of its transaction and of the prices that valued it. */
export interface StoredEntry<Entry = ChunkEntry> {
  readonly id: string
  readonly mainPrice: string | null
  readonly feePrice: string | null
  readonly entry: Entry
}

/** A chunk as the database keeps it: its bytes, not compressed yet, and the ids of its transactions beside them. */
export interface ChunkBytes {
  readonly first: { readonly at: number; readonly id: string }
  readonly bytes: Uint8Array
  readonly ids: Uint8Array
}

/** Packs entries with their ids; undefined where there are none, or an amount does not fit the columns. */
export function packEntries(entries: readonly StoredEntry[]): ChunkBytes | undefined {
  const [first] = entries
  const chunk = chunkOf(entries.map(({ entry }) => entry))
  if (first === undefined || chunk === undefined) return undefined
  const ids = new Uint8Array(ID_BYTES * entries.length)
  const columns = packChunk(chunk)
  const bytes = new Uint8Array(columns.length + 2 * ids.length)
  bytes.set(columns)
  const prices = bytes.subarray(columns.length)
  for (const [n, { id, mainPrice, feePrice }] of entries.entries()) {
    putId(ids, n, id)
    putId(prices, 2 * n, mainPrice)
    putId(prices, 2 * n + 1, feePrice)
  }
  return { first: { at: first.entry.at, id: first.id }, bytes, ids }
}

/** Reads the bytes that `packEntries` made; the columns lie in them. */
export function unpackEntries(bytes: Uint8Array, ids: Uint8Array): StoredChunk {
  return { columns: unpackChunk(bytes), ids, prices: bytes.subarray(bytes.length - 2 * ids.length) }
}

/**
 * Holds chunks to the order of instants and ids.
 *
 * @throws Error where two overlap: they would count transactions twice.
 */
export function checkOrder(chunks: readonly Pick<StoredChunk, 'columns' | 'ids'>[]): void {
  let [lastAt, lastId] = [-Infinity, '']
  for (const { columns, ids } of chunks) {
    if (columns.count === 0) continue
    const [at, id] = [columns.at[0]!, idAt(ids, 0) ?? '']
    if (at < lastAt || (at === lastAt && id <= lastId))
      throw new Error('stretches of the packed journal overlap')
    const last = columns.count - 1
    ;[lastAt, lastId] = [columns.at[last]!, idAt(ids, last) ?? '']
  }
}
