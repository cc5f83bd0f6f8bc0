import { formatUnits } from '@lotbook/money'
import type { Slot } from '../amounts/amounts.ts'
import type { CalculationSettings } from './calculation-input.ts'
import type { Warning } from './calculation-result.ts'
import { AMOUNTS_PER_EVENT, FEE, FROM, NONE, TO, type EventTable } from './event-table.ts'

/** An account that has given more of an asset than it had. */
export interface NegativeBalance {
  readonly account: string
  readonly asset: string
  /** The first event that takes it below zero. */
  readonly tx: string
  /** How much is missing at the lowest point, exact decimal text. */
  readonly missing: string
}

/**
 * Accounts whose balance falls below zero, by the history as it stands: what is missing came in somewhere and is not here.
 * With a pool for each account only an event without a known lot can do that, so only those assets are added up; in the
 * universal pool an account can fall below zero although every unit has its lot.
 */
export function negativeBalances(
  table: EventTable,
  settings: CalculationSettings,
  warnings: readonly Warning[],
): NegativeBalance[] {
  const uncovered = warnings.filter(({ code }) => code === 'MISSING_BASIS').map(({ tx }) => tx)
  const isUniversal = settings.pool_before_2025 === 'universal'
  if (uncovered.length === 0 && !isUniversal) return []
  const { count, ids, account, toAccount, fromAsset, toAsset, feeAsset, amounts, isCash } = table
  const key = (of: number, asset: number) => of * table.assets.length + asset
  const looked = new Set<number>()
  for (const tx of uncovered) {
    const e = tx === null ? undefined : table.eventOf(tx)
    if (e === undefined) continue
    for (const asset of [fromAsset[e]!, feeAsset[e]!]) if (asset !== NONE) looked.add(key(account[e]!, asset))
  }

  const balances = new Map<number, bigint>()
  const below = new Map<number, { readonly event: number; lowest: bigint }>()
  const move = (event: number, of: number, asset: number, sign: 1n | -1n, slot: Slot) => {
    if (asset === NONE || isCash[asset] === 1) return
    const at = key(of, asset)
    if (!isUniversal && !looked.has(at)) return
    const balance = (balances.get(at) ?? 0n) + sign * amounts.get(slot)
    balances.set(at, balance)
    if (balance >= 0n) return
    const before = below.get(at)
    if (before === undefined) below.set(at, { event, lowest: balance })
    else if (balance < before.lowest) before.lowest = balance
  }
  for (let e = 0; e < count; e++) {
    const at = e * AMOUNTS_PER_EVENT
    // What arrives in the same event can pay for what leaves in it.
    if (toAccount[e] !== NONE) move(e, toAccount[e]!, fromAsset[e]!, 1n, at + FROM)
    move(e, account[e]!, toAsset[e]!, 1n, at + TO)
    move(e, account[e]!, fromAsset[e]!, -1n, at + FROM)
    move(e, account[e]!, feeAsset[e]!, -1n, at + FEE)
  }
  return [...below].map(([at, { event, lowest }]) => {
    const asset = at % table.assets.length
    return {
      account: table.accounts[(at - asset) / table.assets.length]!,
      asset: table.assets[asset]!,
      tx: ids[event]!,
      missing: formatUnits(-lowest, table.scales[asset]!),
    }
  })
}
