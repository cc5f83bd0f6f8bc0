import { METHODS, type Method, type MethodOverride } from '../engine/calculation-input.ts'
import { dayNumber, type DayNumber } from '../engine/tax-day.ts'

/**
 * Which method applies where and when (R-LOT-5): standing orders may differ per account and asset and change
 * over time; each applies from its day on, never backwards, and the last that fits wins.
 */
export class StandingOrders {
  readonly #standard: number
  readonly #orders: readonly {
    account: string | null
    asset: string | null
    from: DayNumber
    method: number
  }[]
  readonly #byPool = new Map<number, { from: DayNumber; method: number }[]>()
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
  methodCode(account: number, asset: number, day: DayNumber): number {
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
    return fitting.find((o) => o.from <= day)?.method ?? this.#standard
  }
}
