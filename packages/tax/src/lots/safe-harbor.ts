import { compareText } from '@lotbook/journal'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { unitsOf, type EventTable } from '../events/event-table.ts'
import { plainAmount } from '../schema/amount-text.ts'
import type { Balances } from './balances.ts'
import type { LotBook } from './lot-book.ts'
import { FIFO, orderOf, type LotOrder } from './lot-order.ts'
import type { PoolKeys } from './pool-keys.ts'

/** Outcome of attaching the unused basis to accounts. */
export interface Attachment {
  /** How many accounts hold anything at all. */
  readonly holders: number
  /**
   * Units that an allocation names are not there or found no room, or there are more of their asset in several accounts than it names. Assets
   * that it leaves out are left out by choice.
   */
  readonly isOffRecord: boolean
  /** More units were in the pools than the accounts hold: some lots stay without an account. */
  readonly hasUnplaced: boolean
}

/**
 * Attach the unused basis of the universal pools to the units that each account holds at the end of 2024, by
 * the recorded specific allocation or global rule; units that neither is for go by the default
 * (R-POOL-3, R-POOL-4; Rev. Proc. 2024-28).
 */
export function attachToAccounts(
  book: LotBook,
  table: EventTable,
  keys: PoolKeys,
  balances: Balances,
  { safe_harbor: plan, default_allocation: byDefault }: CalculationSettings,
): Attachment {
  const { amounts } = book.lots
  const capacities = new Map<number, number>()
  const holders = new Set<number>()
  for (const key of balances.keys()) {
    if (!balances.isHeld(key)) continue
    const slot = book.lots.quantity(book.lots.newPair())
    amounts.copyFrom(slot, balances.amounts, balances.slot(key))
    capacities.set(key, slot)
    holders.add(keys.account(key))
  }

  const isAsNamed =
    plan?.type !== 'specific' || placeNamedLots(book, table, keys, capacities, plan.allocations)

  const listed = [...(plan?.type === 'global' ? plan.accounts : []), ...(byDefault?.accounts ?? [])]
  const order: LotOrder = plan?.type === 'global' ? orderOf(plan.order) : FIFO
  const rank = new Map([...new Set(listed)].map((name, i) => [name, i]))
  const rankOf = (account: number) => rank.get(table.accounts[account]!) ?? rank.size
  const accounts = [...holders].sort(
    (a, b) => rankOf(a) - rankOf(b) || compareText(table.accounts[a]!, table.accounts[b]!),
  )

  let hasUnplaced = false
  let hasUnnamed = false
  const named = new Set(plan?.type === 'specific' ? plan.allocations.map(({ asset }) => asset) : [])
  for (let asset = 0; asset < table.assets.length; asset++) {
    const isChosen =
      named.has(table.assets[asset]!) &&
      accounts.filter((account) => capacities.has(keys.of(account, asset))).length > 1
    if (plan?.type !== 'global' && byDefault) {
      const hasKept = keepWhereAcquired(book, table, keys, asset, capacities)
      if (isChosen && hasKept) hasUnnamed = true
    }
    for (const account of accounts) {
      const capacity = capacities.get(keys.of(account, asset))
      if (capacity === undefined) continue
      const pieces: number[] = []
      book.collect(keys.universal(asset), order, capacity, pieces)
      if (isChosen && pieces.length > 0) hasUnnamed = true
      for (const piece of pieces) book.place(keys.of(account, asset), piece)
    }
    if ((book.pool(keys.universal(asset))?.count ?? 0) > 0) hasUnplaced = true
  }
  const isOffRecord = plan?.type === 'specific' && (hasUnnamed || !isAsNamed)
  return { holders: holders.size, isOffRecord, hasUnplaced }
}

/** Units stay in the account that acquired them, the oldest first, as far as it holds as many (R-POOL-4). @returns whether any did. */
function keepWhereAcquired(
  book: LotBook,
  table: EventTable,
  keys: PoolKeys,
  asset: number,
  capacities: ReadonlyMap<number, number>,
): boolean {
  const { amounts } = book.lots
  const pool = book.pool(keys.universal(asset))
  if (pool === undefined) return false
  let hasKept = false
  const all = book.lots.quantity(book.lots.newPair())
  amounts.copy(all, book.lots.quantity(pool.total))
  const pieces: number[] = []
  book.collect(pool.key, FIFO, all, pieces)
  for (const piece of pieces.map((one) => book.place(pool.key, one))) {
    const home = keys.of(table.account[book.lots.acquisition(piece)]!, asset)
    const capacity = capacities.get(home)
    if (capacity === undefined || amounts.isZero(capacity)) continue
    book.place(home, book.detach(pool, piece, capacity))
    hasKept = true
  }
  return hasKept
}

/**
 * Each allocation moves so many units of a lot to an account, never more than the account holds.
 *
 * @returns whether every unit that is named was there and found room.
 */
function placeNamedLots(
  book: LotBook,
  table: EventTable,
  keys: PoolKeys,
  capacities: ReadonlyMap<number, number>,
  allocations: readonly { lot: string; asset: string; account: string; quantity: string }[],
): boolean {
  const { amounts } = book.lots
  let isAsNamed = true
  const want = book.lots.quantity(book.lots.newPair())
  for (const allocation of allocations) {
    const asset = table.assets.indexOf(allocation.asset)
    const account = table.accounts.indexOf(allocation.account)
    const event = table.eventOf(allocation.lot)
    const isKnown = asset !== -1 && account !== -1
    const capacity = isKnown ? capacities.get(keys.of(account, asset)) : undefined
    const pool = isKnown ? book.pool(keys.universal(asset)) : undefined
    if (event === undefined || capacity === undefined || pool === undefined) {
      isAsNamed = false
      continue
    }

    amounts.set(want, unitsOf(plainAmount(allocation.quantity) ?? '0', table.scales[asset]!))
    if (amounts.compare(want, capacity) > 0) {
      amounts.copy(want, capacity)
      isAsNamed = false
    }
    amounts.subtract(capacity, capacity, want)
    while (!amounts.isZero(want)) {
      const piece = book.pieceOf(pool.key, event)
      if (piece === -1) break
      book.place(keys.of(account, asset), book.detach(pool, piece, want))
    }
    if (!amounts.isZero(want)) isAsNamed = false
    // Units that the lot lacked become free capacity again.
    amounts.add(capacity, capacity, want)
  }
  return isAsNamed
}
