import type { Account, Asset } from './event.ts'

/** More assets than any history has, so that an account and an asset are one number. */
const ASSETS = 2 ** 26

/** A value by account and asset, in the order they were first named. */
export class ByAccount<Value> {
  readonly #values = new Map<number, Value>()

  get(account: Account, asset: Asset): Value | undefined {
    return this.#values.get(account * ASSETS + asset)
  }

  set(account: Account, asset: Asset, value: Value): void {
    this.#values.set(account * ASSETS + asset, value)
  }

  delete(account: Account, asset: Asset): void {
    this.#values.delete(account * ASSETS + asset)
  }

  values(): Iterable<Value> {
    return this.#values.values()
  }

  *entries(): Generator<{ readonly account: Account; readonly asset: Asset; readonly value: Value }> {
    for (const [key, value] of this.#values) {
      const asset = key % ASSETS
      yield { account: (key - asset) / ASSETS, asset, value }
    }
  }
}

/** Units by account and asset; none where nothing was added. */
export class UnitsByAccount extends ByAccount<bigint> {
  override get(account: Account, asset: Asset): bigint {
    return super.get(account, asset) ?? 0n
  }

  add(account: Account, asset: Asset, units: bigint): void {
    this.set(account, asset, this.get(account, asset) + units)
  }
}
