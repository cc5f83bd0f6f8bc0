import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import type { StatusColumn } from './status.ts'
import type { TableDeclaration, TextOf } from './table-declaration.ts'
import type { Phrases, WordColumn, Words } from './words.ts'

/** A table of ledger entries: a row moves an asset by a signed amount, and a word says why. */
export interface LedgerTable extends TableDeclaration {
  readonly type: WordColumn
  readonly words: Words
  readonly phrases?: Phrases
  readonly status?: StatusColumn
  readonly amounts:
    | {
        readonly amount: string
        readonly asset: TextOf
        /** The column of the amount, where it is another one for some rows. */
        readonly amountIn?: (row: Row) => string
        /** Tells rows whose amount left, where amounts have no sign. */
        readonly leaves?: (row: Row) => boolean
        readonly fee?: string
        readonly feeAsset?: string
        /** Decimals of the whole units in which amounts are written: 8 of satoshis. */
        readonly unitPlaces?: number | ((row: Row) => number)
        /** True where the amount is what the balance changed by, its fee taken off. */
        readonly isNet?: true
        /** Set where the sign of a fee tells one that was paid, which is below zero or above it, from one that was given back. */
        readonly paidFees?: 'below' | 'above'
      }
    /** Columns for each currency, which the pattern captures from their names. `bare` removes a unit from a cell. */
    | {
        readonly amountColumns: RegExp
        readonly feeColumns: RegExp
        /** What is held of the currency after the row; rows go from the oldest to the newest. */
        readonly balanceColumns?: RegExp
        readonly bare?: (text: string, ticker: string) => string
      }
  /** True where amounts have a sign, so that one against its word is no such event. */
  readonly isSigned?: true
  /** What is held after a row that changed it by `change`; `wallet` names the part of the account that has this balance. */
  readonly balance?: { readonly column: string; readonly change: string; readonly wallet: TextOf }
  /** Columns that tell rows of one moment and amount apart, where the provider gives no id. */
  readonly content: readonly string[]
  /** The pair of a trade, where a row has both of its sides: decides them when the signs do not. */
  readonly market?: { readonly column: string; readonly quotes: readonly string[] }
  /** The id that the rows of one trade share, where each row is one side of it or its fee; a column's is the trade's external id. */
  readonly tradeId?: TextOf
  /** What rows of one trade share within a file, where no id says which belong together. */
  readonly sameTrade?: (row: Row) => string
  /** Where a row that takes an earlier one back says so in words, and the columns of ids by which it names that row. */
  readonly takenBack?: { readonly says: string; readonly ids: readonly string[] }
  /** What is assumed of a file that does not say it, for a note on its first row. */
  readonly assumption?: (sheet: Sheet) => string | undefined
  /** The reason to skip a row, beyond its word. */
  readonly skipWhere?: (row: Row) => string | undefined
}
