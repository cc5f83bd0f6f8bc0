/** Keys of pools: an account's pool of an asset, and the one pool of an asset that belongs to no account. */
export class PoolKeys {
  readonly #assets: number

  constructor(assets: number) {
    this.#assets = Math.max(assets, 1)
  }

  of(account: number, asset: number): number {
    return (account + 1) * this.#assets + asset
  }

  /** The universal pool, and after 2025-01-01 what found no account (R-POOL-2, R-POOL-3). */
  universal(asset: number): number {
    return asset
  }

  /** The account of a key, or -1 for the pool of none. */
  account(key: number): number {
    return Math.floor(key / this.#assets) - 1
  }

  asset(key: number): number {
    return key % this.#assets
  }
}
