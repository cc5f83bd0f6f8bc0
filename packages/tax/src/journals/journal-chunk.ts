import { MONEY_SCALE } from '@lotbook/money'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { asciiJson, readAsciiJson } from '../bytes/ascii-json.ts'
import { decimalsOf, plainAmount } from '../schema/amount-text.ts'
import { Dictionary, NONE } from '../events/event-table.ts'
import type { JournalEntry } from './input-of-journal.ts'

/** Amounts of an entry: quantity and value of what was given, of what was received, and of the fee. */
export const SIDES = ['from', 'to', 'fee'] as const
export const AMOUNTS_PER_ENTRY = 6
const CELLS_PER_ENTRY = 2 * AMOUNTS_PER_ENTRY
/** Bytes of a fingerprint. */
export const NAME_BYTES = 32

/**
 * The parts of a chunk that are stored once: names for the numbers in its columns, and fields that only few entries
 * have.
 */
export interface ChunkNames {
  readonly kinds: readonly (readonly [type: string, subType: string | null])[]
  readonly accounts: readonly string[]
  readonly assets: readonly string[]
  /** Decimals that the amounts of each asset have here, at most. */
  readonly scales: readonly number[]
  readonly sequences: Readonly<Record<number, string>>
  readonly gifts: Readonly<Record<number, NonNullable<JournalEntry['gift']>>>
}

/**
 * A stretch of the journal as columns: quantities count 10^-scale of their asset, values 10^-12, both in two limbs as
 * the engine computes with them. Nothing is rounded on the way in.
 */
export interface JournalChunk {
  readonly count: number
  readonly names: ChunkNames
  readonly at: Float64Array
  readonly cells: Float64Array
  readonly account: Int32Array
  /** Asset of each side, three an entry; -1 for none. */
  readonly assets: Int32Array
  readonly kind: Uint16Array
  /** A bit for each side whose value somebody knows. */
  readonly known: Uint8Array
  /** Fingerprints, 32 bytes each. */
  readonly fingerprints: Uint8Array
}

/** An entry as a chunk takes it; `account` is whatever the caller calls accounts by. */
export type ChunkEntry = Omit<JournalEntry, 'accountKey' | 'id' | 'lots'> & {
  readonly account: string
  /** In hex. */
  readonly fingerprint: string
}

/** Entries as columns; undefined when an amount is too large for two limbs, or no amount: the way by objects says which. */
export function chunkOf(entries: readonly ChunkEntry[]): JournalChunk | undefined {
  const count = entries.length
  const kinds = new Kinds()
  const accounts = new Dictionary()
  const assets = new Dictionary()
  const scales: number[] = []
  const sequences: Record<number, string> = {}
  const gifts: Record<number, NonNullable<JournalEntry['gift']>> = {}
  const amounts = new NarrowAmounts(count * AMOUNTS_PER_ENTRY)
  amounts.reserve(count * AMOUNTS_PER_ENTRY)
  const chunk = {
    count,
    at: new Float64Array(count),
    cells: amounts.cells,
    account: new Int32Array(count),
    assets: new Int32Array(3 * count).fill(NONE),
    kind: new Uint16Array(count),
    known: new Uint8Array(count),
    fingerprints: new Uint8Array(NAME_BYTES * count),
  }
  // As they are read here: what they are written in must be known before the first is.
  const quantities: string[] = []
  for (const [n, entry] of entries.entries())
    for (const [s, side] of SIDES.entries()) {
      const leg = entry[side]
      if (leg === null) continue
      const asset = assets.index(leg.asset)
      const quantity = plainAmount(leg.amount)
      if (quantity === undefined) return undefined
      chunk.assets[3 * n + s] = asset
      quantities.push(quantity)
      const decimals = decimalsOf(quantity)
      if (decimals > (scales[asset] ?? -1)) scales[asset] = decimals
    }
  let quantity = 0
  for (const [n, entry] of entries.entries()) {
    chunk.at[n] = entry.at
    chunk.account[n] = accounts.index(entry.account)
    chunk.kind[n] = kinds.of(entry.type, entry.subType)
    writeHex(chunk.fingerprints, n * NAME_BYTES, entry.fingerprint)
    if (entry.sequence !== null) sequences[n] = entry.sequence
    if (entry.gift !== null && entry.gift !== undefined) gifts[n] = entry.gift
    for (const [s, side] of SIDES.entries()) {
      const asset = chunk.assets[3 * n + s]!
      if (asset === NONE) continue
      const at = n * AMOUNTS_PER_ENTRY + 2 * s
      if (!setNarrow(amounts, at, quantities[quantity++]!, scales[asset]!)) return undefined
      const value = entry.values[side]
      if (value === null) continue
      chunk.known[n]! |= 1 << s
      const worth = plainAmount(value)
      if (worth === undefined || !setNarrow(amounts, at + 1, worth, MONEY_SCALE)) return undefined
    }
  }
  return {
    ...chunk,
    names: { kinds: kinds.names, accounts: accounts.names, assets: assets.names, scales, sequences, gifts },
  }
}

