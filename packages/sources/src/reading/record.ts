import type { AssetId, ReadTransaction } from '@lotbook/journal'
import type { Amount } from './amount-text.ts'
import type { Origin } from './origin.ts'

/** A record while it is read: a row of a table, an entry of an API's page. */
export interface ForeignRecord {
  /** 1-based place among the records of its reading. */
  readonly number: number
  readonly origin: Origin
  /** True once a date without a time of day was read from it. */
  readonly isDateOnly: boolean
  identity(): RecordIdentity
  /**
   * The amount in a column or field, null where it is empty. `bare` removes text that the provider writes around its amounts.
   *
   * @throws UnreadableValue for text that is no amount.
   */
  amount(column: string, bare?: (text: string) => string): Amount | null
}

/** Identifies a record when it comes again: by the provider's id, or else by its content. */
export interface RecordIdentity {
  /** The kind of thing that the provider's id names, e.g. `kraken-ledger`. */
  readonly kind: string
  /** The provider's own id where one stays the same over exports. */
  readonly nativeId: string | null
  /** The content in a spelling that every generation of its report shares. */
  readonly content: string
  /** The report that names the same record by the same content, where an answer of an API tells what several reports do. */
  readonly family?: string
}

/** One foreign record as it came, with its identity. */
export interface SourceRecord extends RecordIdentity {
  /** 1-based place among the records of its reading: the data row of a file. */
  readonly row: number
  readonly origin: Origin
  /** Empty where the provider's id names the record. */
  readonly content: string
  /** Ordinal among the equals of this reading, from 0: two identical fills stay two. */
  readonly ordinal: number
}

/** The contract behind a ticker, where the source names it: tickers of tokens are not unique. */
export interface TokenHint {
  /** Native ticker or CAIP-2 id of the chain, null where the source does not say. */
  readonly chain: string | null
  readonly contract: string
  readonly tokenId?: string
}

/** A transaction read from a source, with the data that recognises it when it comes again. */
export interface SourceTransaction extends ReadTransaction {
  /** The records it was made of. A record that several transactions list (a second fee, a shared payout) belongs to the first of them. */
  readonly records: readonly SourceRecord[]
  /** The order, reference or hash that its records share, or null. */
  readonly group: string | null
  /** Names a further transaction made of the same records (a second fee), else null. */
  readonly part: string | null
  /** The provider's own sequence (padded, it is compared as text), or null. */
  readonly sequence: string | null
  readonly tokens: Readonly<Record<AssetId, TokenHint>>
  /** The account that the record itself names, or null. */
  readonly account: string | null
  /** The record's statement on US based, or null. */
  readonly usBased: boolean | null
}
