/** Length of an id in bytes, as the database keeps it. */
export const ID_BYTES = 16
const FREE = -1
/** Slots for each transaction, so that most are found in the first that is looked at. */
const ROOM = 2

/** As much of a chunk as is looked through. */
interface ChunkOfIds {
  readonly columns: { readonly count: number }
  readonly ids: Buffer
}

/** Entries of the packed journal by the ids of their transactions. */
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

  /** The position of a transaction, by the sixteen bytes of its id; undefined where the packed journal has it not. */
  find(id: Buffer): number | undefined {
    const entry = this.#slots[this.#slotOf(id, 0)]!
    return entry === FREE ? undefined : entry
  }

  /** The chunk that an entry is in. */
  chunkOf(entry: number): number {
    let c = 0
    for (let end = this.#starts.length; end - c > 1;) {
      const middle = (c + end) >> 1
      if (this.#starts[middle]! <= entry) c = middle
      else end = middle
    }
    return c
  }

  /** Place where the n-th of some ids is, or would be. */
  #slotOf(ids: Buffer, n: number): number {
    const last = this.#slots.length - 1
    // An id of ours ends in what is random.
    const hash = ids.readInt32LE((n + 1) * ID_BYTES - 4)
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const entry = this.#slots[slot]!
      if (entry === FREE || this.#isAt(entry, ids, n)) return slot
    }
  }

  #isAt(entry: number, ids: Buffer, n: number): boolean {
    const c = this.chunkOf(entry)
    const there = this.#chunks[c]!.ids
    const from = (entry - this.#starts[c]!) * ID_BYTES
    return there.compare(ids, n * ID_BYTES, (n + 1) * ID_BYTES, from, from + ID_BYTES) === 0
  }
}
