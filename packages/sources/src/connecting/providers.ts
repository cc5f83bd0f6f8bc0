/** Terms under which a provider may be asked, as its own page states them. */
export interface ProviderTerms {
  /** Address of the page that states them, else of its documentation or that of the software it runs. */
  readonly page: string
  /** Who may use it, its free limit and whether it takes a key, in one line. */
  readonly says: string
  /** Day when somebody read the page, or a stored copy or quotation of it; null where nobody could, and the line is from memory. */
  readonly checkedOn: string | null
}

/** Where a provider answers, and how fast one server may ask it. */
interface ProviderAddress {
  /** Scheme, host and the part of the path that all its calls share; https, at its standard port, or the Electrum protocol. */
  readonly base: string
  readonly perSecond: number
  /** How many requests may go out at once after a pause. */
  readonly burst: number
  /** Words and a link that its terms ask for where its data is shown. */
  readonly attribution?: { readonly words: string; readonly url: string }
}

/** A provider that is there for others to ask, on terms of its own. */
interface PublicProvider extends ProviderAddress {
  readonly terms: ProviderTerms
  readonly isOperators?: false
}

/** Nobody runs one that others may ask: it is asked, on the operator's own terms, where they name its address (`PROVIDER_URLS`). */
interface OperatorsProvider extends ProviderAddress {
  readonly isOperators: true
  readonly terms?: undefined
}

export type Provider = PublicProvider | OperatorsProvider

const at = (base: string, perSecond: number, burst: number, terms: ProviderTerms): PublicProvider => ({
  base,
  perSecond,
  burst,
  terms,
})

const operators = (name: string, scheme = 'https'): OperatorsProvider => ({
  base: `${scheme}://${name}.invalid`,
  perSecond: 20,
  burst: 20,
  isOperators: true,
})

/** Scheme of a server that is spoken to by the Electrum protocol over TLS, and of one that is not encrypted. */
export const ELECTRUM_TLS = 'electrum-tls:'
export const ELECTRUM_TCP = 'electrum-tcp:'

/** Whether the address of a provider is one of the Electrum protocol, which is no HTTP. */
export const isElectrum = (base: string): boolean =>
  base.startsWith(ELECTRUM_TLS) || base.startsWith(ELECTRUM_TCP)

const electrum = (name: string): OperatorsProvider => operators(name, 'electrum-tls')

const BITFINEX: ProviderTerms = {
  page: 'https://docs.bitfinex.com/docs/requirements-and-limitations',
  says: 'Its API terms of service hold; no account for public data. 10 to 90 requests a minute, by endpoint.',
  checkedOn: '2026-11-28',
}
const BLINK: ProviderTerms = {
  page: 'https://dev.blink.sv/api/errors',
  says: "The customer's own key; limited by account and by address, without stated figures.",
  checkedOn: '2026-11-28',
}
const BLOCKSCOUT_INSTANCE: ProviderTerms = {
  page: 'https://docs.blockscout.com/devs/apis/requests-and-limits',
  says: 'No key: 3 requests a second. Soon to close in favor of the one address that takes a key.',
  checkedOn: '2026-11-28',
}
const BYBIT: ProviderTerms = {
  page: 'https://bybit-exchange.github.io/docs/v5/rate-limit',
  says: "The customer's own key: 600 requests in 5 seconds per address; deposits 100 a minute per account.",
  checkedOn: '2026-11-28',
}
const COINBASE: ProviderTerms = {
  page: 'https://docs.cdp.coinbase.com/coinbase-app/api-architecture/rate-limiting',
  says: "The customer's own key or login: 10,000 requests an hour for each.",
  checkedOn: '2026-11-28',
}
const GATE_PAGE = 'https://www.gate.com/docs/developers/apiv4/en/#frequency-limit-rule'
const GATE_SAYS =
  "The customer's own key: 200 requests in 10 seconds per endpoint and account; public data by address."
const OKX_PAGE = 'https://www.okx.com/docs-v5/en/#overview-rate-limit'
const OKX_SAYS =
  "The customer's own key: a limit per endpoint and user, such as 6 requests a second for deposits."
const HITBTC_SAYS = "The customer's own key: 10 requests a second for history."
const SUBSCAN: ProviderTerms = {
  page: 'https://support.subscan.io/project-384478/doc-362600',
  says: "The operator's key: one quota a second for all networks together. Without a key for tests only.",
  checkedOn: '2026-11-28',
}

