import type { Instant } from '@lotbook/journal'
import type { Collector, DraftLeg } from '../../reading/collector.ts'
import type { SplitPair } from './pairs.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import type { StatusColumn } from './status.ts'
import type { TableDeclaration, TextOf } from './table-declaration.ts'
import type { Phrases, WordColumn, Words } from './words.ts'

/** An amount and its asset: that of a column, else the unit behind the amount, else the side of the pair. */
export interface LegColumns {
  readonly amount: string
  /** A part of the amount that did not move: what an order was not filled with, the fee. */
  readonly less?: string
  readonly asset?: TextOf
  /** True where the unit stands behind the amount: `0.01 BTC`, `0.01BTC`. */
  readonly isGlued?: true
  /** True of a currency of a state, whose code some coins share. */
  readonly isMoney?: true
}

/** The other side of a trade; where its amount is not stated it is the base times the price. */
export type QuoteColumns =
  | { readonly price?: undefined; readonly legIn: (row: Row) => DraftLeg | null }
  | (LegColumns & { readonly price?: string })
  | { readonly price: string; readonly asset?: TextOf }

/** A fee, in the quote asset unless its columns or `isIn` say otherwise; of a row with one side, in its asset. */
export interface FeeColumns extends LegColumns {
  readonly isIn?: 'base' | 'received'
  /**
   * Set where a stated amount of its asset has the fee in it, so that more left, or less came: true of any side, else of the base, of
   * the quote, or of what came in without anything having left.
   */
  readonly isIncluded?: true | 'base' | 'quote' | 'incoming'
  /** The side of trades that the fee is of, where each has columns of its own. */
  readonly onlyOf?: 'buy' | 'sell'
  /** Set where a fee below zero, one above it (where those paid are below), or in a column of rebates any, was given to the person. */
  readonly isRebate?: 'negative' | 'positive' | 'always'
}

/** A table whose rows are events of their own: a word says which, and one or two amounts moved. */
export interface EventTable extends TableDeclaration {
  readonly type: WordColumn
  readonly words: Words
  readonly phrases?: Phrases
  readonly status?: StatusColumn
  /** The reason to skip a row, beyond its word and status. */
  readonly skipWhere?: (row: Row) => string | undefined
  readonly pair?: { readonly column: string; readonly split: SplitPair }
  /** The amount bought, sold or moved, in the first columns that are filled; `columnNamedAfterCoin` counts columns from 1. */
  readonly base: LegColumns | readonly LegColumns[] | { readonly columnNamedAfterCoin: number }
  readonly quote?: QuoteColumns | readonly QuoteColumns[]
  readonly fee?: FeeColumns | readonly FeeColumns[]
  /** Columns of costs whose coin is not known, or not whether the amounts hold them: where they state any, it is said. */
  readonly uncounted?: readonly string[]
  /** The value that the row states, in the first column that is filled. */
  readonly value?: { readonly amount: string | readonly string[]; readonly currency: TextOf }
  /** Names a trade that other reports of the account tell too, by its moment and what it moved. */
  readonly nameTrade?: (out: Collector, at: Instant, legs: readonly DraftLeg[]) => string
  /** True where amounts have a sign, so that one against its word is no such event. */
  readonly isSigned?: true
  /** The assumption about a file that does not say something, for a note on its first row. */
  readonly assumption?: (sheet: Sheet) => string | undefined
  /** True of a row whose columns name what came for its base, which was given, whatever its word. */
  readonly statesBoth?: (row: Row) => boolean
  /** True of a row that its own columns say left, where its word is not known and its amount has no sign. */
  readonly leaves?: (row: Row) => boolean
}
