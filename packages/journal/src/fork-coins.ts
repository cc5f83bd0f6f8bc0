/** A coin that everyone who held another one had from a day on, because its chain split off. */
export interface ForkCoin {
  readonly asset: string
  /** The coin that was held. */
  readonly of: string
  /** The day of the first block of its own, UTC. */
  readonly day: string
}

/** Coins that came of a fork and were credited to holders by exchanges and wallets. */
export const FORK_COINS: readonly ForkCoin[] = [
  { asset: 'ETC', of: 'ETH', day: '2016-07-20' },
  { asset: 'BCH', of: 'BTC', day: '2017-08-01' },
  { asset: 'BTG', of: 'BTC', day: '2017-10-24' },
  { asset: 'BCD', of: 'BTC', day: '2017-11-24' },
  { asset: 'BTCP', of: 'BTC', day: '2018-02-28' },
  { asset: 'BSV', of: 'BCH', day: '2018-11-15' },
  { asset: 'BCHA', of: 'BCH', day: '2020-11-15' },
  { asset: 'ETHW', of: 'ETH', day: '2022-09-15' },
]
