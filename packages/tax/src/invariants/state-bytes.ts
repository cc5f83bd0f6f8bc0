/** Columns begin at multiples of so many bytes, so that they are read where they stand. */
const CELL = 8

/** An amount is as many limbs of 64 bits as the largest of its column needs, the lowest first; the highest has the sign. */
const LIMB = 64n

/** Columns of whole numbers, one behind the other as bytes, to be read in the same order. */
export class StateWriter {
  readonly #cells: Uint8Array[] = []
  #size = 0

  /** Numbers of 32 bits. */
  numbers(values: ArrayLike<number>): void {
    const column = values instanceof Int32Array ? values : Int32Array.from(values)
    this.#column(4, column.length, column)
  }

  /** Numbers that a double holds exactly. */
  counts(values: ArrayLike<number>): void {
    const column = Float64Array.from(values)
    this.#column(8, column.length, column)
  }

  /** Numbers of any size. */
  amounts(values: readonly bigint[]): void {
    const count = values.length
    const limbs = limbsOf(values)
    const cells = new BigInt64Array(limbs * count)
    // A typed array truncates a value to its cell.
    for (let n = 0; n < count; n++) cells[n] = values[n]!
    for (let limb = 1; limb < limbs; limb++)
      for (let n = 0; n < count; n++) cells[limb * count + n] = values[n]! >> (LIMB * BigInt(limb))
    this.#column(limbs * CELL, count, cells)
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const cells of this.#cells) {
      bytes.set(cells, at)
      at += Math.ceil(cells.length / CELL) * CELL
    }
    return bytes
  }

  #column(width: number, length: number, { buffer, byteOffset, byteLength }: ArrayBufferView) {
    const head = new Uint8Array(Int32Array.of(width, length).buffer)
    for (const cells of [head, new Uint8Array(buffer, byteOffset, byteLength)]) {
      this.#cells.push(cells)
      this.#size += Math.ceil(cells.length / CELL) * CELL
    }
  }
}

/**
 * Reads the bytes of a `StateWriter`, column by column.
 *
 * @throws RangeError if they end before a column does.
 */
export class StateReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.byteOffset % CELL === 0 ? bytes : bytes.slice()
  }

  numbers(): Int32Array {
    const { length } = this.#head()
    return new Int32Array(this.#bytes.buffer, this.#take(4 * length), length)
  }

  counts(): Float64Array {
    const { length } = this.#head()
    return new Float64Array(this.#bytes.buffer, this.#take(8 * length), length)
  }

  amounts(): bigint[] {
    const { width, length } = this.#head()
    const limbs = width / CELL
    const highest = (limbs - 1) * length
    const at = this.#take(width * length)
    const signed = new BigInt64Array(this.#bytes.buffer, at, limbs * length)
    const cells = new BigUint64Array(this.#bytes.buffer, at, limbs * length)
    const values: bigint[] = []
    for (let n = 0; n < length; n++) {
      let value = signed[highest + n]!
      for (let cell = highest - length + n; cell >= 0; cell -= length)
        value = value === 0n ? cells[cell]! : (value << LIMB) | cells[cell]!
      values.push(value)
    }
    return values
  }

  #head(): { width: number; length: number } {
    const head = new Int32Array(this.#bytes.buffer, this.#take(CELL), 2)
    return { width: head[0]!, length: head[1]! }
  }

  /** Advances by `size` bytes, and returns the position of the first. */
  #take(size: number): number {
    const at = this.#bytes.byteOffset + this.#at
    this.#at += Math.ceil(size / CELL) * CELL
    if (this.#at > this.#bytes.length) throw new RangeError('What the check wrote is cut short')
    return at
  }
}

function limbsOf(values: readonly bigint[]): number {
  let limbs = 1
  let most = 2n ** (LIMB - 1n)
  for (const value of values)
    while (value >= most || value < -most) {
      limbs += 1
      most <<= LIMB
    }
  return limbs
}
