import type { IncomingSubType, OutgoingSubType } from '@lotbook/journal'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { type TextOf, textOf } from './table-declaration.ts'

/**
 * The meaning of a row that has up to two sides: what it is where something came in, where something went out, and where both sides
 * are filled. A row whose sides have no meaning under its word is flagged and noted.
 */
export type Way = Skip | Move | { readonly kind: 'fee' }

/** Nothing that counts, for this reason; what it cost counts where `keepsFee` is set. */
export interface Skip {
  readonly kind: 'skip'
  readonly reason: string
  readonly keepsFee?: true
}

export interface Move {
  readonly kind: 'move'
  readonly in?: IncomingSubType
  readonly out?: OutgoingSubType
  /** `in` and `out` say that the other side repeats this one. */
  readonly both?: 'exchange' | 'swap' | 'ico' | 'transfer' | 'in' | 'out'
  readonly flags?: readonly string[]
}

/** Reads the meaning of a row; undefined where its word is not declared. */
export type ReadWay = (row: Row, sheet: Sheet) => Way | undefined

export const way = (sides: Omit<Move, 'kind'>): Move => ({ kind: 'move', ...sides })
export const cameIn = (subType: IncomingSubType): Move => way({ in: subType })
export const wentOut = (subType: OutgoingSubType): Move => way({ out: subType })
export const leftOut = (reason: string): Skip => ({ kind: 'skip', reason })
/** Nothing moved, but a fee may have been paid. */
export const onlyFee = (reason: string): Skip => ({ kind: 'skip', reason, keepsFee: true })
/** The amount of the row is a fee: of the event that its group is, else alone. */
export const isFee: Way = { kind: 'fee' }
export const exchanged = way({ both: 'exchange' })
export const renamed = way({ both: 'swap' })
/** The sides alone decide. */
export const bySides = way({ in: 'received', out: 'sent', both: 'exchange' })
export const transferred = way({ in: 'received', out: 'sent', both: 'transfer' })

/** Ways by the words of a column, or of a text made of several; several words of one meaning are parted by a bar, and the empty word is that of an empty cell. */
export function byWord(column: TextOf, words: Readonly<Record<string, Way>>): (row: Row) => Way | undefined {
  const ways = new Map(
    Object.entries(words).flatMap(([written, meaning]) =>
      written.split('|').map((word) => [spelled(word), meaning] as const),
    ),
  )
  return (row) => ways.get(spelled(textOf(row, column)))
}

/** The first of these meanings that a row has. */
export function firstOf(...reads: readonly ReadWay[]): ReadWay {
  return (row, sheet) => {
    for (const read of reads) {
      const found = read(row, sheet)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** A meaning for rows whose cell fits a pattern. */
export function where(column: string, pattern: RegExp, meaning: Way): ReadWay {
  return (row) => (pattern.test(row.text(column)) ? meaning : undefined)
}

/** The meaning that `read` gives to rows whose cell fits a pattern. */
export function when(column: string, pattern: RegExp, read: ReadWay): ReadWay {
  return (row, sheet) => (pattern.test(row.text(column)) ? read(row, sheet) : undefined)
}

/** A meaning for rows whose cell does not fit a pattern. */
export function unless(column: string, pattern: RegExp, meaning: Way): ReadWay {
  return (row) => (pattern.test(row.text(column)) ? undefined : meaning)
}

/** A word in the one spelling that all of its spellings share. */
export function spelled(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_/-]+/g, ' ')
}
