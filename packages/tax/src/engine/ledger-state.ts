import type { OpenLots } from '../lots/lot-table.ts'

/** Units under an account and an asset; an account of NONE is no account. */
export interface HeldUnits {
  readonly account: number
  readonly asset: number
  readonly units: bigint
}

/**
 * All that a ledger has to know to go on from an event as the one did that worked out everything before it. Events are places in the
 * whole history, accounts and assets numbers of its dictionaries.
 */
export interface LedgerState {
  readonly isUniversal: boolean
  readonly pools: readonly { readonly account: number; readonly asset: number; readonly isMixed: boolean }[]
  readonly lots: OpenLots
  readonly locked: readonly HeldUnits[]
  readonly owed: readonly HeldUnits[]
  readonly owedValue: readonly HeldUnits[]
  /** Kept while the pool is universal. */
  readonly balances: readonly HeldUnits[]
  /** What lock-ups gave, the earliest of a pool first. */
  readonly claims: readonly (HeldUnits & { readonly place: number })[]
}
