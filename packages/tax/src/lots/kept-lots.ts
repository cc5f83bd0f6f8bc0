/** Lots of more bytes are not kept at hand. */
const MOST_AT_HAND = 4 * 1024 * 1024
/** Lots of so many keys seldom take fewer bytes. */
const MOST_KEYS = 32 * 1024

/** How far a lot is looked for behind the one before it. */
const NEAR = 4
/** When so many are not where they are expected, all are looked for by their cells. */
const MANY = 64
/** The number of a lot that is to be written, until it has one. */
const NEW = -1
/** To begin with. */
const ROOM = 64 * 1024

/** Numbers of a lot's key: its transaction's id in four, asset, account and two days, and three amounts in two each. */
export const LOT_KEY = 14

/**
 * The content of a lot's cells as so many numbers: where two keys are the same, so are the cells, and neither were written. One that begins
 * with NaN is like no other.
 */
export type LotKey = Float64Array

/** Numbers for texts that stand in keys, as long as lots with such keys are at hand. */
export class Words {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size))
    return number
  }
}

/** The steps that turn the kept lots into others. */
export interface ChangedLots {
  /** Numbers of lots that are not there any more. */
  readonly gone: readonly number[]
  /** The lots that are new or not what they were, and the number that each is stored under. */
  readonly rows: readonly number[]
  readonly numbers: readonly number[]
  /** All lots as they are from now on, where they are not too many to be kept at hand. */
  readonly all: LotRows | undefined
}

/** The cells of lots behind their numbers, one after the other, and their keys. */
export class LotRows {
  readonly words: Words
  #bytes: Uint8Array
  #keys: Float64Array
  /** In bytes. */
  length = 0
  /** Ends of the cells of each lot. */
  readonly ends: number[] = []
  readonly numbers: number[] = []

  /** @param bytes of cells, and `lots` that have keys, that there is room for to begin with. */
  constructor(words = new Words(), bytes = ROOM, lots = 0) {
    this.words = words
    this.#bytes = new Uint8Array(bytes)
    this.#keys = new Float64Array(LOT_KEY * lots)
  }

  /** Add one by its cells. @param key none of what was read: of rows in which one has a key all have. */
  add(n: number, cells: Uint8Array, key?: LotKey): void {
    this.#reach(cells.length)
    this.#bytes.set(cells, this.length)
    if (key !== undefined) this.#keep(key)
    this.#end(n, cells.length)
  }

  /** Add one that is the same as another here or elsewhere. */
  addSame(n: number, other: LotRows, place: number): void {
    const [start, end] = [other.start(place), other.ends[place]!]
    this.#reach(end - start)
    this.#bytes.set(other.#bytes.subarray(start, end), this.length)
    this.#keep(other.#keys.subarray(LOT_KEY * place, LOT_KEY * (place + 1)))
    this.#end(n, end - start)
  }

  start(place: number): number {
    return place === 0 ? 0 : this.ends[place - 1]!
  }

