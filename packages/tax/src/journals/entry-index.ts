import { ID_BYTES, isSameId } from './entry-ids.ts'

const FREE = -1
/** Slots for each transaction, so that most are found in the first that is looked at. */
const ROOM = 2

/** The part of a chunk that is searched. */
interface ChunkOfIds {
  readonly columns: { readonly count: number }
  readonly ids: Uint8Array
}

/** Finds entries of the packed journal by the ids of their transactions. */
export class EntryIndex {
  readonly #slots: Int32Array
  readonly #chunks: readonly ChunkOfIds[]
  readonly #starts: readonly number[]

  constructor(chunks: readonly ChunkOfIds[]) {
    this.#chunks = chunks
    let count = 0
    this.#starts = chunks.map(({ columns }) => (count += columns.count) - columns.count)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(ROOM * count + 1))).fill(FREE)
    let entry = 0
    for (const { columns, ids } of chunks)
      for (let n = 0; n < columns.count; n++) this.#slots[this.#slotOf(ids, n)] = entry++
  }

  /** The position of a transaction, by the sixteen bytes of its id; undefined where the packed journal lacks it. */
  find(id: Uint8Array): number | undefined {
    const entry = this.#slots[this.#slotOf(id, 0)]!
    return entry === FREE ? undefined : entry
  }

  /** The number of the chunk that holds an entry. */
  chunkOf(entry: number): number {
    let c = 0
    for (let end = this.#starts.length; end - c > 1;) {
      const middle = (c + end) >> 1
      if (this.#starts[middle]! <= entry) c = middle
      else end = middle
    }
    return c
  }

  /** The place of an entry in its chunk. */
  placeIn(chunk: number, entry: number): number {
    return entry - this.#starts[chunk]!
  }

  /** The slot where the n-th of some ids is, or would be. */
  #slotOf(ids: Uint8Array, n: number): number {
    const last = this.#slots.length - 1
    // An id of ours ends in what is random.
    const end = (n + 1) * ID_BYTES
    const hash = ids[end - 4]! | (ids[end - 3]! << 8) | (ids[end - 2]! << 16) | (ids[end - 1]! << 24)
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const entry = this.#slots[slot]!
      if (entry === FREE || this.#isAt(entry, ids, n)) return slot
    }
  }

  #isAt(entry: number, ids: Uint8Array, n: number): boolean {
    const c = this.chunkOf(entry)
    return isSameId(ids, n, this.#chunks[c]!.ids, this.placeIn(c, entry))
  }
}