/**
 * Every provider that Lotbook asks. A new one is an entry here, with its terms. The rates are at most those that the terms
 * state for free use; an operator may put other addresses in their place (`PROVIDER_URLS`).
 */
export const PROVIDERS = {
  // Exchanges.
  ascendex: at('https://ascendex.com', 2, 5, {
    page: 'https://ascendex.github.io/ascendex-pro-api/',
    says: "The customer's own key: who sends too many messages is barred for a while; no figure was found.",
    checkedOn: '2026-11-29',
  }),
  bitmex: at('https://www.bitmex.com', 1, 5, {
    page: 'https://blog.bitmex.com/api_announcement/updates-to-rate-limits/',
    says: "The customer's own key: 120 requests a minute; 30 without a key.",
    checkedOn: '2026-11-29',
  }),
  bitpanda: at('https://api.bitpanda.com', 1, 5, {
    page: 'https://developers.bitpanda.com',
    says: "The customer's own key; no limit in figures is known.",
    checkedOn: null,
  }),
  // Its sign-in refuses by address of the server when it is asked too often, so it has a rate of its own.
  blink: at('https://api.blink.sv', 1, 5, BLINK),
  'blink-auth': at('https://api.blink.sv/auth', 1, 5, BLINK),
  // The limit is that of each key, and the rate that of one customer at the middle level, Intermediate.
  kraken: at('https://api.kraken.com', 0.25, 5, {
    page: 'https://docs.kraken.com/exchange/guides/rest/ratelimits',
    says: "The customer's own key: a counter of 20 falls by 0.5 a second (Starter 15 and 0.33); a page of history adds 2.",
    checkedOn: '2026-11-28',
  }),
  coinbase: at('https://api.coinbase.com', 2.5, 5, COINBASE),
  'coinbase-oauth': at('https://login.coinbase.com', 1, 5, COINBASE),
  'coinbase-exchange': at('https://api.exchange.coinbase.com', 5, 5, {
    page: 'https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits',
    says: 'No key for market data: 10 requests a second per address, 15 at once.',
    checkedOn: '2026-11-28',
  }),
  // A page of trades weighs 20.
  binance: at('https://api.binance.com', 4.5, 5, {
    page: 'https://developers.binance.com/docs/binance-spot-api-docs/websocket-api/rate-limits',
    says: "The customer's own key: requests that weigh 6,000 a minute per address; who goes on after a 429 is shut out.",
    checkedOn: '2026-11-28',
  }),
  // A page of trades weighs 10.
  'binance-us': at('https://api.binance.us', 2, 5, {
    page: 'https://github.com/binance-us/binance-us-api-docs/blob/master/rest-api.md',
    says: "The customer's own key: requests that weigh 1,200 a minute per address; who goes on after a 429 is shut out.",
    checkedOn: '2026-11-28',
  }),
  bigone: at('https://big.one', 5, 5, {
    page: 'https://open.bigone.com/docs/general-info',
    says: "The customer's own key: 500 requests in 10 seconds per address.",
    checkedOn: '2026-11-29',
  }),
  bitget: at('https://api.bitget.com', 5, 5, {
    page: 'https://www.bitget.com/api-doc/common/intro',
    says: "The customer's own key: a limit per endpoint, and 6,000 requests a minute per address in all.",
    checkedOn: '2026-11-28',
  }),
  'binance-data': at('https://data-api.binance.vision', 5, 5, {
    page: 'https://github.com/binance/binance-spot-api-docs/blob/master/faqs/market_data_only.md',
    says: 'No key: public market data only.',
    checkedOn: '2026-11-28',
  }),
  bitfinex: at('https://api.bitfinex.com', 1, 5, BITFINEX),
  'bitfinex-public': at('https://api-pub.bitfinex.com', 0.4, 3, BITFINEX),
  bequant: at('https://api.bequant.io', 2, 5, {
    page: 'https://api.bequant.io',
    says: "The customer's own key; its API license holds. Requests a second and in a burst are limited for some calls.",
    checkedOn: '2026-11-29',
  }),
  bitstamp: at('https://www.bitstamp.net', 2, 5, {
    page: 'https://www.bitstamp.net/api/',
    says: '400 requests a second and 10,000 in ten minutes. Who uses its data commercially is asked to sign a data license.',
    checkedOn: '2026-11-28',
  }),
  // A page of history weighs 5.
  bitvavo: at('https://api.bitvavo.com', 3, 5, {
    page: 'https://docs.bitvavo.com/docs/rate-limits',
    says: "The customer's own key: requests that weigh 1,000 a minute; without a key per address.",
    checkedOn: '2026-11-28',
  }),
  bybit: at('https://api.bybit.com', 1.6, 5, BYBIT),
  'bybit-eu': at('https://api.bybit.eu', 1.6, 5, BYBIT),
  'bybit-id': at('https://api.bybit.id', 1.6, 5, BYBIT),
  coinmate: at('https://coinmate.io', 1, 3, {
    page: 'https://coinmate.docs.apiary.io/#reference/request-limits',
    says: "The customer's own key: 100 requests a minute.",
    checkedOn: '2026-11-29',
  }),
  coinex: at('https://api.coinex.com', 5, 5, {
    page: 'https://www.coinex.com/en/help/sections/articles/44802223055257',
    says: "The customer's own key: a limit a second per group of endpoints, and an hourly one that slows down.",
    checkedOn: '2026-11-28',
  }),
  'crypto-com': at('https://api.crypto.com', 0.66, 1, {
    page: 'https://exchange-docs.crypto.com/exchange/v1/rest-ws/index.html#rate-limits',
    says: "The customer's own key: 1 request a second for trades, 30 for other history.",
    checkedOn: '2026-11-29',
  }),
  fmfw: at('https://api.fmfw.io', 2, 5, {
    page: 'https://api.fmfw.io',
    says: HITBTC_SAYS,
    checkedOn: null,
  }),
  gate: at('https://api.gateio.ws', 5, 5, {
    page: GATE_PAGE,
    says: GATE_SAYS,
    checkedOn: '2026-11-28',
  }),
  'gate-eu': at('https://api.gateeu.com', 5, 5, {
    page: 'https://eu.gate.com/docs/developers/apiv4/en/',
    says: GATE_SAYS,
    checkedOn: null,
  }),
  // Public data is asked for once a visit, for the list of markets: the rate is that of private data.
  gemini: at('https://api.gemini.com', 4, 5, {
    page: 'https://developer.gemini.com/rate-limit',
    says: "The customer's own key: 600 requests a minute, better 5 a second. Public data: 120, better 1; 5 more wait.",
    checkedOn: '2026-11-28',
  }),
  hitbtc: at('https://api.hitbtc.com', 2, 5, {
    page: 'https://api.hitbtc.com',
    says: HITBTC_SAYS,
    checkedOn: '2026-11-28',
  }),
  htx: at('https://api.huobi.pro', 5, 5, {
    page: 'https://huobiapi.github.io/docs/spot/v1/en/',
    says: "The customer's own key: 10 requests a second where the endpoint names no other; without a key per address.",
    checkedOn: '2026-11-28',
  }),
  kucoin: at('https://api.kucoin.com', 3, 3, {
    page: 'https://www.kucoin.com/docs-new/rate-limit',
    says: "The customer's own key: at the lowest level 4,000 of weight in 30 seconds for spot, 2,000 for the account.",
    checkedOn: '2026-11-28',
  }),
  mexc: at('https://api.mexc.com', 5, 5, {
    page: 'https://www.mexc.com/api-docs/spot-v3/general-info',
    says: "The customer's own key: 500 of weight in 10 seconds per endpoint, by account or by address.",
    checkedOn: '2026-11-28',
  }),
  okx: at('https://www.okx.com', 2, 5, {
    page: OKX_PAGE,
    says: OKX_SAYS,
    checkedOn: '2026-11-28',
  }),
  'okx-eea': at('https://eea.okx.com', 2, 5, {
    page: 'https://my.okx.com/docs-v5/en/#overview-rate-limit',
    says: OKX_SAYS,
    checkedOn: '2026-11-29',
  }),
  'okx-us': at('https://us.okx.com', 2, 5, {
    page: OKX_PAGE,
    says: OKX_SAYS,
    checkedOn: '2026-11-29',
  }),
  phemex: at('https://api.phemex.com', 1.5, 5, {
    page: 'https://github.com/phemex/phemex-api-docs/blob/master/Generic-API-Info.en.md',
    says: "The customer's own key: 100 requests a minute for history, 5,000 in 5 minutes per address.",
    checkedOn: '2026-11-28',
  }),
  poloniex: at('https://api.poloniex.com', 5, 5, {
    page: 'https://api-docs.poloniex.com/spot/api/#rate-limits',
    says: "The customer's own key: 10 requests a second of the costly kind, 50 of others.",
    checkedOn: null,
  }),
  robinhood: at('https://trading.robinhood.com', 1.1, 5, {
    page: 'https://docs.robinhood.com/crypto/trading/#section/Rate-Limiting',
    says: "The customer's own key: 100 requests a minute, 300 in bursts.",
    checkedOn: '2026-11-29',
  }),
  whitebit: at('https://whitebit.com', 5, 5, {
    page: 'https://docs.whitebit.com',
    says: "The customer's own key: 200 requests in 10 seconds for deposits and withdrawals, 12,000 for trades, per address.",
    checkedOn: '2026-11-29',
  }),

  // Account-based chains.
  etherscan: {
    ...at('https://api.etherscan.io', 3, 3, {
      page: 'https://docs.etherscan.io/rate-limits',
      says: "The operator's key, free: 3 requests a second, 100,000 a day, on selected chains.",
      checkedOn: '2026-11-28',
    }),
    attribution: { words: 'Powered by Etherscan.io APIs', url: 'https://etherscan.io' },
  },
  routescan: {
    ...at('https://api.routescan.io', 2, 2, {
      page: 'https://routescan.io/documentation',
      says: 'No key: 2 requests a second, 10,000 a day. Free use that is not private names it with a link.',
      checkedOn: '2026-11-28',
    }),
    attribution: { words: 'Powered by Routescan.io APIs', url: 'https://routescan.io' },
  },
  blockscout: at('https://api.blockscout.com', 4, 4, {
    page: 'https://docs.blockscout.com/rate-limits',
    says: "The operator's key, free, for all chains: 5 requests a second, about 5,000 a day.",
    checkedOn: '2026-11-28',
  }),
  'blockscout-arb': at('https://arbitrum.blockscout.com', 2, 2, BLOCKSCOUT_INSTANCE),
  'blockscout-blast': at('https://blast.blockscout.com', 2, 2, BLOCKSCOUT_INSTANCE),
  'blockscout-etc': at('https://etc.blockscout.com', 2, 2, BLOCKSCOUT_INSTANCE),
  'blockscout-eth': at('https://eth.blockscout.com', 2, 2, BLOCKSCOUT_INSTANCE),
  'blockscout-matic': at('https://polygon.blockscout.com', 2, 2, BLOCKSCOUT_INSTANCE),
  'blockscout-one': at('https://explorer.harmony.one', 2, 2, {
    page: 'https://docs.blockscout.com/devs/apis/requests-and-limits',
    says: "No key: Harmony's own Blockscout, whose software answers 3 requests a second unless set otherwise.",
    checkedOn: '2026-11-28',
  }),

  // Solana's own public server is not meant for applications in production (solana.com/docs/references/clusters).
  solana: at('https://mainnet.helius-rpc.com', 6, 10, {
    page: 'https://www.helius.dev/docs/billing/rate-limits',
    says: "The operator's key, free at Helius: 10 requests a second, 1,000,000 credits a month.",
    checkedOn: '2026-11-29',
  }),
  algorand: at('https://mainnet-idx.algonode.cloud', 2, 4, {
    page: 'https://nodely.io/docs/free/policy',
    says: 'No key: 60 requests a second per address, 200,000 a day. Who asks a million a month names Nodely.',
    checkedOn: '2026-11-28',
  }),
  koios: at('https://api.koios.rest', 2, 5, {
    page: 'https://api.koios.rest',
    says: 'No key: 100 requests of an endpoint in 10 seconds per address, 1 kB each. A free key lifts the public quota.',
    checkedOn: '2026-11-29',
  }),
  stellar: at('https://horizon.stellar.org', 0.95, 5, {
    page: 'https://developers.stellar.org/docs/data/apis/horizon/api-reference/structure/rate-limiting',
    says: 'No key: 3,600 requests an hour per address.',
    checkedOn: '2026-11-28',
  }),
  subscan: at('https://polkadot.api.subscan.io', 2, 4, SUBSCAN),
  'subscan-hub': at('https://assethub-polkadot.api.subscan.io', 2, 4, SUBSCAN),
  eos: at('https://eos.hyperion.eosrio.io', 2, 4, {
    page: 'https://hyperion.docs.eosrio.io/dev/endpoint/',
    says: 'No key; one of the open history endpoints that its software lists, without a limit in figures.',
    checkedOn: '2026-11-29',
  }),
  neo: at('https://mainnet1.neo.coz.io', 2, 4, {
    page: 'https://coz.io',
    says: 'No key; no limit in figures is known.',
    checkedOn: null,
  }),
  ontology: at('https://explorer.ont.io', 1, 4, {
    page: 'https://docs.ont.io',
    says: 'No key; no limit in figures is known.',
    checkedOn: null,
  }),
  qtum: at('https://qtum.info/api', 2, 4, {
    page: 'https://github.com/qtumproject/qtuminfo-api',
    says: 'No key; its documentation states no limit.',
    checkedOn: '2026-11-28',
  }),
  waves: at('https://nodes.wavesnodes.com', 2, 5, {
    page: 'https://docs.waves.tech/en/waves-node/node-api/',
    says: 'No key to read; the documentation names this server and states no limit.',
    checkedOn: '2026-11-28',
  }),
  trongrid: at('https://api.trongrid.io', 1, 3, {
    page: 'https://developers.tron.network/reference-link/rate-limits',
    says: 'A free key is expected in production: 15 requests a second, 100,000 a day. Without one an address is limited or refused.',
    checkedOn: '2026-11-29',
  }),
  tzkt: {
    ...at('https://api.tzkt.io', 2, 5, {
      page: 'https://api.tzkt.io',
      says: 'No key, commercial use too; who uses the free API names it with a link.',
      checkedOn: '2026-11-28',
    }),
    attribution: { words: 'Powered by TzKT API', url: 'https://tzkt.io' },
  },
  // Its public servers with full history are not for business use (xrpl.org/docs/tutorials/public-servers).
  xrpl: operators('xrpl'),

  // Chains of outputs.
  'blockbook-bch': operators('blockbook-bch'),
  'blockbook-btc': operators('blockbook-btc'),
  'blockbook-btg': operators('blockbook-btg'),
  'blockbook-dash': operators('blockbook-dash'),
  'blockbook-dgb': operators('blockbook-dgb'),
  'blockbook-doge': operators('blockbook-doge'),
  'blockbook-ltc': operators('blockbook-ltc'),
  'blockbook-sys': at('https://explorer-blockbook.syscoin.org', 1, 3, {
    page: 'https://docs.syscoin.org',
    says: 'No key; no limit in figures is known.',
    checkedOn: null,
  }),
  'blockbook-vtc': operators('blockbook-vtc'),
  'blockbook-zec': operators('blockbook-zec'),
  'electrum-bch': electrum('electrum-bch'),
  'electrum-btc': electrum('electrum-btc'),
  'electrum-btg': electrum('electrum-btg'),
  'electrum-dash': electrum('electrum-dash'),
  'electrum-dgb': electrum('electrum-dgb'),
  'electrum-doge': electrum('electrum-doge'),
  'electrum-ltc': electrum('electrum-ltc'),
  'electrum-sys': electrum('electrum-sys'),
  'electrum-vtc': electrum('electrum-vtc'),
  'electrum-zec': electrum('electrum-zec'),
  'insight-dcr': at('https://dcrdata.decred.org/insight/api', 2, 5, {
    page: 'https://github.com/decred/dcrdata/blob/master/cmd/dcrdata/sample-dcrdata.conf',
    says: 'No key; its software answers 20 requests a second unless set otherwise.',
    checkedOn: '2026-11-29',
  }),
  'insight-rdd': at('https://live.reddcoin.com/api', 1, 3, {
    page: 'https://live.reddcoin.com',
    says: 'No key; no limit in figures is known.',
    checkedOn: null,
  }),
  // Verge's public explorer does not speak Insight (github.com/peengo/vergeexplorer, client/src/data/apiDocs.json).
  'insight-xvg': operators('insight-xvg'),
  esplora: at('https://mempool.space', 1, 5, {
    page: 'https://github.com/mempool/mempool/discussions/752',
    says: 'No key; its limits are not disclosed, and heavy use belongs on your own server.',
    checkedOn: '2026-11-28',
  }),
  blockstream: at('https://blockstream.info', 0.5, 3, {
    page: 'https://github.com/Blockstream/esplora/blob/master/API.md',
    says: 'No key; its documentation states no limit.',
    checkedOn: '2026-11-28',
  }),
  litecoinspace: at('https://litecoinspace.org', 1, 5, {
    page: 'https://github.com/mempool/mempool/pull/1841',
    says: 'No key; its software states limits where mempool.space itself runs it, and none elsewhere.',
    checkedOn: '2026-11-29',
  }),
  dogechain: at('https://dogechain.com', 1.5, 5, {
    page: 'https://github.com/BlockIo/dogechain-cli',
    says: 'No key, no account: about 120 requests a minute per address. Its operator offers the API to scripts.',
    checkedOn: '2026-11-29',
  }),
  blockcypher: at('https://api.blockcypher.com', 0.026, 3, {
    page: 'https://www.blockcypher.com/dev/bitcoin/#rate-limits-and-tokens',
    says: 'No token: 3 requests a second and 200 an hour in the copy that was read, 100 an hour by newer word.',
    checkedOn: '2026-11-28',
  }),

  // Payments.
  stripe: at('https://api.stripe.com', 20, 20, {
    page: 'https://docs.stripe.com/rate-limits',
    says: "The operator's account: 100 requests a second, 25 in test mode.",
    checkedOn: '2026-11-28',
  }),
  'filing-partner': operators('filing-partner'),
  irs: at('https://www.irs.gov', 1, 4, {
    page: 'https://www.irs.gov/robots.txt',
    says: 'No key: forms are works of the United States government. Each is asked for once and kept.',
    checkedOn: null,
  }),

  // Prices.
  defillama: at('https://coins.llama.fi', 5, 5, {
    page: 'https://api-docs.defillama.com',
    says: 'No key: the free API answers at a standard rate without figures; the paid one at a higher.',
    checkedOn: '2026-11-28',
  }),
  ecb: {
    ...at('https://data-api.ecb.europa.eu', 0.5, 2, {
      page: 'https://data.ecb.europa.eu/help/api/data',
      says: 'No key, commercial use too; who reuses its statistics names the source and does not alter them.',
      checkedOn: '2026-11-28',
    }),
    attribution: { words: 'Source: ECB statistics', url: 'https://data.ecb.europa.eu' },
  },
} as const satisfies Readonly<Record<string, Provider>>