  hasKey(place: number, key: LotKey): boolean {
    for (let n = 0; n < LOT_KEY; n += 1) if (this.#keys[LOT_KEY * place + n] !== key[n]) return false
    return true
  }

  /** Room for the cells of another lot. */
  #reach(length: number): void {
    const end = this.length + length
    if (end <= this.#bytes.length) return
    const grown = new Uint8Array(2 * end)
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  #keep(key: LotKey): void {
    const at = LOT_KEY * this.numbers.length
    if (at === this.#keys.length) {
      const keys = new Float64Array(2 * at + 64 * LOT_KEY)
      keys.set(this.#keys)
      this.#keys = keys
    }
    this.#keys.set(key, at)
  }

  #end(n: number, length: number): void {
    this.length += length
    this.ends.push(this.length)
    this.numbers.push(n)
  }

  /** The cells of all. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

/**
 * Lots compared by their content. After most edits nearly all are what they were, whatever numbers they have,
 * so a million staked lots are not written anew because one was sold.
 */
export class KeptLots {
  readonly #kept: LotRows
  readonly #bytes: Uint8Array
  readonly #ends: readonly number[]
  readonly #numbers: readonly number[]
  /** 1 for each lot that stays. */
  readonly #stays: Uint8Array
  /** Places by cells. Of lots that are the same as another, which there hardly are, the first: others are written anew. */
  #byCells: Map<string, number> | undefined

  constructor(kept: LotRows) {
    this.#kept = kept
    this.#bytes = kept.bytes
    this.#ends = kept.ends
    this.#numbers = kept.numbers
    this.#stays = new Uint8Array(kept.numbers.length)
  }

  /** Numbers of the texts in their keys. */
  get words(): Words {
    return this.#kept.words
  }

  /**
   * Finds what turns the kept lots into new ones; to be asked once.
   *
   * @param cellsOf the cells of a new lot behind its number, valid until the next are asked for.
   * @param keyOf writes the key of a new lot.
   */
  changedTo(
    count: number,
    cellsOf: (row: number) => Uint8Array,
    keyOf: (row: number, key: LotKey) => void,
  ): ChangedLots {
    const key = new Float64Array(LOT_KEY)
    const now = new LotRows(
      this.words,
      Math.min(this.#bytes.length, MOST_AT_HAND) + ROOM,
      Math.min(count, this.#numbers.length, MOST_KEYS),
    )
    const rows: number[] = []
    let next = 0
    const stays = (row: number, place: number) => {
      this.#stays[place] = 1
      next = place + 1
      if (row < now.numbers.length) now.numbers[row] = this.#numbers[place]!
    }
    /** To be looked for by their cells, once they are many, or all others have their places. */
    const elsewhere: number[] = []
    const find = (row: number, cells: Uint8Array) => {
      const place = this.#find(cells)
      if (place === undefined) rows.push(row)
      else stays(row, place)
    }
    const findThose = () => {
      for (const row of elsewhere.splice(0)) find(row, cellsOf(row))
    }
    for (let row = 0; row < count; row += 1) {
      keyOf(row, key)
      const same = this.#near(next, (at) => this.#kept.hasKey(at, key))
      if (same !== undefined) {
        if (now.length < MOST_AT_HAND) now.addSame(NEW, this.#kept, same)
        stays(row, same)
        continue
      }
      const cells = cellsOf(row)
      if (now.length < MOST_AT_HAND) now.add(NEW, cells, key)
      const place = this.#near(next, (at) => this.#isAt(at, cells))
      if (place !== undefined) stays(row, place)
      else if (this.#byCells !== undefined) find(row, cells)
      else if (elsewhere.push(row) === MANY) findThose()
    }
    findThose()
    const gone = this.#numbers.filter((_, place) => this.#stays[place] === 0)
    const last = this.#numbers.reduce((most, n) => Math.max(most, n), -1)
    const numbers = rows.map((_, i) => gone[i] ?? last + 1 + i - gone.length)
    const all = now.numbers.length === count ? now : undefined
    if (all !== undefined) for (const [i, row] of rows.entries()) all.numbers[row] = numbers[i]!
    return { gone, rows, numbers, all }
  }

  /** Lots at hand lie in the order of the new ones: where one stays, the next one does, or one soon after it. */
  #near(next: number, isIt: (place: number) => boolean): number | undefined {
    const end = Math.min(next + NEAR, this.#numbers.length)
    for (let place = next; place < end; place += 1) if (this.#stays[place] === 0 && isIt(place)) return place
    return undefined
  }

  #isAt(place: number, cells: Uint8Array): boolean {
    const start = this.#kept.start(place)
    if (this.#ends[place]! - start !== cells.length) return false
    for (let n = 0; n < cells.length; n += 1) if (this.#bytes[start + n] !== cells[n]) return false
    return true
  }

  #find(cells: Uint8Array): number | undefined {
    this.#byCells ??= this.#index()
    const place = this.#byCells.get(textOf(cells))
    return place === undefined || this.#stays[place] === 1 ? undefined : place
  }

  #index(): Map<string, number> {
    const places = new Map<string, number>()
    for (let place = this.#numbers.length - 1; place >= 0; place -= 1)
      if (this.#stays[place] === 0) places.set(this.#cellsOf(place), place)
    return places
  }

  #cellsOf(place: number): string {
    return textOf(this.#bytes.subarray(this.#kept.start(place), this.#ends[place]))
  }
}

/** Cells as a text to look them up by: a character for each byte. */
function textOf(cells: Uint8Array): string {
  return String.fromCharCode.apply(undefined, cells as unknown as number[])
}
