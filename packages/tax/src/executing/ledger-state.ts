import type { UnitsByAccount } from '@lotbook/rules'
import type { Balances } from '../lots/balances.ts'
import type { OpenLots } from '../lots/lot-table.ts'
import { eventAtPlace, placeOfEvent } from '../events/event-table.ts'
import type { Ledger } from './ledger.ts'

/** Units under an account and an asset; an account of NONE is no account. */
export interface HeldUnits {
  readonly account: number
  readonly asset: number
  readonly units: bigint
}

/**
 * The state of a ledger before an event. A ledger restored from it continues exactly as the one that worked out every event
 * before. Events are places in the whole history, accounts and assets numbers of its dictionaries.
 */
export interface LedgerState {
  readonly isUniversal: boolean
  readonly isOffRecord: boolean
  readonly pools: readonly { readonly account: number; readonly asset: number; readonly isMixed: boolean }[]
  readonly lots: OpenLots
  readonly locked: readonly HeldUnits[]
  readonly owed: readonly HeldUnits[]
  readonly owedValue: readonly HeldUnits[]
  /** Kept while the pool is universal. */
  readonly balances: readonly HeldUnits[]
  /** Claims that lock-ups gave, the earliest of a pool first. */
  readonly claims: readonly (HeldUnits & { readonly place: number })[]
  /** Returns that came back short of what was locked up (R-STK-2). */
  readonly shortReturns: readonly {
    readonly account: number
    readonly asset: number
    readonly place: number
  }[]
}

/** The state of a ledger after the events it has worked out. */
export function stateOf(ledger: Ledger): LedgerState {
  const { keys, table, book, claims, balances, memory } = ledger
  const placeOf = (event: number) => placeOfEvent(table, event)
  const { pools, lots } = book.open(placeOf, table.newAmounts)
  const at = (key: number) => ({ account: keys.account(key), asset: keys.asset(key) })
  const held = (units: Balances): HeldUnits[] =>
    Array.from(units.entries(), ([key, one]) => ({ ...at(key), units: one }))
  return {
    isUniversal: ledger.isUniversal,
    isOffRecord: ledger.isOffRecord,
    pools: pools.map(({ key, isMixed }) => ({ ...at(key), isMixed })),
    lots,
    locked: remembered(memory.locked),
    owed: remembered(memory.owed),
    owedValue: remembered(memory.owedValue),
    balances: balances === undefined ? [] : held(balances),
    claims: claims.open(placeOf).map(({ key, place, units }) => ({ ...at(key), place, units })),
    shortReturns: Array.from(memory.shortReturns.entries(), ({ account, asset, value: place }) => ({
      account,
      asset,
      place,
    })),
  }
}

function remembered(units: UnitsByAccount): HeldUnits[] {
  return Array.from(units.entries(), ({ account, asset, value }) => ({ account, asset, units: value }))
}

/**
 * Restores the state that `stateOf` returned, in a ledger that is empty.
 *
 * @throws Error if the table does not name an event that acquired an open lot.
 */
export function restoreState(ledger: Ledger, from: LedgerState): void {
  const { keys, table, book, claims, balances, memory } = ledger
  const eventAt = (place: number) => {
    const event = eventAtPlace(table, place)
    if (event === undefined) throw new Error(`the table does not name the event at ${place}`)
    return event
  }
  const keyOf = ({ account, asset }: Omit<HeldUnits, 'units'>) => keys.of(account, asset)
  ledger.isUniversal = from.isUniversal
  ledger.isOffRecord = from.isOffRecord
  book.takeIn(
    from.pools.map((pool) => ({ key: keyOf(pool), isMixed: pool.isMixed })),
    from.lots,
    eventAt,
  )
  for (const [units, held] of [
    [memory.locked, from.locked],
    [memory.owed, from.owed],
    [memory.owedValue, from.owedValue],
  ] as const)
    for (const one of held) units.set(one.account, one.asset, one.units)
  for (const one of from.balances) balances?.set(keyOf(one), one.units)
  for (const claim of from.claims) claims.add(keyOf(claim), eventAt(claim.place), claim.units)
  for (const { account, asset, place } of from.shortReturns) memory.shortReturns.set(account, asset, place)
}
