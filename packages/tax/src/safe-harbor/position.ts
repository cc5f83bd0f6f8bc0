import type { Instant, TaxDate } from '@lotbook/journal'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { LotRow } from '../schema/calculation-result.ts'
import { AMOUNTS_PER_EVENT, FEE, FROM, NONE, type EventTable } from '../events/event-table.ts'
import type { Ledger } from '../executing/ledger.ts'
import { runEvents } from '../executing/run-events.ts'
import { dayText } from '../schema/tax-day.ts'
import { writeResult } from '../results/write-result.ts'

/** Units of one asset in one account, an exact decimal above zero. */
export interface Holding {
  readonly account: string
  readonly asset: string
  readonly quantity: string
}

/** The first sale, disposition or transfer of an asset in 2025 or later. */
export interface FirstMove {
  readonly at: Instant
  readonly day: TaxDate
}

/** The position to allocate at the end of 2024: unused basis of universal pools, and the units that accounts hold. */
export interface Position {
  /** Lots of the universal pools, their `account` null. */
  readonly lots: readonly LotRow[]
  /** By asset, then account, as the history first names them. */
  readonly held: readonly Holding[]
  /** By asset; of some there was none yet. */
  readonly firstMoves: ReadonlyMap<string, FirstMove>
}

/**
 * The position at the end of 2024-12-31, local time, of a customer who kept one pool (R-POOL-3). A lock-up moves nothing
 * (R-STK-1) unless it is treated as a disposal, so it ends no time for an allocation; a fee paid in a coin is a disposition of it (R-FEE-4).
 */
export function positionAtSwitch(table: EventTable, settings: CalculationSettings): Position {
  const universal = { ...settings, pool_before_2025: 'universal' as const, safe_harbor: null }
  const ledger = runEvents(table, universal, undefined, { day: '2024-12-31' })
  return { lots: writeResult(ledger).lots, held: holdingsOf(ledger), firstMoves: firstMovesOf(ledger) }
}

/** The position without some assets. */
export function positionWithout({ lots, held, firstMoves }: Position, assets: ReadonlySet<string>): Position {
  const isLeft = ({ asset }: { readonly asset: string }) => !assets.has(asset)
  return { lots: lots.filter(isLeft), held: held.filter(isLeft), firstMoves }
}

function holdingsOf({ balances, keys, table }: Ledger): Holding[] {
  if (balances === undefined) return []
  return [...balances.keys()]
    .filter((key) => balances.isHeld(key))
    .sort((a, b) => keys.asset(a) - keys.asset(b) || keys.account(a) - keys.account(b))
    .map((key) => ({
      account: table.accounts[keys.account(key)]!,
      asset: table.assets[keys.asset(key)]!,
      quantity: balances.amounts.text(balances.slot(key), table.scales[keys.asset(key)]!),
    }))
}

function firstMovesOf({ table, treatment }: Ledger): Map<string, FirstMove> {
  const { lotsByAccountFrom, treatments } = table.jurisdiction
  const moves = new Map<string, FirstMove>()
  const note = (event: number, asset: number, side: number) => {
    if (asset === NONE || table.isCash[asset] === 1) return
    if (table.amounts.isZero(event * AMOUNTS_PER_EVENT + side)) return
    const name = table.assets[asset]!
    if (!moves.has(name)) moves.set(name, { at: table.at[event]!, day: dayText(table.day[event]!) })
  }
  for (let e = 0; e < table.count; e++) {
    if (table.day[e]! < lotsByAccountFrom) continue
    const { operation } = treatments[treatment[e]!]!
    if (operation !== 'staking-lockup') note(e, table.fromAsset[e]!, FROM)
    note(e, table.feeAsset[e]!, FEE)
  }
  return moves
}
