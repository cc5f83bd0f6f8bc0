import { MONEY_SCALE } from '@lotbook/money'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { DAY_MS, dayText, ofEachDay } from '../schema/tax-day.ts'

/** Text is handed over in pieces of at least so many bytes: less than a millisecond's work, for others have their turn between them. */
const PIECE = 1 << 16
/** Room beyond a piece, so that it seldom has to grow. */
const ROOM = 1 << 14

/** Beyond any amount: 30 digits before the point and 45 after it, and sums of very many. */
const MOST_AMOUNT = 160

const MOST_DIGITS = 10

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const HEX = bytesOf('0123456789abcdef')

/** Characters that stand for themselves in a JSON text; what is beyond these does not count as one. */
const PLAIN = Uint8Array.from({ length: 0x7f }, (_, c) =>
  c < 0x20 || c === QUOTE || c === BACKSLASH ? 0 : 1,
)

/** UTF-8 of a text that is written again and again. */
export function bytesOf(text: string): Uint8Array {
  return utf8ToBytes(text)
}

const quotedDay = ofEachDay((day) => bytesOf(`"${dayText(day)}"`))

/**
 * JSON as bytes, for the lists of a long history: what repeats is encoded once, and numbers and times are written without a
 * text of their own. Pieces lie in the same bytes one after the other: memory asked for again and again would make the
 * runtime look through the whole heap for what can go.
 */
export class ByteWriter {
  #bytes = new Uint8Array(PIECE + ROOM)
  #used = 0

  /** Whether there is a piece; to be asked between rows. */
  get isFull(): boolean {
    return this.#used >= PIECE
  }

  /** The bytes written so far; valid until the next write. */
  cut(): Uint8Array {
    const piece = this.#bytes.subarray(0, this.#used)
    this.#used = 0
    return piece
  }

  put(bytes: Uint8Array): void {
    const { length } = bytes
    const at = this.#reach(length)
    const to = this.#bytes
    for (let i = 0; i < length; i++) to[at + i] = bytes[i]!
    this.#used = at + length
  }

  /** An ASCII character by its code. */
  character(code: number): void {
    const at = this.#reach(1)
    this.#bytes[at] = code
    this.#used = at + 1
  }

  /** JSON that is there already. */
  raw(json: string): void {
    const { length } = json
    const start = this.#reach(length)
    const to = this.#bytes
    for (let i = 0; i < length; i++) {
      const c = json.charCodeAt(i)
      if (c > 0x7e) return this.put(bytesOf(json))
      to[start + i] = c
    }
    this.#used = start + length
  }

  /** A text in quotes. */
  text(text: string): void {
    const { length } = text
    const start = this.#reach(length + 2)
    const to = this.#bytes
    to[start] = QUOTE
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i)
      if (PLAIN[c] !== 1) return this.put(bytesOf(JSON.stringify(text)))
      to[start + 1 + i] = c
    }
    to[start + 1 + length] = QUOTE
    this.#used = start + length + 2
  }

  /** Bytes as hexadecimal digits in quotes. */
  hex(bytes: Uint8Array, from: number, length: number): void {
    const start = this.#reach(2 * length + 2)
    const to = this.#bytes
    to[start] = QUOTE
    for (let i = 0; i < length; i++) {
      const byte = bytes[from + i]!
      to[start + 1 + 2 * i] = HEX[byte >> 4]!
      to[start + 2 + 2 * i] = HEX[byte & 15]!
    }
    to[start + 1 + 2 * length] = QUOTE
    this.#used = start + 2 * length + 2
  }

  /** A whole number from 0 to 2^31 - 1. */
  int(value: number): void {
    let end = this.#reach(MOST_DIGITS) + 1
    for (let above = value; above >= 10; above = (above / 10) | 0) end++
    const to = this.#bytes
    this.#used = end
    for (let rest = value; ;) {
      const tens = (rest / 10) | 0
      to[--end] = ZERO + rest - 10 * tens
      if (tens === 0) return
      rest = tens
    }
  }

  /** A number of 10^-scale as canonical decimal text in quotes. */
  amount(amounts: Amounts, slot: Slot, scale: number): void {
    const start = this.#reach(MOST_AMOUNT)
    const to = this.#bytes
    to[start] = QUOTE
    const end = amounts.writeText(slot, scale, to, start + 1)
    to[end] = QUOTE
    this.#used = end + 1
  }

  /** Money as canonical decimal text in quotes. */
  money(amounts: Amounts, slot: Slot): void {
    this.amount(amounts, slot, MONEY_SCALE)
  }

  /** `"2024-03-01"`, of a day number. */
  day(day: number): void {
    this.put(quotedDay(day))
  }

  /** `"2024-03-01T12:00:00Z"`, with milliseconds only where there are some. */
  instant(at: number): void {
    const day = Math.floor(at / DAY_MS)
    let rest = at - day * DAY_MS
    this.put(quotedDay(day))
    // In place of the day's closing quote.
    let n = this.#reach(16) - 1
    const to = this.#bytes
    const ms = rest % 1000
    rest = (rest - ms) / 1000
    const seconds = rest % 60
    const minutes = ((rest - seconds) / 60) % 60
    const hours = (rest - seconds - 60 * minutes) / 3600
    to[n++] = 0x54
    n = twoDigits(to, n, hours)
    to[n++] = 0x3a
    n = twoDigits(to, n, minutes)
    to[n++] = 0x3a
    n = twoDigits(to, n, seconds)
    if (ms !== 0) {
      to[n++] = 0x2e
      to[n++] = ZERO + ((ms / 100) | 0)
      n = twoDigits(to, n, ms % 100)
    }
    to[n++] = 0x5a
    to[n++] = QUOTE
    this.#used = n
  }

  /** Makes room for `length` bytes, and returns the position of the first. */
  #reach(length: number): number {
    if (this.#used + length > this.#bytes.length) {
      const grown = new Uint8Array(2 * (this.#used + length))
      grown.set(this.#bytes.subarray(0, this.#used))
      this.#bytes = grown
    }
    return this.#used
  }
}

function twoDigits(to: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0
  to[at] = ZERO + tens
  to[at + 1] = ZERO + value - 10 * tens
  return at + 2
}
