import type { TaxDate } from '@lotbook/journal'

/** A quantity of an asset as a person reads it. */
export interface Leg {
  readonly quantity: string
  readonly asset: string
}

/** A transaction of the history with the row or entry that it came from. Amounts are exact decimal text. */
export interface TransactionRecord {
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** As a person reads it, `Staking reward`. */
  readonly type: string
  readonly account: string
  readonly sent: Leg | null
  readonly received: Leg | null
  readonly fee: Leg | null
  /** Name of the file, or of the provider that was asked. */
  readonly source: string | null
  readonly line: number | null
  /** Id that the provider or file gives it. */
  readonly providerId: string | null
  readonly hash: string | null
  readonly comment: string | null
}

/** The value of one side of a transaction, with its source. */
export interface PriceRecord {
  readonly transaction: string
  readonly side: 'Sent' | 'Received' | 'Fee'
  readonly value: string
  /** With file and line where it is of one. */
  readonly source: string
  /** The same without its line, which many values share. */
  readonly sourceName: string
  /** A price of one unit and its instant, where the value was worked out from one. */
  readonly unitPrice: string | null
  readonly pricedAt: string | null
}

/** A lot that was open at the end of a day. */
export interface HoldingRecord {
  /** The transaction that acquired it; null where its origin is not known. */
  readonly transaction: string | null
  readonly asset: string
  readonly account: string
  readonly quantity: string
  /** Null where the origin of the units is not known. */
  readonly basis: string | null
  readonly acquired: TaxDate | null
  /** Fair market value at the end of the day; null where no price is known. */
  readonly value: string | null
  readonly unrealized: string | null
  readonly term: 'short' | 'long' | null
}

/** Lots at the end of a day. */
export interface Holdings {
  readonly day: TaxDate
  readonly lots: readonly HoldingRecord[]
}

/** A question that the law leaves open, as it was answered for a calculation. */
export interface TreatmentRecord {
  readonly name: string
  readonly choice: string
  readonly authority: string
  readonly hasAuthority: boolean
  /** Transactions of the history that it bears on. */
  readonly transactions: number
}

/** Facts about a packet that no row of a calculation holds. */
export interface PacketFacts {
  /** Method, orders on record, pools, Safe Harbor and time zone, each with its name. */
  readonly settings: readonly (readonly [name: string, value: string])[]
  readonly treatments: readonly TreatmentRecord[]
  /** Sentences about items that nobody has decided. */
  readonly openItems: readonly string[]
  /** The same by the transaction that they are on, as far as they are on one. */
  readonly openOn: ReadonlyMap<string, readonly string[]>
}

/** The history behind a year, for its workbook. */
export interface PacketHistory {
  /** Transactions of the year, and those that its lots and holdings came from. */
  readonly transactions: readonly TransactionRecord[]
  /** In the order of their transactions. */
  readonly prices: readonly PriceRecord[]
  /** Start and end of the year. */
  readonly holdings: readonly Holdings[]
}
