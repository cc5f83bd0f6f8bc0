import type { Position } from '../../connecting/connector.ts'
import { epochOf, keptStakes, type StakeAccounts } from './stake-accounts.ts'

/** Where a walk through the rewards of stake accounts is. */
export interface StakeWalk extends StakeAccounts {
  /** The epoch that is asked for next. */
  readonly epoch: number
  /** The last epoch that is over; null before what the accounts hold was asked for. */
  readonly lastEpoch: number | null
  /** A slot whose moment is asked for; empty for none. */
  readonly slot: string
}

const NONE: StakeWalk = { own: [], given: [], epoch: Number.MAX_SAFE_INTEGER, lastEpoch: null, slot: '' }

/** Stake accounts that an earlier walk found, with the epoch that it did not ask for. */
export function stakesFrom(from: Position | null): StakeWalk {
  const known = from?.['stakes'] as StakeWalk | undefined
  return known === undefined ? NONE : { ...known, lastEpoch: null, slot: '' }
}

/** Adds stake accounts that a transaction names. Their rewards are asked for from its epoch on. */
export function withStakes(walk: StakeWalk, named: StakeAccounts, slot: number): StakeWalk {
  const { own, given } = named
  if (own.length + given.length === 0) return walk
  const isNew = own.some((account) => !walk.own.includes(account))
  return {
    ...walk,
    own: [...new Set([...walk.own, ...own])],
    given: [...new Set([...walk.given, ...given])],
    epoch: isNew ? Math.min(walk.epoch, epochOf(slot)) : walk.epoch,
  }
}

/** Whether nothing is left to be asked about stake accounts. */
export function isAtEnd(walk: StakeWalk): boolean {
  if (keptStakes([walk]).size === 0) return true
  return walk.lastEpoch !== null && walk.epoch > walk.lastEpoch && walk.slot === ''
}
