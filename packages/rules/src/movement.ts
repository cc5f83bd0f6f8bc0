import type { Account, Asset, Day, Dollars } from './event.ts'
import type { WarningCode } from './warning.ts'

/**
 * Something that happens to units, by law. An event is a list of these in their order: which lots they concern is for the lot book to
 * find, by the method and the pool that apply.
 */
export type Movement =
  | Dispose
  | Remove
  | Acquire
  | SpendFee
  | Move
  | Convert
  | GiveClaim
  | EndClaims
  | Contract
  | Income
  | Warn

/** Units given up for a value: a gain or loss for each lot that they come from (R-TRD-1, R-SPD-1). */
export interface Dispose {
  readonly does: 'dispose'
  readonly asset: Asset
  readonly units: bigint
  /** Their proceeds, before costs. */
  readonly value: Dollars
  /** Taken off what they brought; below zero where costs were given back (R-FEE-2, R-FEE-3). */
  readonly costs: Dollars
  /** Word for it in a result. */
  readonly kind: string
}

/** Units that leave with their basis, without gain or loss (R-GIFT-4, R-DON-1, R-LOSS-1, R-MISS-2). */
export interface Remove {
  readonly does: 'remove'
  readonly asset: Asset
  readonly units: bigint
  readonly value: Dollars
  readonly kind: string
}

/** A lot begins. Of no units, or fewer, there is none. */
export interface Acquire {
  readonly does: 'acquire'
  readonly asset: Asset
  readonly units: bigint
  readonly basis: Dollars
  /** The day that its holding period is counted from, where it is not the day of the event (R-GIFT-1). */
  readonly acquired?: Day
  /** The basis for a loss, where it is another than that for a gain (R-GIFT-2). */
  readonly lossBasis?: Dollars
}

/** A fee in a coin: a disposal of its own, for its value (R-FEE-4). */
export interface SpendFee {
  readonly does: 'spend-fee'
  readonly asset: Asset
  readonly units: bigint
  readonly value: Dollars
  /** Paid out of the very lots that the movement before it brought, and beyond them out of the pool (R-FEE-5). */
  readonly isWithheld: boolean
}

/** Units go to another account of the same owner, lots and all (R-TRF-1). */
export interface Move {
  readonly does: 'move'
  readonly asset: Asset
  readonly units: bigint
  readonly to: Account
  /** Fee that goes into the basis of the moved lots (R-TRF-2). */
  readonly fee?: CapitalizedFee | CarriedFee
}

/** A fee that is spent while the lots are on their way, and whose value they take up. */
export interface CapitalizedFee {
  readonly treatment: 'capitalize'
  /** Value of all fees in coins: what the basis of the moved lots grows by. */
  readonly added: Dollars
  /** The event's own fee; null where only further ones were paid. */
  readonly spent: { readonly asset: Asset; readonly units: bigint; readonly value: Dollars } | null
}

/** Units of a fee that leave without a gain: the moved lots take up their basis. */
export interface CarriedFee {
  readonly treatment: 'carry'
  readonly units: bigint
}

/** Units of one asset become units of another: each lot goes on, by the ratio (R-SWP-1). */
export interface Convert {
  readonly does: 'convert'
  readonly asset: Asset
  readonly units: bigint
  readonly toAsset: Asset
  readonly toUnits: bigint
}

/** A lot that stands for coins that were locked up, until they return (R-OPEN-8). */
export interface GiveClaim {
  readonly does: 'give-claim'
  readonly asset: Asset
  readonly units: bigint
  readonly basis: Dollars
}

/**
 * Claims end, the earliest first and as far as they are still there: a disposal for their share of a value, and a lot of the coins that
 * came back for them, at that share (R-OPEN-8).
 */
export interface EndClaims {
  readonly does: 'end-claims'
  readonly asset: Asset
  /** At most so many. */
  readonly units: bigint
  /** Value of all the units that came back. */
  readonly value: Dollars
  readonly whole: bigint
  readonly kind: string
}

/** Result of a contract, paid or received: a row of its own that no lot is taken for (R-CON-1, R-CON-2). */
export interface Contract {
  readonly does: 'contract'
  readonly asset: Asset
  readonly units: bigint
  readonly value: Dollars
  readonly costs: Dollars
  readonly basis: Dollars
  readonly kind: string
}

/** Income of units that were received (R-INC-1). */
export interface Income {
  readonly does: 'income'
  readonly category: string
  readonly units: bigint
  readonly value: Dollars
  /** True where only a part of what was received is income (R-OPEN-9). */
  readonly isPart: boolean
}

/** A question that the event leaves open. */
export interface Warn {
  readonly does: 'warn'
  readonly code: WarningCode
}
