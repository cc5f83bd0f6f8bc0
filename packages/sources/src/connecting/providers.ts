/** Where a provider answers, and how fast one server may ask it. */
export interface Provider {
  /** Scheme, host and the part of the path that all its calls share; https, at its standard port. */
  readonly base: string
  readonly perSecond: number
  /** How many requests may go out at once after a pause. */
  readonly burst: number
  /** Words and a link that its terms ask for where its data is shown. */
  readonly attribution?: { readonly words: string; readonly url: string }
  /** Nobody runs one that others may ask: it is asked where the operator names the address of their own (`PROVIDER_URLS`). */
  readonly isOperators?: boolean
}

const at = (base: string, perSecond: number, burst = Math.max(1, Math.ceil(perSecond))): Provider => ({
  base,
  perSecond,
  burst,
})

const operators = (name: string): Provider => ({
  ...at(`https://${name}.invalid`, 20),
  isOperators: true,
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
  // Its sign-in refuses by address of the server when it is asked too often, so it has a rate of its own.
  blink: at('https://api.blink.sv', 1, 5),
  'blink-auth': at('https://api.blink.sv/auth', 1, 5),
  kraken: at('https://api.kraken.com', 0.5, 5),
  coinbase: at('https://api.coinbase.com', 2.5, 5),
  'coinbase-oauth': at('https://login.coinbase.com', 1, 5),
  'coinbase-exchange': at('https://api.exchange.coinbase.com', 5),
  binance: at('https://api.binance.com', 5),
  'binance-us': at('https://api.binance.us', 5),
  bigone: at('https://big.one', 5),
  bitget: at('https://api.bitget.com', 5),
  'binance-data': at('https://data-api.binance.vision', 5),
  bitfinex: at('https://api.bitfinex.com', 1, 5),
  'bitfinex-public': at('https://api-pub.bitfinex.com', 0.4, 3),
  bequant: at('https://api.bequant.io', 2, 5),
  bitstamp: at('https://www.bitstamp.net', 2, 5),
  bitvavo: at('https://api.bitvavo.com', 5),
  bybit: at('https://api.bybit.com', 5),
  'bybit-eu': at('https://api.bybit.eu', 5),
  'bybit-id': at('https://api.bybit.id', 5),
  coinmate: at('https://coinmate.io', 1, 3),
  coinex: at('https://api.coinex.com', 5),
  'crypto-com': at('https://api.crypto.com', 1, 3),
  fmfw: at('https://api.fmfw.io', 2, 5),
  gate: at('https://api.gateio.ws', 5),
  'gate-eu': at('https://api.gateeu.com', 5),
  gemini: at('https://api.gemini.com', 4, 5),
  hitbtc: at('https://api.hitbtc.com', 2, 5),
  htx: at('https://api.huobi.pro', 5),
  kucoin: at('https://api.kucoin.com', 3),
  mexc: at('https://api.mexc.com', 5),
  okx: at('https://www.okx.com', 2, 5),
  'okx-eea': at('https://eea.okx.com', 2, 5),
  'okx-us': at('https://us.okx.com', 2, 5),
  phemex: at('https://api.phemex.com', 1.5, 5),
  poloniex: at('https://api.poloniex.com', 5),
  robinhood: at('https://trading.robinhood.com', 1.5, 5),
  whitebit: at('https://whitebit.com', 5),

  // Account-based chains.
  etherscan: {
    ...at('https://api.etherscan.io', 3),
    attribution: { words: 'Powered by Etherscan.io APIs', url: 'https://etherscan.io' },
  },
  routescan: {
    ...at('https://api.routescan.io', 2),
    attribution: { words: 'Powered by Routescan.io APIs', url: 'https://routescan.io' },
  },
  // One address for all chains; a key of its free plan asks five times a second, 5,000 times a day.
  blockscout: at('https://api.blockscout.com', 4),
  'blockscout-arb': at('https://arbitrum.blockscout.com', 2),
  'blockscout-blast': at('https://blast.blockscout.com', 2),
  'blockscout-etc': at('https://etc.blockscout.com', 2),
  'blockscout-eth': at('https://eth.blockscout.com', 2),
  'blockscout-matic': at('https://polygon.blockscout.com', 2),
  'blockscout-one': at('https://explorer.harmony.one', 2),

  solana: at('https://api.mainnet-beta.solana.com', 2, 4),
  algorand: at('https://mainnet-idx.algonode.cloud', 2, 4),
  koios: at('https://api.koios.rest', 2, 5),
  stellar: at('https://horizon.stellar.org', 1, 5),
  subscan: at('https://polkadot.api.subscan.io', 2, 4),
  'subscan-hub': at('https://assethub-polkadot.api.subscan.io', 2, 4),
  eos: at('https://eos.hyperion.eosrio.io', 2, 4),
  neo: at('https://mainnet1.neo.coz.io', 2, 4),
  ontology: at('https://explorer.ont.io', 1, 4),
  qtum: at('https://qtum.info/api', 2, 4),
  waves: at('https://nodes.wavesnodes.com', 2, 5),
  trongrid: at('https://api.trongrid.io', 1, 3),
  tzkt: at('https://api.tzkt.io', 2, 5),
  xrpl: at('https://xrplcluster.com', 2, 4),

  // Chains of outputs.
  'blockbook-bch': operators('blockbook-bch'),
  'blockbook-btc': operators('blockbook-btc'),
  'blockbook-btg': operators('blockbook-btg'),
  'blockbook-dash': operators('blockbook-dash'),
  'blockbook-dgb': operators('blockbook-dgb'),
  'blockbook-doge': operators('blockbook-doge'),
  'blockbook-ltc': operators('blockbook-ltc'),
  'blockbook-sys': at('https://explorer-blockbook.syscoin.org', 1, 3),
  'blockbook-vtc': operators('blockbook-vtc'),
  'blockbook-zec': operators('blockbook-zec'),
  'insight-dcr': at('https://dcrdata.decred.org/insight/api', 2, 5),
  'insight-rdd': at('https://live.reddcoin.com/api', 1, 3),
  'insight-xvg': at('https://verge-blockchain.info/api', 1, 3),
  esplora: at('https://mempool.space', 1, 5),
  blockstream: at('https://blockstream.info', 0.5, 3),
  litecoinspace: at('https://litecoinspace.org', 1, 5),
  // A hundred in an hour.
  blockcypher: at('https://api.blockcypher.com', 0.02, 25),

  // Payments.
  stripe: at('https://api.stripe.com', 20),
  'filing-partner': operators('filing-partner'),

  // Prices.
  defillama: at('https://coins.llama.fi', 5),
  ecb: at('https://data-api.ecb.europa.eu', 0.5, 2),
} as const satisfies Readonly<Record<string, Provider>>

/** Where a request carries the operator's key. */
export type KeyPlace = { readonly parameter: string } | { readonly header: string }

/** Providers that are asked with a key of the operator's. */
export const OPERATOR_KEYS: Readonly<Partial<Record<ProviderName, KeyPlace>>> = {
  etherscan: { parameter: 'apikey' },
  blockscout: { parameter: 'apikey' },
  subscan: { header: 'x-api-key' },
  'subscan-hub': { header: 'x-api-key' },
}

export type ProviderName = keyof typeof PROVIDERS
export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)
