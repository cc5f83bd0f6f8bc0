import type { StateReader, StateWriter } from './state-bytes.ts'

/** Units by account and asset; an account of NONE is no account. */
export class Units {
  readonly #byKey = new Map<number, bigint>()
  readonly #assets: number

  constructor(assets: number) {
    this.#assets = assets
  }

  static read(assets: number, from: StateReader): Units {
    const units = new Units(assets)
    const [accounts, ofAssets, quantities] = [from.numbers(), from.numbers(), from.amounts()]
    for (const [n, quantity] of quantities.entries()) units.set(accounts[n]!, ofAssets[n]!, quantity)
    return units
  }

  add(account: number, asset: number, quantity: bigint): void {
    const key = (account + 1) * this.#assets + asset
    this.#byKey.set(key, (this.#byKey.get(key) ?? 0n) + quantity)
  }

  set(account: number, asset: number, quantity: bigint): void {
    this.#byKey.set((account + 1) * this.#assets + asset, quantity)
  }

  get(account: number, asset: number): bigint {
    return this.#byKey.get((account + 1) * this.#assets + asset) ?? 0n
  }

  has(account: number, asset: number): boolean {
    return this.#byKey.has((account + 1) * this.#assets + asset)
  }

  copy(): Units {
    const copy = new Units(this.#assets)
    for (const [key, quantity] of this.#byKey) copy.#byKey.set(key, quantity)
    return copy
  }

  *places(): Generator<{ account: number; asset: number }> {
    for (const key of this.#byKey.keys()) {
      const asset = key % this.#assets
      yield { account: (key - asset) / this.#assets - 1, asset }
    }
  }

  /** By numbers of accounts and assets, whatever the number of assets will be. */
  write(to: StateWriter): void {
    const places = [...this.places()]
    to.numbers(places.map(({ account }) => account))
    to.numbers(places.map(({ asset }) => asset))
    to.amounts([...this.#byKey.values()])
  }
}
