import { bytesOfId, holdsId, ID_BYTES } from './entry-ids.ts'
import { EntryIndex } from './entry-index.ts'

/**
 * Transactions of a chunk, at least and at most. One changed transaction costs packing its whole chunk, and a
 * calculation that goes on from a checkpoint begins with a chunk.
 */
const LEAST_CHUNK = 500
const MOST_CHUNK = 10_000
/** Between those bounds, a journal is packed in about so many chunks. */
const CHUNKS = 100
/**
 * The newest chunk lies in so many parts. Most of what is edited is new, and an edit there waits for packing
 * a part only.
 */
const NEWEST_PARTS = 8
/** With more changes than this part of the journal it is simpler to pack everything again. */
const MOST_CHANGED = 1 / 4
/** Most changes that are looked for one by one. */
const FEW_CHANGES = 20
/** Most chunks and changes whose values are looked up row by row. */
const LOOKED_UP = { chunks: 4, changes: 5_000 }

/** Start of a chunk, in the order of instants and ids; it ends where the next one starts. */
export interface ChunkPlace {
  readonly chunk: number
  /** Id of the packed bytes, which never change. */
  readonly packed: string
  /** Version of the journal that the chunk was packed from, or held to be the same as. */
  readonly version: bigint
  readonly at: number
  readonly id: string
}

/** A transaction that changed, and the instant it has now. */
export interface ChangedTransaction {
  readonly id: string
  readonly at: number
}

/** The number of transactions of a chunk that suits a journal. */
export function chunkSize(transactions: number): number {
  return Math.min(Math.max(Math.ceil(transactions / CHUNKS), LEAST_CHUNK), MOST_CHUNK)
}

/** The most changes that are worth looking at; with more, every chunk is packed anew. */
export function mostChanges(transactions: number): number {
  return Math.max(FEW_CHANGES, Math.floor(transactions * MOST_CHANGED))
}

/** The oldest version that a chunk was packed from: only changes after it can make one stale. */
export function oldestVersion(places: readonly ChunkPlace[]): bigint | undefined {
  let oldest: bigint | undefined
  for (const { version } of places) if (oldest === undefined || version < oldest) oldest = version
  return oldest
}

/**
 * Marks the chunks that a changed transaction lies in, or lay in. Most lie in the chunk they lay in; the others are new, or their
 * date changed, and are looked for in the ids of all chunks.
 */
export class StaleChunks {
  /** By the places of chunks. */
  readonly stale: boolean[]
  readonly #places: readonly ChunkPlace[]
  #lost: { readonly id: Uint8Array; readonly place: number }[] = []

  constructor(places: readonly ChunkPlace[], changed: readonly ChangedTransaction[]) {
    this.#places = places
    this.stale = places.map(() => false)
    for (const { id, at } of changed) {
      const found = places.findLastIndex((p) => p.at < at || (p.at === at && p.id <= id))
      const place = Math.max(found, 0)
      this.stale[place] = true
      this.#lost.push({ id: bytesOfId(id), place })
    }
  }

  /** Whether the chunk that a changed transaction lay in is not known yet. */
  get isOpen(): boolean {
    return this.#lost.length > 0
  }

  /** Chunks to look in first, where the changes are few enough for that; none otherwise. */
  get near(): number[] {
    if (this.#lost.length > FEW_CHANGES) return []
    return [...new Set(this.#lost.map(({ place }) => this.#places[place]!.chunk))]
  }

  /** Leaves aside the changed transactions that lay in the chunk they lie in. */
  lookNear(chunk: number, ids: Uint8Array): void {
    this.#lost = this.#lost.filter(
      ({ id, place }) => this.#places[place]!.chunk !== chunk || !holdsId(ids, id),
    )
  }

  /** Marks the chunks that the other changed transactions lay in. @param all every chunk and its ids. */
  lookInAll(all: readonly { readonly chunk: number; readonly ids: Uint8Array }[]): void {
    const places = new Map(this.#places.map(({ chunk }, place) => [chunk, place]))
    const entries = new EntryIndex(all.map(({ ids }) => ({ columns: { count: ids.length / ID_BYTES }, ids })))
    for (const { id } of this.#lost) {
      const entry = entries.find(id)
      if (entry !== undefined) this.stale[places.get(all[entries.chunkOf(entry)]!.chunk)!] = true
    }
    this.#lost = []
  }
}

/** A stretch of the journal that is packed anew, and the chunks that it takes the place of. */
export interface StretchToPack {
  /** Its first transaction is the first of this chunk; undefined at the start of the journal. */
  readonly from: ChunkPlace | undefined
  /** It ends before this chunk; undefined at the end of the journal. */
  readonly to: ChunkPlace | undefined
  readonly gone: readonly number[]
  /** Its rows are so few that the values of each are looked up. */
  readonly isLookedUp: boolean
}

/**
 * Divides the journal into chunks that stay and stretches of stale ones between them, in order.
 *
 * @param stale by the places of chunks; without any chunk, whether the journal is to be packed at all.
 * @param changes how many transactions changed.
 */
export function packingPlan(
  places: readonly ChunkPlace[],
  stale: readonly boolean[],
  changes: number,
): (ChunkPlace | StretchToPack)[] {
  const plan: (ChunkPlace | StretchToPack)[] = []
  for (let first = 0; first < stale.length;) {
    if (stale[first] !== true) {
      plan.push(places[first]!)
      first += 1
      continue
    }
    let end = first
    while (end < stale.length && stale[end] === true) end += 1
    const gone = places.slice(first, end).map(({ chunk }) => chunk)
    plan.push({
      from: first === 0 ? undefined : places[first],
      to: places[end],
      gone,
      isLookedUp: places.length > 0 && gone.length <= LOOKED_UP.chunks && changes <= LOOKED_UP.changes,
    })
    first = end
  }
  return plan
}

/**
 * Cuts rows that come one by one into chunks of a size. Two chunks' worth is held back, for the last chunks of a stretch may be
 * smaller: the end of a stretch, and of the journal small parts.
 */
export class ChunkCutter<Row> {
  readonly #size: number
  readonly #lastSize: number
  #rows: Row[] = []

  /** @param isNewest whether the stretch is the end of the journal. */
  constructor(size: number, isNewest: boolean) {
    this.#size = size
    this.#lastSize = isNewest ? Math.ceil(size / NEWEST_PARTS) : size
  }

  /** Takes a row. @returns the rows of a chunk that is full. */
  add(row: Row): readonly Row[] | undefined {
    this.#rows.push(row)
    return this.#rows.length < 2 * this.#size ? undefined : this.#take(this.#size)
  }

  /** The last chunks. */
  *end(): Generator<readonly Row[]> {
    if (this.#rows.length > this.#size) yield this.#take(this.#rows.length - this.#size)
    while (this.#rows.length > 0) yield this.#take(this.#lastSize)
  }

  #take(count: number): readonly Row[] {
    const taken = this.#rows.slice(0, count)
    this.#rows = this.#rows.slice(count)
    return taken
  }
}
