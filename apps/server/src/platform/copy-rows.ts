/*
 * Rows in COPY's binary format (PostgreSQL, "COPY", Binary Format), written from numbers and bytes without a text for each
 * cell: what the database reads twice as fast as text, and needs no escapes.
 */

import { writeNewId } from './ids.ts'

/** Room to begin with. */
const ROOM = 1 << 16
/** Signature, flags and the length of an extension of the header that there is none of. */
const HEADER_BYTES = 19

const UUID_BYTES = 16
const DAYS_TO_2000 = 10_957
const MS_TO_2000 = DAYS_TO_2000 * 86_400_000
/** Digits of a `numeric` are of base ten thousand. */
const DIGITS = 4
const DIGIT_BASE = 10 ** DIGITS
/** Three digits before the point and three behind it. */
const MOST_PARTS = 6
const NEGATIVE = 0x4000
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const DASH = 0x2d
/** Longer than any amount. */
const MOST_AMOUNT = 192
/** Up to here a text is written letter by letter: asking the runtime costs more. */
const SHORT_TEXT = 48
const ASCII = 0x80
/** What the type `text` goes by in lists. */
const TEXT_TYPE = 25
const JSONB_VERSION = 1

/** A text that is no amount which a column could keep. It has the code by which the database refuses such a value. */
export class UnstorableAmount extends Error {
  readonly code = '22003'
}

/** Writes decimal text as ASCII at a place and says where it ends. */
export type WriteDecimal = (to: Uint8Array, at: number) => number

/** A cell that comes again and again, ready to be copied. */
export type ReadyCell = Uint8Array

/** A text as a cell. */
export function textCell(text: string): ReadyCell {
  const bytes = Buffer.from(text)
  const cell = Buffer.alloc(4 + bytes.length)
  cell.writeInt32BE(bytes.length)
  bytes.copy(cell, 4)
  return cell
}

