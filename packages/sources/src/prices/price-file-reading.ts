import type { Instant } from '@lotbook/journal'

/** The price of one unit of an asset, from a moment on. */
export interface FilePrice {
  /** 1-based line of the file, or row of the sheet. */
  readonly line: number
  /** The column that it stands in; null where that has no name. */
  readonly column: string | null
  readonly asset: string
  /** A day without a time is its first moment, in UTC. */
  readonly at: Instant
  /** Exact decimal text, zero or more. */
  readonly price: string
}

/** A row that could not be used, and why. */
export interface PriceProblem {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

export type PriceFileReading =
  | {
      readonly outcome: 'prices'
      readonly prices: readonly FilePrice[]
      readonly problems: readonly PriceProblem[]
    }
  /** The file does not name the asset of its prices. */
  | { readonly outcome: 'asset-missing' }
  | { readonly outcome: 'refused'; readonly message: string }
