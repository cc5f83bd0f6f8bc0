import type { TransactionType } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import type { MatchSide } from '../matching/match-side.ts'
import { NONE } from '../events/event-table.ts'
import { AMOUNTS_PER_ENTRY, NAME_BYTES, type JournalChunk } from './journal-chunk.ts'

const HEX = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** The chunks as one journal: entries by position, accounts and assets under one dictionary. */
export class ChunkedJournal {
  readonly count: number
  readonly chunks: readonly JournalChunk[]
  readonly #firstOf: readonly number[]
  readonly #amounts: readonly NarrowAmounts[]
  readonly accounts: readonly (readonly string[])[]
  readonly #codes = Array.from({ length: 2 * NAME_BYTES }, () => 0)
  #at = 0

  constructor(chunks: readonly JournalChunk[], keyOf: (account: string) => string) {
    this.chunks = chunks
    let count = 0
    this.#firstOf = chunks.map((chunk) => (count += chunk.count) - chunk.count)
    this.count = count
    this.#amounts = chunks.map(({ cells }) => {
      const amounts = new NarrowAmounts(0)
      // Chunks are only read from here.
      amounts.cells = cells as Float64Array<ArrayBuffer>
      amounts.used = cells.length / 2
      return amounts
    })
    this.accounts = chunks.map(({ names }) => names.accounts.map(keyOf))
  }

  /** The chunk of an entry, and its place there. Entries are asked for one after the other. */
  place(entry: number): { chunk: JournalChunk; c: number; n: number; amounts: NarrowAmounts } {
    while (entry < this.#firstOf[this.#at]!) this.#at -= 1
    while (this.#at + 1 < this.#firstOf.length && entry >= this.#firstOf[this.#at + 1]!) this.#at += 1
    const c = this.#at
    return { chunk: this.chunks[c]!, c, n: entry - this.#firstOf[c]!, amounts: this.#amounts[c]! }
  }

  at(entry: number): number {
    const { chunk, n } = this.place(entry)
    return chunk.at[n]!
  }

  accountKey(entry: number): string {
    const { chunk, c, n } = this.place(entry)
    return this.accounts[c]![chunk.account[n]!]!
  }

  fingerprint(entry: number): string {
    const { chunk, n } = this.place(entry)
    const codes = this.#codes
    for (let i = 0; i < NAME_BYTES; i++) {
      const byte = chunk.fingerprints[n * NAME_BYTES + i]!
      codes[2 * i] = HEX[byte >> 4]!
      codes[2 * i + 1] = HEX[byte & 15]!
    }
    // At once: a text grown digit by digit is a tree of pieces to whoever reads it.
    return String.fromCharCode(...codes)
  }

  /** How a fingerprint begins and how it ends, together as a number of 32 bits. */
  hash(entry: number): number {
    const { chunk, n } = this.place(entry)
    const { fingerprints } = chunk
    const number = (at: number) =>
      (fingerprints[at]! << 24) |
      (fingerprints[at + 1]! << 16) |
      (fingerprints[at + 2]! << 8) |
      fingerprints[at + 3]!
    return number(n * NAME_BYTES) ^ number((n + 1) * NAME_BYTES - 4)
  }

  order(entry: number) {
    const { chunk, n } = this.place(entry)
    return {
      at: chunk.at[n]!,
      type: chunk.names.kinds[chunk.kind[n]!]![0] as TransactionType | 'transfer',
      accountKey: this.accountKey(entry),
      sequence: chunk.names.sequences[n] ?? null,
      fingerprint: this.fingerprint(entry),
    }
  }

  /** The units that an entry spends and their value, if it is a fee by itself. */
  feeAt(entry: number): { id: string; asset: string; value: string } | undefined {
    const { chunk, n } = this.place(entry)
    const [type, subType] = chunk.names.kinds[chunk.kind[n]!]!
    if (type !== 'outgoing' || subType !== 'fee' || chunk.assets[3 * n] === NONE) return undefined
    const { id, asset, amount, value } = this.side(entry, 'departure')
    return { id, asset, value: (asset === 'USD' ? amount : value) ?? '0' }
  }

  side(entry: number, direction: MatchSide['direction']): MatchSide {
    const { chunk, n, amounts } = this.place(entry)
    const { names } = chunk
    const text = (side: number) => {
      const asset = chunk.assets[3 * n + side]!
      return asset === NONE ? null : amounts.text(n * AMOUNTS_PER_ENTRY + 2 * side, names.scales[asset]!)
    }
    const value = (side: number) =>
      (chunk.known[n]! & (1 << side)) === 0
        ? null
        : amounts.text(n * AMOUNTS_PER_ENTRY + 2 * side + 1, MONEY_SCALE)
    const side = direction === 'departure' ? 0 : 1
    const fee = chunk.assets[3 * n + 2]!
    const { at, accountKey, sequence, fingerprint } = this.order(entry)
    return {
      id: fingerprint,
      direction,
      accountKey,
      asset: names.assets[chunk.assets[3 * n + side]!] ?? '',
      at,
      amount: text(side) ?? '0',
      fee: text(2),
      feeAsset: fee === NONE ? null : names.assets[fee]!,
      value: value(side),
      feeValue: value(2) ?? '0',
      sequence,
      fingerprint,
    }
  }
}