/** A `uuid` as a cell. */
export function uuidCell(id: string): ReadyCell {
  return Buffer.concat([int32(UUID_BYTES), Buffer.from(id.replaceAll('-', ''), 'hex')])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/**
 * Cells of one row after the other. The rows of each stretch lie where those before lay: memory asked for again and again would
 * make the runtime look through the whole heap for what can go.
 */
export class RowCells {
  #bytes = Buffer.allocUnsafe(ROOM)
  #used = HEADER_BYTES
  readonly #columns: number
  readonly #decimal = new Uint8Array(MOST_AMOUNT)

  constructor(columns: number) {
    this.#columns = columns
    this.#bytes.write('PGCOPY\n\xff\r\n\0', 'latin1')
    this.#bytes.fill(0, 11, HEADER_BYTES)
  }

  /** Begin a row. */
  row(): void {
    this.#int16(this.#reach(2), this.#columns)
    this.#used += 2
  }

  /** The cells of the one row there is; they hold until the next row begins. */
  takeRow(): Buffer {
    const cells = this.#bytes.subarray(HEADER_BYTES + 2, this.#used)
    this.#used = HEADER_BYTES
    return cells
  }

  /** All rows since this was last asked, with the end of them: what COPY takes. It holds until the next row begins. */
  stretch(): Buffer {
    this.#int16(this.#reach(2), -1)
    const bytes = this.#bytes.subarray(0, this.#used + 2)
    this.#used = HEADER_BYTES
    return bytes
  }

  null(): void {
    this.#int32(this.#reach(4), -1)
    this.#used += 4
  }

  ready(cell: ReadyCell): void {
    const { length } = cell
    const at = this.#reach(length)
    const to = this.#bytes
    for (let i = 0; i < length; i++) to[at + i] = cell[i]!
    this.#used = at + length
  }

  /** `integer` */
  int(value: number): void {
    const at = this.#reach(8)
    this.#int32(at, 4)
    this.#int32(at + 4, value)
    this.#used = at + 8
  }

  /** `smallint` */
  short(value: number): void {
    const at = this.#reach(6)
    this.#int32(at, 2)
    this.#int16(at + 4, value)
    this.#used = at + 6
  }

  /** The n-th `uuid` of a column of them; all zero is null. */
  uuid(ids: Uint8Array, n: number): void {
    const at = this.#reach(4 + UUID_BYTES)
    const from = n * UUID_BYTES
    const to = this.#bytes
    let any = 0
    for (let i = 0; i < UUID_BYTES; i++) any |= to[at + 4 + i] = ids[from + i]!
    if (any === 0) return this.null()
    this.#int32(at, UUID_BYTES)
    this.#used = at + 4 + UUID_BYTES
  }

  /** A cell of one of these kinds, or null. */
  maybe(kind: 'text' | 'hex' | 'jsonb' | 'numericText' | 'uuidText', value: string | null): void {
    if (value === null) this.null()
    else this[kind](value)
  }

  /** `uuid`, a new one. */
  newUuid(): void {
    const at = this.#reach(4 + UUID_BYTES)
    this.#int32(at, UUID_BYTES)
    writeNewId(this.#bytes, at + 4)
    this.#used = at + 4 + UUID_BYTES
  }

  /** `uuid`, of its text. */
  uuidText(id: string): void {
    const at = this.#reach(4 + UUID_BYTES)
    this.#int32(at, UUID_BYTES)
    this.#hex(id, at + 4)
    this.#used = at + 4 + UUID_BYTES
  }

  /** `bytea`, of its hexadecimal digits. */
  hex(digits: string): void {
    const length = digits.length / 2
    const at = this.#reach(4 + length)
    this.#int32(at, length)
    this.#hex(digits, at + 4)
    this.#used = at + 4 + length
  }

  /** `boolean` */
  bool(value: boolean): void {
    const at = this.#reach(5)
    this.#int32(at, 1)
    this.#bytes[at + 4] = value ? 1 : 0
    this.#used = at + 5
  }

  /** `text` or `json` */
  text(value: string): void {
    const at = this.#reach(4 + 3 * value.length)
    const length = this.#write(value, at + 4)
    this.#int32(at, length)
    this.#used = at + 4 + length
  }

  /** `jsonb`, of its text. */
  jsonb(value: string): void {
    const at = this.#reach(5 + 3 * value.length)
    this.#bytes[at + 4] = JSONB_VERSION
    const length = this.#write(value, at + 5)
    this.#int32(at, 1 + length)
    this.#used = at + 5 + length
  }

  /** `text[]` */
  texts(list: readonly string[]): void {
    const start = this.#reach(24)
    const isEmpty = list.length === 0
    this.#int32(start + 4, isEmpty ? 0 : 1)
    this.#int32(start + 8, 0)
    this.#int32(start + 12, TEXT_TYPE)
    this.#used = start + 16
    if (!isEmpty) {
      this.#int32(start + 16, list.length)
      this.#int32(start + 20, 1)
      this.#used = start + 24
      for (const value of list) this.text(value)
    }
    this.#int32(start, this.#used - start - 4)
  }

  /** `date`, of days since 1970-01-01. */
  date(day: number): void {
    this.int(day - DAYS_TO_2000)
  }

  /** `timestamptz`, of milliseconds since 1970-01-01. */
  instant(ms: number): void {
    const at = this.#reach(12)
    const microseconds = (ms - MS_TO_2000) * 1000
    const high = Math.floor(microseconds / 0x1_0000_0000)
    this.#int32(at, 8)
    this.#int32(at + 4, high)
    this.#int32(at + 8, microseconds - high * 0x1_0000_0000)
    this.#used = at + 12
  }

  /**
   * `numeric` of a number in parts.
   *
   * @param whole below 10^12.
   * @param decimals a whole number of 10^-scale, below one; scale is 12 at most.
   */
  decimal(isNegative: boolean, whole: number, decimals: number, scale: number): void {
    const head = this.#reach(12 + 2 * MOST_PARTS)
    let at = head + 12
    let weight = -1
    if (whole !== 0) {
      let unit = 1
      for (weight = 0; whole >= DIGIT_BASE * unit; weight += 1) unit *= DIGIT_BASE
      at = this.#digits(at, whole, unit, weight + 1)
    }
    const begin = at
    const places = Math.ceil(scale / DIGITS)
    let rest = decimals * 10 ** (DIGITS * places - scale)
    let last = 0
    for (let unit = DIGIT_BASE ** (places - 1); rest !== 0; unit /= DIGIT_BASE) {
      last = Math.floor(rest / unit)
      at = this.#int16(at, last)
      rest -= last * unit
    }
    let shown = 2 * (at - begin)
    if (at > begin) for (; last % 10 === 0; last /= 10) shown -= 1
    this.#number(head, at, weight, isNegative, shown)
  }

  /**
   * End a `numeric` whose digits are there, as the database itself has it: without zeros in front and behind, and zero without any.
   *
   * @param shown how many decimals it has in decimal notation.
   */
  #number(head: number, end: number, weight: number, isNegative: boolean, shown: number): void {
    const bytes = this.#bytes
    const start = head + 12
    let [from, until] = [start, end]
    const isZero = (at: number) => bytes[at] === 0 && bytes[at + 1] === 0
    while (until > from && isZero(until - 2)) until -= 2
    while (from < until && isZero(from)) from += 2
    if (from > start) bytes.copyWithin(start, from, until)
    const length = until - from
    this.#int32(head, 8 + length)
    this.#int16(head + 4, length / 2)
    this.#int16(head + 6, length === 0 ? 0 : weight - (from - start) / 2)
    this.#int16(head + 8, isNegative && length > 0 ? NEGATIVE : 0)
    this.#int16(head + 10, shown)
    this.#used = start + length
  }

  /** So many digits of a number, the first of which counts units. @returns where they end. */
  #digits(at: number, number: number, unit: number, count: number): number {
    let rest = number
    for (let n = 0; n < count; n += 1) {
      const digit = Math.floor(rest / unit)
      at = this.#int16(at, digit)
      rest -= digit * unit
      unit /= DIGIT_BASE
    }
    return at
  }

  /** The same by its text. */
  numeric(write: WriteDecimal): void {
    this.#numeric(write(this.#decimal, 0))
  }

  /**
   * The same of a text that may be anything.
   *
   * @throws UnstorableAmount for what is not digits with a point and a sign, or more of them than any amount has.
   */
  numericText(text: string): void {
    const to = this.#decimal
    const start = text.charCodeAt(0) === MINUS ? 1 : 0
    let points = 0
    for (let i = 0; i < text.length && i < MOST_AMOUNT; i++) {
      const c = text.charCodeAt(i)
      if (c === POINT) points += 1
      else if ((c < ZERO || c > NINE) && i >= start) points = 2
      to[i] = c
    }
    const last = text.charCodeAt(text.length - 1)
    if (points > 1 || text.length > MOST_AMOUNT || !(last >= ZERO && last <= NINE) || to[start] === POINT)
      throw new UnstorableAmount(`not an amount to be kept: ${text.slice(0, MOST_AMOUNT)}`)
    this.#numeric(text.length)
  }

  /** Of the decimal text at hand, which ends there. */
  #numeric(end: number): void {
    const text = this.#decimal
    const start = text[0] === MINUS ? 1 : 0
    let point = start
    while (point < end && text[point] !== POINT) point += 1
    const decimals = point === end ? 0 : end - point - 1
    // Without a whole part the first digit is behind the point.
    const whole = point - start === 1 && text[start] === ZERO ? 0 : point - start
    const head = this.#reach(12 + 2 * MOST_AMOUNT)
    let at = head + 12
    let digit = 0
    for (let i = 0; i < whole; i++) {
      digit = 10 * digit + text[start + i]! - ZERO
      if ((whole - i) % DIGITS !== 1) continue
      at = this.#int16(at, digit)
      digit = 0
    }
    for (let i = 0; i < decimals; i += DIGITS) {
      for (let n = i; n < i + DIGITS; n++)
        digit = 10 * digit + (n < decimals ? text[point + 1 + n]! - ZERO : 0)
      at = this.#int16(at, digit)
      digit = 0
    }
    this.#number(head, at, Math.ceil(whole / DIGITS) - 1, start === 1, decimals)
  }

  /** Hexadecimal digits as bytes; dashes between two bytes are passed over. */
  #hex(digits: string, at: number): void {
    const to = this.#bytes
    for (let i = 0; i < digits.length; i += 2) {
      if (digits.charCodeAt(i) === DASH) i += 1
      to[at++] = (hexDigit(digits.charCodeAt(i)) << 4) | hexDigit(digits.charCodeAt(i + 1))
    }
  }

  /** A text as UTF-8. @returns how many bytes. */
  #write(text: string, at: number): number {
    const { length } = text
    const to = this.#bytes
    if (length > SHORT_TEXT) return to.write(text, at)
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c >= ASCII) return to.write(text, at)
      to[at + i] = c
    }
    return length
  }

  #int16(at: number, value: number): number {
    this.#bytes[at] = value >> 8
    this.#bytes[at + 1] = value
    return at + 2
  }

  #int32(at: number, value: number): void {
    this.#bytes[at] = value >> 24
    this.#bytes[at + 1] = value >> 16
    this.#bytes[at + 2] = value >> 8
    this.#bytes[at + 3] = value
  }

  /** Where the next bytes go, with room for so many. */
  #reach(length: number): number {
    if (this.#used + length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(2 * (this.#used + length))
      this.#bytes.copy(grown, 0, 0, this.#used)
      this.#bytes = grown
    }
    return this.#used
  }
}

/** The value of a digit: of `0` to `9` the low four bits, of letters these and nine. */
function hexDigit(code: number): number {
  return (code & 0xf) + 9 * (code >> 6)
}
