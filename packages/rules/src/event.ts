import type { Treatment } from './treatment.ts'

/** A number that names an asset of a history. */
export type Asset = number
/** No asset: of an event that has no such side. */
export const NO_ASSET = -1
/** A number that names an account of a history. */
export type Account = number
/** A whole number of 10^-12 dollar. */
export type Dollars = bigint
/** A tax day as a number of days since 1970-01-01. */
export type Day = number

/** One side of an event: units of an asset, and what they are worth. */
export interface Side {
  readonly asset: Asset
  /** True for the currency of a state, which has no lots. */
  readonly isCash: boolean
  /** Whole units of 10^-scale of the asset; below zero for a fee that was given back. */
  readonly units: bigint
  /** Fair market value of all of them; null where nobody stated one. */
  readonly value: Dollars | null
}

/** The donor's record of a gift, as far as it is known. */
export interface DonorRecord {
  readonly basis: Dollars | undefined
  readonly acquired: Day | undefined
}

/**
 * One transaction as the rules look at it. It may be a view of columns that reads as it is asked, and shows the next event
 * afterwards: a rule reads it, and keeps nothing of it.
 */
export interface TaxEvent {
  /** Place of the event in its history. */
  readonly place: number
  readonly treatment: Treatment
  readonly day: Day
  readonly account: Account
  /** The other account of a self-transfer. */
  readonly toAccount: Account
  readonly sent: Side | null
  readonly received: Side | null
  readonly fee: Side | null
  /** Value of further fees, each an event of its own that spends it (R-FEE-4). */
  readonly furtherCosts: Dollars
  readonly donor: DonorRecord | undefined
  /** True where the fee is gas: it is paid before anything arrives (R-FEE-5). */
  readonly isFeeGas: boolean
  /** False while all accounts share one pool of lots: then lots are in no account (R-POOL-2). */
  readonly hasLotsByAccount: boolean
}

/** A side of a coin: something that has lots. */
export function isCoin(side: Side | null): side is Side {
  return side !== null && !side.isCash
}

/** Value of a side; nothing, where nobody stated one. */
export function valueOf(side: Side | null): Dollars {
  return side?.value ?? 0n
}
