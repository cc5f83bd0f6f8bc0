import { RowWriter } from '@lotbook/tax'
import type { Database } from '../../platform/database.ts'
import { collectInput, type Collected } from '../../calculating/collect/collect-input.ts'
import type { SummedLots } from './stored-lots.ts'
import { sumLots, type DatedLot } from './sum-lots.ts'

/** With so many lots at most all of them are kept for the next request. */
const MOST_KEPT = 10_000

export interface LotsWanted {
  readonly userId: string
  readonly day: string
  /** The one asset whose lots are wanted; the sums of all where there is none. */
  readonly asset?: string
}

export interface LotsOfDay extends SummedLots {
  /** Every open lot, or of the asset that was wanted; null where there are too many. */
  readonly lots: readonly DatedLot[] | null
}

/**
 * The lots that the engine has open at the end of a day: it works out the journal as it is now and stops there. A transfer between own
 * accounts that is under way at that moment has arrived, since the engine moves both sides at the earlier instant.
 */
export async function workOutLots(db: Database, { userId, day, asset }: LotsWanted): Promise<LotsOfDay> {
  const collected = await collectInput(db, { userId }, () => {})
  const left = openLots(collected, day)
  if (asset !== undefined)
    return { sums: [], gifts: [], lots: left.all().filter((lot) => lot.asset === asset) }
  return { ...sumLots(left.each(), day), lots: left.count > MOST_KEPT ? null : left.all() }
}

/** Lots that a collected history has open at the end of a day. */
export function openLots({ calculateTable, names }: Collected, day: string) {
  const table = calculateTable({ until: { day } })
  const writer = new RowWriter(table)
  const lotAt = (n: number): DatedLot => {
    const { lot, asset, account, quantity, basis, acquired, loss_basis, loss_acquired } = writer.lot(n)
    return {
      n,
      asset,
      transaction_id: names.transactionId(lot),
      account_id: account === null ? null : names.accountId(account),
      quantity,
      basis,
      acquired,
      loss_basis: loss_basis ?? null,
      loss_acquired: loss_acquired ?? null,
    }
  }
  function* each() {
    for (let n = 0; n < table.lots.count; n += 1) yield lotAt(n)
  }
  return { count: table.lots.count, each, all: () => [...each()] }
}
