import type { AssetId, Instant } from '@lotbook/journal'
import type { Origin } from './origin.ts'
import type { SourceTransaction, TokenHint } from './record.ts'

/** Something in the data that the customer should look at: its place, and the trouble with it. */
export interface Finding {
  readonly code: string
  /** 1-based place of the record in its reading; 0 when the finding concerns the whole. */
  readonly row: number
  readonly origin: Origin
  /** The column of a table, or the field of an API's entry. */
  readonly column?: string
  /** The foreign text, at most 60 characters of it. */
  readonly value?: string
  readonly message: string
}

export interface SkippedRows {
  readonly rows: readonly number[]
  readonly reason: string
}

/** What the account holds of an asset, as its provider states it. */
export interface StatedBalance {
  readonly asset: AssetId
  /** A part of the account that has a balance of its own, such as coins that are staked; empty where there is one balance. */
  readonly part: string
  /** The moment it was so. */
  readonly at: Instant
  /** Exact decimal text. */
  readonly quantity: string
  /** The contract behind the ticker, as transactions name it. */
  readonly token?: TokenHint
}

/** Balances of an asset and part at several moments, in the order of time. */
export interface BalanceSeries extends Pick<StatedBalance, 'asset' | 'part'> {
  readonly points: readonly (readonly [at: Instant, quantity: string])[]
}

/** The other side of a movement of coins, where the record names its address. */
export interface Counterparty {
  /** Slug of the chain in the catalogue. */
  readonly chain: string
  readonly address: string
  readonly txHash: string
}

/** The result of reading records, whatever they came from: each is part of a transaction, skipped or in error. */
export interface Reading {
  readonly transactions: readonly SourceTransaction[]
  readonly skipped: readonly SkippedRows[]
  readonly notes: readonly Finding[]
  readonly errors: readonly Finding[]
  /** The last one of each asset and part of the account; none where the records state none. */
  readonly balances: readonly StatedBalance[]
  /** The running balances of records that state one each; absent where they do not. */
  readonly series?: readonly BalanceSeries[]
  /** Addresses that coins went to or came from, each once per transaction; absent where the records name none. */
  readonly counterparties?: readonly Counterparty[]
}
