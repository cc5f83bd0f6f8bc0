import type { IncomingSubType, OutgoingSubType } from '@lotbook/journal'
import type { Draft, DraftLeg } from '../../reading/collector.ts'
import type { Row } from './row.ts'

/** The meaning of a word in the type column of a table. */
export type Meaning =
  | { readonly kind: 'skip'; readonly reason: string }
  /** One side of a trade, or both. The side counts where the signs of the amounts leave it open. */
  | { readonly kind: 'trade'; readonly side: 'buy' | 'sell' | null }
  | { readonly kind: 'in'; readonly subType: IncomingSubType }
  | { readonly kind: 'out'; readonly subType: OutgoingSubType }

/** A word that means several things: the text of another column decides, tried in order. */
export interface DecidedBy {
  readonly column: string
  readonly texts: readonly (readonly [pattern: RegExp, meaning: Meaning])[]
  readonly otherwise: Meaning
}

/** Meanings by word, in lower case; the empty word is that of rows without a type. */
export type Words = Readonly<Record<string, Meaning | DecidedBy>>

export const skipped = (reason: string): Meaning => ({ kind: 'skip', reason })
export const traded = (side: 'buy' | 'sell' | null = null): Meaning => ({ kind: 'trade', side })
export const incoming = (subType: IncomingSubType): Meaning => ({ kind: 'in', subType })
export const outgoing = (subType: OutgoingSubType): Meaning => ({ kind: 'out', subType })

export function decidedBy(column: string, texts: DecidedBy['texts'], otherwise: Meaning): DecidedBy {
  return { column, texts, otherwise }
}

/** The meaning of a row's word; undefined for a word that is not declared. */
export function meaningIn(words: Words, word: string, row: Row): Meaning | undefined {
  const key = word.toLowerCase()
  const found = Object.hasOwn(words, key) ? words[key] : undefined
  if (found === undefined || 'kind' in found) return found
  const text = row.text(found.column)
  return found.texts.find(([pattern]) => pattern.test(text))?.[1] ?? found.otherwise
}

/** The part of a draft that one leg is under a word for something that came in or went out. */
export function moved(
  meaning: Extract<Meaning, { kind: 'in' | 'out' }>,
  leg: DraftLeg,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> {
  return meaning.kind === 'in'
    ? { type: 'incoming', subType: meaning.subType, to: leg }
    : { type: 'outgoing', subType: meaning.subType, from: leg }
}
