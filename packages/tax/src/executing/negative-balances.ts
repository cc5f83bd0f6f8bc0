import { formatUnits } from '@lotbook/money'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { PlacedWarning, Warning } from '../schema/calculation-result.ts'
import {
  AMOUNTS_PER_EVENT,
  FEE,
  firstEvent,
  FROM,
  NONE,
  placeOfEvent,
  TO,
  type EventTable,
} from '../events/event-table.ts'
import type { HeldUnits } from './ledger-state.ts'

/** An account that has given more of an asset than it had. */
export interface NegativeBalance {
  readonly account: string
  readonly asset: string
  /** The first event that takes it below zero. */
  readonly tx: string
  /** How much is missing at the lowest point, exact decimal text. */
  readonly missing: string
}

/** Balances of the accounts before an event, so that a resumed check need not read the events before. */
export interface BalancesSoFar {
  readonly balances: readonly HeldUnits[]
  /** Those that fell below zero, in the order in which they first did: the event, and the lowest point. */
  readonly below: readonly (HeldUnits & { readonly tx: string })[]
  /** Those from which units of unknown origin left. */
  readonly looked: readonly Omit<HeldUnits, 'units'>[]
}

/**
 * Accounts whose balance falls below zero, by the history as it stands: what is missing came in somewhere and is not here.
 * With a pool for each account only an event without a known lot can do that, so only those assets are added up; in the
 * universal pool an account can fall below zero although every unit has its lot.
 *
 * @param warnings those of the whole history, also where the table is the rest of it.
 * @param from what the table goes on from.
 */
export function negativeBalances(
  table: EventTable,
  settings: CalculationSettings,
  warnings: readonly Warning[],
  from?: BalancesSoFar,
): NegativeBalance[] {
  const looked = lookedAt(table, settings, warnings, from)
  if (looked?.size === 0) return []
  const accounts = new AccountBalances(table, looked, from)
  accounts.goTo(table.count)
  return accounts.below()
}

/**
 * Balances right before some events, for a calculation that goes on from one of them.
 *
 * @param borders events of the table, ascending.
 */
export function balancesSoFar(
  table: EventTable,
  warnings: readonly PlacedWarning[],
  borders: readonly number[],
  from?: BalancesSoFar,
): BalancesSoFar[] {
  const accounts = new AccountBalances(table, undefined, from)
  return borders.map((border) => {
    accounts.goTo(border)
    const place = placeOfEvent(table, border)
    const before = warnings.filter((warning) => warning.place !== null && warning.place < place)
    return accounts.soFar(lookedAt(table, { pool_before_2025: 'account' }, before, from) ?? new Set())
  })
}

/** Keys of account and asset that are asked about; undefined where all are. */
function lookedAt(
  table: EventTable,
  settings: CalculationSettings,
  warnings: readonly Warning[],
  from: BalancesSoFar | undefined,
): Set<number> | undefined {
  if (settings.pool_before_2025 === 'universal') return undefined
  const looked = new Set(from?.looked.map(({ account, asset }) => keyOf(table, account, asset)))
  for (const { code, tx } of warnings) {
    if (code !== 'MISSING_BASIS' || tx === null) continue
    const e = table.eventOf(tx)
    if (e === undefined || e < firstEvent(table)) continue
    for (const asset of [table.fromAsset[e]!, table.feeAsset[e]!])
      if (asset !== NONE) looked.add(keyOf(table, table.account[e]!, asset))
  }
  return looked
}

function keyOf({ assets }: EventTable, account: number, asset: number): number {
  return account * assets.length + asset
}

/** Adds up what accounts hold, event by event. */
class AccountBalances {
  readonly #table: EventTable
  readonly #looked: ReadonlySet<number> | undefined
  readonly #amounts: Amounts
  readonly #scratch: Slot
  readonly #slots = new Map<number, Slot>()
  /** The first event below zero, and where the lowest point is kept. */
  readonly #below = new Map<number, { readonly tx: string; readonly lowest: Slot }>()
  #next: number

  /** @param looked the keys that are asked about; all where it is undefined. */
  constructor(table: EventTable, looked: ReadonlySet<number> | undefined, from: BalancesSoFar | undefined) {
    this.#table = table
    this.#looked = looked
    this.#amounts = table.newAmounts(256)
    this.#scratch = this.#amounts.reserve(1)
    this.#next = firstEvent(table)
    for (const { account, asset, units } of from?.balances ?? [])
      this.#amounts.set(this.#slotOf(keyOf(table, account, asset)), units)
    for (const { account, asset, units, tx } of from?.below ?? []) {
      const lowest = this.#amounts.reserve(1)
      this.#amounts.set(lowest, units)
      this.#below.set(keyOf(table, account, asset), { tx, lowest })
    }
  }

  /** Add up everything before an event. */
  goTo(event: number): void {
    const { account, toAccount, fromAsset, toAsset, feeAsset } = this.#table
    for (; this.#next < event; this.#next++) {
      const e = this.#next
      const at = e * AMOUNTS_PER_EVENT
      // Units that arrive in an event can pay for units that leave in it.
      if (toAccount[e] !== NONE) this.#move(toAccount[e]!, fromAsset[e]!, at + FROM, true)
      this.#move(account[e]!, toAsset[e]!, at + TO, true)
      this.#move(account[e]!, fromAsset[e]!, at + FROM, false)
      this.#move(account[e]!, feeAsset[e]!, at + FEE, false)
    }
  }

  below(): NegativeBalance[] {
    return [...this.#below].flatMap(([key, { tx, lowest }]) => {
      if (this.#looked?.has(key) === false) return []
      const { account, asset } = this.#namesOf(key)
      return {
        account: this.#table.accounts[account]!,
        asset: this.#table.assets[asset]!,
        tx,
        missing: formatUnits(-this.#amounts.get(lowest), this.#table.scales[asset]!),
      }
    })
  }

  soFar(looked: ReadonlySet<number>): BalancesSoFar {
    const units = (slot: Slot) => this.#amounts.get(slot)
    return {
      balances: Array.from(this.#slots, ([key, slot]) => ({ ...this.#namesOf(key), units: units(slot) })),
      below: Array.from(this.#below, ([key, { tx, lowest }]) => ({
        ...this.#namesOf(key),
        tx,
        units: units(lowest),
      })),
      looked: Array.from(looked, (key) => this.#namesOf(key)),
    }
  }

  #move(account: number, asset: number, units: Slot, isIn: boolean) {
    if (asset === NONE || this.#table.isCash[asset] === 1) return
    const key = keyOf(this.#table, account, asset)
    if (this.#looked?.has(key) === false) return
    const a = this.#amounts
    const balance = this.#slotOf(key)
    a.copyFrom(this.#scratch, this.#table.amounts, units)
    if (isIn) a.add(balance, balance, this.#scratch)
    else a.subtract(balance, balance, this.#scratch)
    if (!a.isNegative(balance)) return
    const before = this.#below.get(key)
    if (before !== undefined) {
      if (a.compare(balance, before.lowest) < 0) a.copy(before.lowest, balance)
      return
    }
    const lowest = a.reserve(1)
    a.copy(lowest, balance)
    this.#below.set(key, { tx: this.#table.idOf(this.#next)!, lowest })
  }

  #slotOf(key: number): Slot {
    let slot = this.#slots.get(key)
    if (slot === undefined) this.#slots.set(key, (slot = this.#amounts.reserve(1)))
    return slot
  }

  #namesOf(key: number) {
    const asset = key % this.#table.assets.length
    return { account: (key - asset) / this.#table.assets.length, asset }
  }
}
