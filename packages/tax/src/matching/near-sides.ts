import type { Instant } from '@lotbook/journal'

/** A side as the index orders it. */
interface Placed {
  readonly units: bigint
  readonly rank: number
  readonly side: { readonly at: Instant }
}

/** Amounts and instants that are asked for, both ends included. */
export interface Range {
  readonly least: bigint
  readonly most: bigint
  readonly from: Instant
  readonly to: Instant
}

/**
 * Sides by amount and time. The sides of a range come one by one, nearest to an instant first, without a look at any other: blocks of
 * sides that are neighbors by amount, each in order of time, are halves of larger blocks, and every range of amounts is a few whole
 * blocks.
 */
export class NearSides<Side extends Placed> {
  /** By amount. */
  readonly #sides: readonly Side[]
  /** Positions in `#sides`: a level's blocks have 2^level of them, each block in order of time. */
  readonly #levels: Int32Array[] = []
  /** By level and place: the next place of its block that is still there, once anything was taken out. */
  #next: Int32Array[] | undefined
  #places: Int32Array[] | undefined

  constructor(sides: readonly Side[]) {
    this.#sides = sides.toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : a.rank - b.rank))
    const count = this.#sides.length
    this.#levels.push(Int32Array.from({ length: count }, (_, i) => i))
    for (let size = 1; size < count; size *= 2) this.#levels.push(this.#merged(this.#levels.at(-1)!, size))
  }

  /** All sides of a range, nearest to an instant first, of two equally near the earlier in source order. */
  *nearest(range: Range, at: Instant): Generator<Side> {
    const ways = this.#waysFrom(range, at)
    for (;;) {
      let best: Way | undefined
      for (const way of ways)
        if (way.side !== undefined && (best === undefined || way.isBefore(best))) best = way
      if (best?.side === undefined) return
      yield best.side as Side
      best.advance()
    }
  }

  /** Takes the sides of a range out, and returns them: each is returned once, whatever else asks for it. */
  takeOut(range: Range): Side[] {
    this.#prepareRemoval()
    const found: Side[] = []
    for (const { level, start, end } of this.#blocks(range)) {
      for (let place = this.#alive(level, this.#firstAt(level, start, end, range.from)); place < end;) {
        const position = this.#levels[level]![place]!
        if (this.#sides[position]!.side.at > range.to) break
        found.push(this.#sides[position]!)
        this.#remove(position)
        place = this.#alive(level, place)
      }
    }
    return found
  }

  #waysFrom(range: Range, at: Instant): Way[] {
    return this.#blocks(range).flatMap(({ level, start, end }) => {
      const order = this.#levels[level]!
      const middle = this.#firstAt(level, start, end, at)
      const sideAt = (place: number): Placed | undefined => {
        if (place < start || place >= end) return undefined
        const side = this.#sides[order[place]!]!
        return side.side.at < range.from || side.side.at > range.to ? undefined : side
      }
      return [new Way(sideAt, middle, 1, at), new Way(sideAt, middle - 1, -1, at)]
    })
  }

  /** The whole blocks that a range of amounts is made of. */
  #blocks({ least, most }: Range): { level: number; start: number; end: number }[] {
    const blocks: { level: number; start: number; end: number }[] = []
    let start = this.#firstOf((units) => units >= least)
    const stop = this.#firstOf((units) => units > most)
    while (start < stop) {
      let level = 0
      while (start % (1 << (level + 1)) === 0 && start + (1 << (level + 1)) <= stop) level += 1
      blocks.push({ level, start, end: start + (1 << level) })
      start += 1 << level
    }
    return blocks
  }

  #firstOf(isReached: (units: bigint) => boolean): number {
    let low = 0
    for (let high = this.#sides.length; low < high;) {
      const middle = (low + high) >> 1
      if (isReached(this.#sides[middle]!.units)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** The first place of a block at or after an instant. */
  #firstAt(level: number, start: number, end: number, at: Instant): number {
    const order = this.#levels[level]!
    let low = start
    for (let high = end; low < high;) {
      const middle = (low + high) >> 1
      if (this.#sides[order[middle]!]!.side.at < at) low = middle + 1
      else high = middle
    }
    return low
  }

  #merged(half: Int32Array, size: number): Int32Array {
    const whole = new Int32Array(half.length)
    for (let start = 0; start < half.length; start += 2 * size) {
      const middle = Math.min(start + size, half.length)
      const end = Math.min(start + 2 * size, half.length)
      let [a, b] = [start, middle]
      for (let place = start; place < end; place++)
        whole[place] = b >= end || (a < middle && this.#isFirst(half[a]!, half[b]!)) ? half[a++]! : half[b++]!
    }
    return whole
  }

  #isFirst(a: number, b: number): boolean {
    const [one, other] = [this.#sides[a]!, this.#sides[b]!]
    return one.side.at < other.side.at || (one.side.at === other.side.at && one.rank < other.rank)
  }

  #prepareRemoval() {
    if (this.#next !== undefined) return
    const count = this.#sides.length
    this.#next = this.#levels.map(() => Int32Array.from({ length: count + 1 }, (_, i) => i))
    this.#places = this.#levels.map((order) => {
      const places = new Int32Array(count)
      for (let place = 0; place < count; place++) places[order[place]!] = place
      return places
    })
  }

  /** The first place from one on that is still there; it may be of the next block. */
  #alive(level: number, place: number): number {
    const next = this.#next![level]!
    let root = place
    while (next[root] !== root) root = next[root]!
    for (let at = place; next[at] !== root;) {
      const after = next[at]!
      next[at] = root
      at = after
    }
    return root
  }

  #remove(position: number) {
    for (const [level, next] of this.#next!.entries()) {
      const place = this.#places![level]![position]!
      next[place] = place + 1
    }
  }
}

/** The sides of a block from an instant on, or back from it. */
class Way {
  side: Placed | undefined
  #place: number
  readonly #sideAt: (place: number) => Placed | undefined
  readonly #step: 1 | -1
  readonly #at: Instant

  constructor(sideAt: (place: number) => Placed | undefined, place: number, step: 1 | -1, at: Instant) {
    this.#sideAt = sideAt
    this.#place = place
    this.#step = step
    this.#at = at
    this.side = sideAt(place)
  }

  advance() {
    this.#place += this.#step
    this.side = this.#sideAt(this.#place)
  }

  isBefore(other: Way): boolean {
    const [own, others] = [this.#distance(), other.#distance()]
    return own < others || (own === others && this.side!.rank < other.side!.rank)
  }

  #distance(): number {
    return Math.abs(this.side!.side.at - this.#at)
  }
}
