import type { IncomingSubType, OutgoingSubType } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import type { Draft, DraftLeg } from '../../reading/collector.ts'
import type { Row } from './row.ts'

/** The meaning of a word in the type column of a table. */
export type Meaning =
  | { readonly kind: 'skip'; readonly reason: string }
  /** One side of a trade, or both. The side counts where the signs of the amounts leave it open. */
  | { readonly kind: 'trade'; readonly side: 'buy' | 'sell' | null; readonly isRename?: true }
  | { readonly kind: 'in'; readonly subType: IncomingSubType }
  | { readonly kind: 'out'; readonly subType: OutgoingSubType }
  /** In or out, as the sign of the amount says. */
  | { readonly kind: 'signed'; readonly in: IncomingSubType; readonly out: OutgoingSubType }
  /** The fee of a trade in a row of its own. */
  | { readonly kind: 'fee' }

/** A word that means several things: the text of another column decides, tried in order. */
export interface DecidedBy {
  readonly column: string
  readonly texts: readonly (readonly [pattern: RegExp, meaning: Meaning])[]
  /** Left out where no other text is known: the word is then unknown too. */
  readonly otherwise?: Meaning
}

/** Meanings by word, in lower case; the empty word is that of rows without a type. */
export type Words = Readonly<Record<string, Meaning | DecidedBy>>

/** Meanings of words that come in many forms, tried in order where no word is equal. */
export type Phrases = readonly (readonly [pattern: RegExp, meaning: Meaning | DecidedBy])[]

/** The column of the word, with the word made of its row where the cell is not the word itself. */
export type WordColumn =
  | string
  | { readonly column: string | ((row: Row) => string); readonly word: (row: Row) => string }

/** One word for all rows, of a report that has rows of one kind. `column` is where a person looks. */
export const always = (word: string, column: string): WordColumn => ({ column, word: () => word })

/** Word by the sign of an amount. */
export const bySign = (column: string, plus: string, minus: string): WordColumn => ({
  column,
  word: (row) => (isNegative(row.requiredAmount(column).value) ? minus : plus),
})

/** Word of several columns, such as a category and an operation. */
export const ofColumns = (column: string, ...more: readonly string[]): WordColumn => ({
  column,
  word: (row) =>
    [column, ...more]
      .map((name) => row.text(name))
      .join(' ')
      .trim(),
})

/** The first column that is filled, for reports whose word moved. */
export const firstFilled = (...columns: readonly [string, ...string[]]): WordColumn => {
  const column = (row: Row) => columns.find((name) => row.text(name) !== '') ?? columns[0]
  return { column, word: (row) => row.text(column(row)) }
}

export function columnOfWord(type: WordColumn, row: Row): string {
  if (typeof type === 'string') return type
  return typeof type.column === 'string' ? type.column : type.column(row)
}

export const wordIn = (type: WordColumn, row: Row): string =>
  typeof type === 'string' ? row.text(type) : type.word(row)

export const skipped = (reason: string): Meaning => ({ kind: 'skip', reason })
export const traded = (side: 'buy' | 'sell' | null = null): Meaning => ({ kind: 'trade', side })
/** A coin that goes by another name or contract from then on. */
export const renamed = { kind: 'trade', side: null, isRename: true } as const
export const feePaid: Meaning = { kind: 'fee' }
export const signed = (ofPlus: IncomingSubType, ofMinus: OutgoingSubType): Meaning => ({
  kind: 'signed',
  in: ofPlus,
  out: ofMinus,
})
export const incoming = (subType: IncomingSubType) => ({ kind: 'in', subType }) as const
export const outgoing = (subType: OutgoingSubType) => ({ kind: 'out', subType }) as const

export function decidedBy(column: string, texts: DecidedBy['texts'], otherwise?: Meaning): DecidedBy {
  return { column, texts, ...(otherwise && { otherwise }) }
}

/** The meaning of a row's word; undefined for a word that is not declared. */
export function meaningIn(words: Words, word: string, row: Row, phrases: Phrases = []): Meaning | undefined {
  const key = word.toLowerCase()
  const found = Object.hasOwn(words, key) ? words[key] : phrases.find(([pattern]) => pattern.test(word))?.[1]
  if (found === undefined || 'kind' in found) return found
  const text = row.text(found.column)
  return found.texts.find(([pattern]) => pattern.test(text))?.[1] ?? found.otherwise
}

/** The part of a draft that one leg is under a word for something that came in or went out. */
export function moved(
  meaning: Extract<Meaning, { kind: 'in' | 'out' | 'signed' }>,
  leg: DraftLeg,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> {
  const own =
    meaning.kind !== 'signed'
      ? meaning
      : isNegative(leg.amount.value)
        ? outgoing(meaning.out)
        : incoming(meaning.in)
  return own.kind === 'in'
    ? { type: 'incoming', subType: own.subType, to: leg }
    : { type: 'outgoing', subType: own.subType, from: leg }
}

/**
 * The same of a table whose amounts have signs; undefined where the sign contradicts the word. A rebate that is taken back is a fee.
 * Without `isSigned` an amount that left may be written with either sign.
 */
export function movedBySign(
  meaning: Extract<Meaning, { kind: 'in' | 'out' | 'signed' }>,
  leg: DraftLeg,
  isSigned: boolean,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> | undefined {
  const isMinus = isNegative(leg.amount.value)
  if (meaning.kind === 'in' && isMinus)
    return meaning.subType === 'rebate' ? { type: 'outgoing', subType: 'fee', from: leg } : undefined
  if (meaning.kind === 'out' && !isMinus && isSigned) return undefined
  return moved(meaning, leg)
}

/** Note for a word that is not known, or that the sign of its amount contradicts. */
export function unmappedNote(word: string, isKnown: boolean): string {
  return isKnown ? `${word} moved its amount the other way` : `Unknown type: ${word || '(empty)'}`
}