/** Two limbs hold thirty digits. */
function setNarrow(amounts: NarrowAmounts, slot: number, text: string, scale: number): boolean {
  const point = text.indexOf('.')
  const whole = (point === -1 ? text.length : point) - (text.startsWith('-') ? 1 : 0)
  if (whole + scale > 30) return false
  amounts.setText(slot, text, scale)
  return true
}

function writeHex(bytes: Uint8Array, at: number, hex: string) {
  for (let i = 0; i < hex.length / 2; i++)
    bytes[at + i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1))
}

function digit(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87
}

/** Kinds of entries as numbers, in the order they are first met. */
class Kinds {
  readonly names: (readonly [type: string, subType: string | null])[] = []
  readonly #numbers = new Map<string, Map<string | null, number>>()

  of(type: string, subType: string | null): number {
    let ofType = this.#numbers.get(type)
    if (ofType === undefined) this.#numbers.set(type, (ofType = new Map()))
    let number = ofType.get(subType)
    if (number === undefined) {
      number = this.names.push([type, subType]) - 1
      ofType.set(subType, number)
    }
    return number
  }
}

const COLUMNS = [
  ['at', Float64Array, 1],
  ['cells', Float64Array, CELLS_PER_ENTRY],
  ['account', Int32Array, 1],
  ['assets', Int32Array, 3],
  ['kind', Uint16Array, 1],
  ['known', Uint8Array, 1],
  ['fingerprints', Uint8Array, NAME_BYTES],
] as const

/** A chunk as bytes: its names as JSON behind their length, then column after column, widest first. */
export function packChunk(chunk: JournalChunk): Uint8Array {
  const names = asciiJson({ count: chunk.count, ...chunk.names })
  const start = 8 * Math.ceil((4 + names.length) / 8)
  const size = COLUMNS.reduce(
    (sum, [, Column, per]) => sum + chunk.count * per * Column.BYTES_PER_ELEMENT,
    start,
  )
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, names.length, true)
  bytes.set(names, 4)
  let at = start
  for (const [name] of COLUMNS) {
    const column: Float64Array | Int32Array | Uint16Array | Uint8Array = chunk[name]
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
  }
  return bytes
}

/** The columns lie in the bytes given; those are copied once where they are not aligned. */
export function unpackChunk(packed: Uint8Array): JournalChunk {
  const bytes = packed.byteOffset % 8 === 0 ? packed : new Uint8Array(packed)
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const { count, ...names } = readAsciiJson(bytes.subarray(4, 4 + length)) as ChunkNames & {
    count: number
  }
  let at = bytes.byteOffset + 8 * Math.ceil((4 + length) / 8)
  const next = <Column>(
    Type: { new (buffer: ArrayBufferLike, at: number, length: number): Column; BYTES_PER_ELEMENT: number },
    per: number,
  ): Column => {
    const column = new Type(bytes.buffer, at, count * per)
    at += count * per * Type.BYTES_PER_ELEMENT
    return column
  }
  return {
    count,
    names,
    at: next(Float64Array, 1),
    cells: next(Float64Array, CELLS_PER_ENTRY),
    account: next(Int32Array, 1),
    assets: next(Int32Array, 3),
    kind: next(Uint16Array, 1),
    known: next(Uint8Array, 1),
    fingerprints: next(Uint8Array, NAME_BYTES),
  }
}