/** Where a request carries the operator's key. */
export type KeyPlace = (
  | { readonly parameter: string }
  | { readonly header: string; readonly scheme?: 'Bearer' }
) & {
  /** Environment variable that names the key. */
  readonly variable: string
  /** Rate with the key, of a provider that is asked without one too, at its own rate. */
  readonly rate?: Pick<ProviderAddress, 'perSecond' | 'burst'>
}

/** Providers that are asked with a key of the operator's. One that states a rate is asked without a key as well. */
export const OPERATOR_KEYS: Readonly<Partial<Record<ProviderName, KeyPlace>>> = {
  etherscan: { variable: 'ETHERSCAN_API_KEY', parameter: 'apikey' },
  blockscout: { variable: 'BLOCKSCOUT_API_KEY', parameter: 'apikey' },
  solana: { variable: 'HELIUS_API_KEY', parameter: 'api-key' },
  koios: {
    variable: 'KOIOS_API_KEY',
    header: 'authorization',
    scheme: 'Bearer',
    rate: { perSecond: 6, burst: 10 },
  },
  subscan: { variable: 'SUBSCAN_API_KEY', header: 'x-api-key' },
  'subscan-hub': { variable: 'SUBSCAN_API_KEY', header: 'x-api-key' },
  trongrid: { variable: 'TRONGRID_API_KEY', header: 'tron-pro-api-key', rate: { perSecond: 5, burst: 5 } },
}

/** Whether a provider is asked by nobody who has no key of the operator's. */
export function needsOperatorKey(name: ProviderName): boolean {
  const place = OPERATOR_KEYS[name]
  return place !== undefined && place.rate === undefined
}

export type ProviderName = keyof typeof PROVIDERS
export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)
