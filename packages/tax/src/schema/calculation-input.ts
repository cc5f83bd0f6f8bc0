import type { JurisdictionCode, Reported, RuleSettings } from '@lotbook/rules'

/**
 * In which order lots are consumed (R-LOT-1 to R-LOT-4). Lots named on a transaction go first whatever the method; for
 * the rest `spec` is FIFO.
 */
export const METHODS = ['fifo', 'lifo', 'hifo', 'lofo', 'spec'] as const
export type Method = (typeof METHODS)[number]

/**
 * A standing order: it applies where account and asset fit (absent fits all), from a tax day on, inclusive, and only to
 * what happens while it is on record.
 */
export interface MethodOverride {
  readonly account?: string | null
  readonly asset?: string | null
  readonly from?: string | null
  readonly method: Method
  /** ISO 8601 instant, UTC. What happened before is not its; absent, it always was on record. */
  readonly recorded_at?: string | null
  /** ISO 8601 instant, UTC. What happens from then on is not its; absent, it was never ended. */
  readonly ended_at?: string | null
}

/** The Safe Harbor of Rev. Proc. 2024-28: how unused basis was attached to accounts on 2025-01-01 (R-POOL-3). */
export type SafeHarbor = SpecificAllocation | GlobalAllocation

export interface SpecificAllocation {
  readonly type: 'specific'
  readonly allocations: readonly {
    readonly lot: string
    readonly asset: string
    readonly account: string
    readonly quantity: string
  }[]
}

export interface GlobalAllocation {
  readonly type: 'global'
  readonly order: Exclude<Method, 'spec'>
  readonly accounts: readonly string[]
}

/**
 * Placement of units that no record allocates (R-POOL-4): they stay in the account that acquired them as far as it still holds as many;
 * the rest goes oldest first over the accounts as listed, then the others by name. Absent, all go oldest first over accounts by name.
 */
export interface DefaultAllocation {
  readonly accounts: readonly string[]
}

export interface CalculationSettings extends RuleSettings {
  /** The law that the history is worked out by. Default US. */
  readonly jurisdiction?: JurisdictionCode
  /** IANA name; decides the tax day of an instant (R-DAY-1). Default UTC. */
  readonly timezone?: string
  readonly method?: Method
  /** The last that fits wins. */
  readonly method_overrides?: readonly MethodOverride[]
  /** The pool for tax days before 2025-01-01; from then on always per account (R-POOL-1, R-POOL-2). */
  readonly pool_before_2025?: 'account' | 'universal'
  readonly safe_harbor?: SafeHarbor | null
  readonly default_allocation?: DefaultAllocation | null
  /** Accounts on a chain: a fee there is gas, which is paid before anything arrives, and never out of what arrives (R-FEE-5). */
  readonly wallets?: readonly string[] | null
}

/**
 * One transaction as the engine takes it. Amounts are exact decimal text; a `_value` is the fair market value
 * in USD of the whole amount, and cash in USD needs none. Fees are always on top.
 */
export interface InputTransaction {
  readonly id: string
  /** ISO 8601 instant, UTC. */
  readonly at: string
  readonly type: string
  readonly sub_type?: string | null
  readonly account: string
  readonly to_account?: string | null
  readonly from_currency?: string | null
  readonly from_amount?: string | null
  readonly from_value?: string | null
  readonly to_currency?: string | null
  readonly to_amount?: string | null
  readonly to_value?: string | null
  readonly fee_currency?: string | null
  readonly fee_amount?: string | null
  readonly fee_value?: string | null
  /**
   * Fees beyond the first, by id: each is an `outgoing` `fee` of its own, which spends its coin in its own
   * account. Its value in USD counts here like that of the first fee (R-FEE-4).
   */
  readonly further_fees?: readonly { readonly fee: string; readonly value: string }[] | null
  /** Specific identification: a lot is named by the transaction that acquired it. */
  readonly lots?: readonly { readonly lot: string; readonly quantity: string }[] | null
  /**
   * Donor's record of a `gift_received`: the donor's basis of the whole amount, and the day the donor acquired it.
   */
  readonly gift?: { readonly donor_basis?: string | null; readonly donor_acquired?: string | null } | null
  /** The part of this disposal that a broker reported. */
  readonly reported?: Reported | null
}

/** The schema `lotbook-tax-scenarios/1`: settings and a history, in any order; (instant, position) is what counts. */
export interface CalculationInput {
  readonly settings: CalculationSettings
  readonly transactions: readonly InputTransaction[]
}
