/** Where a provider answers, and how fast one server may ask it. */
export interface Provider {
  /** Scheme, host and the part of the path that all its calls share; https, at its standard port. */
  readonly base: string
  readonly perSecond: number
  /** How many requests may go out at once after a pause. */
  readonly burst: number
}

const at = (base: string, perSecond: number, burst = Math.max(1, Math.ceil(perSecond))): Provider => ({
  base,
  perSecond,
  burst,
})

/**
 * Every provider that Lotbook asks. A new one is a line here. The rates are those of its free tier, or below where it names
 * none; an operator may put other addresses in their place (`PROVIDER_URLS`).
 */
export const PROVIDERS = {
  // Exchanges.
  ascendex: at('https://ascendex.com', 2, 5),
  bitmex: at('https://www.bitmex.com', 1, 5),
  bitpanda: at('https://api.bitpanda.com', 1, 5),
  kraken: at('https://api.kraken.com', 0.5, 5),
  coinbase: at('https://api.coinbase.com', 2.5, 5),
  'coinbase-oauth': at('https://login.coinbase.com', 1, 5),
  'coinbase-exchange': at('https://api.exchange.coinbase.com', 5),
  binance: at('https://api.binance.com', 5),
  'binance-us': at('https://api.binance.us', 5),
  'binance-data': at('https://data-api.binance.vision', 5),
  bitfinex: at('https://api.bitfinex.com', 1, 5),
  'bitfinex-public': at('https://api-pub.bitfinex.com', 0.4, 3),
  bitstamp: at('https://www.bitstamp.net', 2, 5),
  bybit: at('https://api.bybit.com', 5),
  kucoin: at('https://api.kucoin.com', 3),
  okx: at('https://www.okx.com', 2, 5),
  robinhood: at('https://trading.robinhood.com', 1.5, 5),

  // Account-based chains.
  etherscan: at('https://api.etherscan.io', 3),
  routescan: at('https://api.routescan.io', 2),
  'blockscout-arb': at('https://arbitrum.blockscout.com', 2),
  'blockscout-base': at('https://base.blockscout.com', 2),
  'blockscout-blast': at('https://blast.blockscout.com', 2),
  'blockscout-etc': at('https://etc.blockscout.com', 2),
  'blockscout-eth': at('https://eth.blockscout.com', 2),
  'blockscout-matic': at('https://polygon.blockscout.com', 2),
  'blockscout-one': at('https://explorer.harmony.one', 2),
  'blockscout-op': at('https://explorer.optimism.io', 2),

  solana: at('https://api.mainnet-beta.solana.com', 2, 4),
  algorand: at('https://mainnet-idx.algonode.cloud', 2, 4),
  koios: at('https://api.koios.rest', 2, 5),
  stellar: at('https://horizon.stellar.org', 1, 5),
  trongrid: at('https://api.trongrid.io', 1, 3),
  tzkt: at('https://api.tzkt.io', 2, 5),
  xrpl: at('https://xrplcluster.com', 2, 4),

  // Chains of outputs.
  'blockbook-bch': at('https://bch1.trezor.io', 1, 3),
  'blockbook-btc': at('https://btc1.trezor.io', 1, 3),
  'blockbook-btg': at('https://btg1.trezor.io', 1, 3),
  'blockbook-dash': at('https://dash1.trezor.io', 1, 3),
  'blockbook-dgb': at('https://dgb1.trezor.io', 1, 3),
  'blockbook-doge': at('https://doge1.trezor.io', 1, 3),
  'blockbook-ltc': at('https://ltc1.trezor.io', 1, 3),
  'blockbook-vtc': at('https://vtc1.trezor.io', 1, 3),
  'blockbook-zec': at('https://zec1.trezor.io', 1, 3),
  esplora: at('https://mempool.space', 1, 5),

  // Prices.
  defillama: at('https://coins.llama.fi', 5),
  coingecko: at('https://api.coingecko.com', 0.4, 5),
  ecb: at('https://data-api.ecb.europa.eu', 0.5, 2),
} as const satisfies Readonly<Record<string, Provider>>

/** Providers that are asked with a key of the operator's, by the parameter that carries it. */
export const OPERATOR_KEYS: Readonly<Partial<Record<ProviderName, string>>> = { etherscan: 'apikey' }

export type ProviderName = keyof typeof PROVIDERS
export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)
