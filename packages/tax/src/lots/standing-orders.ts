import { METHODS, type Method, type MethodOverride } from '../schema/calculation-input.ts'
import { dayNumber, readInstant, type DayNumber } from '../schema/tax-day.ts'

interface Order {
  readonly account: string | null
  readonly asset: string | null
  readonly from: DayNumber
  /** Instants between which it is on record. */
  readonly recorded: number
  readonly ended: number
  /** Position in METHODS. */
  readonly method: number
}

/**
 * The method for an account and asset at a time (R-LOT-5). Standing orders may differ per account and asset and change
 * over time; each applies from its day on, while it is on record, never backwards, and the last that fits wins.
 */
export class StandingOrders {
  readonly #standard: number
  readonly #orders: readonly Order[]
  readonly #byPool = new Map<number, Order[]>()
  readonly #accounts: readonly string[]
  readonly #assets: readonly string[]

  constructor(
    method: Method,
    overrides: readonly MethodOverride[],
    accounts: readonly string[],
    assets: readonly string[],
  ) {
    this.#standard = METHODS.indexOf(method)
    this.#orders = overrides.map((o) => ({
      account: o.account ?? null,
      asset: o.asset ?? null,
      from: (o.from === undefined || o.from === null ? undefined : dayNumber(o.from)) ?? -Infinity,
      recorded: instantOr(o.recorded_at, -Infinity),
      ended: instantOr(o.ended_at, Infinity),
      method: METHODS.indexOf(o.method),
    }))
    this.#accounts = accounts
    this.#assets = assets
  }

  /** Every method that may ever apply. */
  get methods(): readonly Method[] {
    return [METHODS[this.#standard]!, ...this.#orders.map((o) => METHODS[o.method]!)]
  }

  /** The position in METHODS of the one that applies. */
  methodCode(account: number, asset: number, day: DayNumber, at: number): number {
    if (this.#orders.length === 0) return this.#standard
    const key = account * this.#assets.length + asset
    let fitting = this.#byPool.get(key)
    if (fitting === undefined) {
      const accountName = this.#accounts[account]
      const assetName = this.#assets[asset]
      fitting = this.#orders
        .filter((o) => (o.account ?? accountName) === accountName && (o.asset ?? assetName) === assetName)
        .toReversed()
      this.#byPool.set(key, fitting)
    }
    const order = fitting.find((o) => o.from <= day && o.recorded <= at && at < o.ended)
    return order?.method ?? this.#standard
  }
}

/** Whether it is no standing order, which has a time at which it was recorded, but the method that all goes by from a day on. */
export function isSetFrom({ account, asset, from, recorded_at }: MethodOverride): boolean {
  return (account ?? asset ?? recorded_at ?? null) === null && typeof from === 'string'
}

function instantOr(text: string | null | undefined, otherwise: number): number {
  return (text === undefined || text === null ? undefined : readInstant(text)) ?? otherwise
}
