import { type Ask, ProviderBusy, ProviderDown, type ProviderRequest } from './ask.ts'
import type { ProviderName } from './providers.ts'

/** One cheap question to a provider, and what its answer has at its top. */
interface ProviderProbe {
  readonly request: ProviderRequest
  /** Names at the top of the answer; `[]` for a list, none for an answer that is no JSON. */
  readonly shape: readonly string[]
  /** It answers nobody without a key, so that any answer of its own shows that it is there. */
  readonly asksForKey?: boolean
}

const get = (path: string, ...shape: readonly string[]): ProviderProbe => ({ request: { path }, shape })
const post = (path: string, body: object, ...shape: readonly string[]): ProviderProbe => ({
  request: {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isRead: true,
  },
  shape,
})
const withKey = (path: string): ProviderProbe => ({ request: { path }, shape: [], asksForKey: true })
const rpc = (method: string): ProviderProbe =>
  post('/', { jsonrpc: '2.0', id: 1, method, params: [] }, 'jsonrpc', 'id', 'result')

const LIST = '[]'
const LAST_BLOCK = 'module=block&action=eth_block_number'
const BLOCKBOOK = get('/api/', 'blockbook', 'backend')
const ELECTRUM = post('/', { method: 'blockchain.headers.subscribe', params: [] }, 'id', 'result')
const INSIGHT = get('/status?q=getInfo', 'info')
const TIP = get('/api/blocks/tip/height')
const HITBTC = get('/api/3/public/currency?currencies=BTC', 'BTC')
const OKX = get('/api/v5/public/time', 'code', 'data')
const BYBIT = get('/v5/market/time', 'retCode', 'result')
const BINANCE_TIME = get('/api/v3/time', 'serverTime')
const GATE = get('/api/v4/spot/time', 'server_time')
const BITFINEX = get('/v2/platform/status', LIST)

/** A question to each provider, from its documentation: the time, the last block, or the smallest answer that it gives without a key. */
const PROBES: Readonly<Record<ProviderName, ProviderProbe>> = {
  ascendex: get('/api/pro/v1/ticker?symbol=BTC/USDT', 'code', 'data'),
  bitmex: get('/api/v1', 'name', 'version'),
  bitpanda: withKey('/v1/trades'),
  blink: post('/graphql', { query: '{ __typename }' }, 'data'),
  'blink-auth': withKey('/'),
  kraken: get('/0/public/Time', 'error', 'result'),
  coinbase: get('/v2/time', 'data'),
  'coinbase-oauth': withKey('/oauth2/auth'),
  'coinbase-exchange': get('/time', 'iso', 'epoch'),
  binance: BINANCE_TIME,
  'binance-us': BINANCE_TIME,
  'binance-data': BINANCE_TIME,
  bigone: get('/api/v3/ping', 'data'),
  bitget: get('/api/v2/public/time', 'code', 'data'),
  bitfinex: BITFINEX,
  'bitfinex-public': BITFINEX,
  bequant: HITBTC,
  fmfw: HITBTC,
  hitbtc: HITBTC,
  bitstamp: get('/api/v2/ticker/btcusd/', 'last', 'timestamp'),
  bitvavo: get('/v2/time', 'time'),
  bybit: BYBIT,
  'bybit-eu': BYBIT,
  'bybit-id': BYBIT,
  coinmate: get('/api/ticker?currencyPair=BTC_EUR', 'error', 'data'),
  coinex: get('/v2/time', 'code', 'data'),
  'crypto-com': get('/exchange/v1/public/get-tickers?instrument_name=BTC_USDT', 'code', 'result'),
  gate: GATE,
  'gate-eu': GATE,
  gemini: get('/v1/pubticker/btcusd', 'last', 'volume'),
  htx: get('/v1/common/timestamp', 'status', 'data'),
  kucoin: get('/api/v1/timestamp', 'code', 'data'),
  mexc: BINANCE_TIME,
  okx: OKX,
  'okx-eea': OKX,
  'okx-us': OKX,
  phemex: get('/public/time', 'code', 'data'),
  poloniex: get('/timestamp', 'serverTime'),
  robinhood: withKey('/api/v1/crypto/trading/accounts/'),
  whitebit: get('/api/v4/public/time', 'time'),

  etherscan: get('/v2/api?chainid=1&module=proxy&action=eth_blockNumber', 'jsonrpc', 'result'),
  blockscout: get(`/v2/api?chain_id=1&${LAST_BLOCK}`, 'jsonrpc', 'result'),
  routescan: get(
    '/v2/network/mainnet/evm/43114/etherscan/api?module=proxy&action=eth_blockNumber',
    'jsonrpc',
    'result',
  ),
  'blockscout-arb': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  'blockscout-blast': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  'blockscout-etc': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  'blockscout-eth': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  'blockscout-matic': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  'blockscout-one': get(`/api?${LAST_BLOCK}`, 'jsonrpc', 'result'),
  solana: rpc('getSlot'),
  algorand: get('/health', 'round'),
  koios: get('/api/v1/tip', LIST),
  stellar: get('/', 'horizon_version', 'history_latest_ledger'),
  subscan: post('/api/now', {}, 'code', 'data'),
  'subscan-hub': post('/api/now', {}, 'code', 'data'),
  eos: get('/v2/health', 'version', 'health'),
  neo: rpc('getblockcount'),
  ontology: get('/v2/latest-blocks?count=1', 'code', 'result'),
  qtum: get('/info', 'height'),
  waves: get('/blocks/height', 'height'),
  trongrid: post('/wallet/getnowblock', {}, 'blockID', 'block_header'),
  tzkt: get('/v1/head', 'level', 'timestamp'),
  xrpl: post('/', { method: 'server_info', params: [{}] }, 'result'),

  'blockbook-bch': BLOCKBOOK,
  'blockbook-btc': BLOCKBOOK,
  'blockbook-btg': BLOCKBOOK,
  'blockbook-dash': BLOCKBOOK,
  'blockbook-dgb': BLOCKBOOK,
  'blockbook-doge': BLOCKBOOK,
  'blockbook-ltc': BLOCKBOOK,
  'blockbook-sys': BLOCKBOOK,
  'blockbook-vtc': BLOCKBOOK,
  'blockbook-zec': BLOCKBOOK,
  'electrum-bch': ELECTRUM,
  'electrum-btc': ELECTRUM,
  'electrum-btg': ELECTRUM,
  'electrum-dash': ELECTRUM,
  'electrum-dgb': ELECTRUM,
  'electrum-doge': ELECTRUM,
  'electrum-ltc': ELECTRUM,
  'electrum-sys': ELECTRUM,
  'electrum-vtc': ELECTRUM,
  'electrum-zec': ELECTRUM,
  'insight-dcr': INSIGHT,
  'insight-rdd': INSIGHT,
  'insight-xvg': INSIGHT,
  esplora: TIP,
  blockstream: TIP,
  litecoinspace: TIP,
  dogechain: get('/api/v3/network', 'status', 'data'),
  blockcypher: get('/v1/doge/main', 'name', 'height'),

  stripe: withKey('/v1/balance'),
  'filing-partner': withKey('/'),
  irs: get('/robots.txt'),

  defillama: get('/prices/current/coingecko:bitcoin', 'coins'),
  ecb: get('/service/data/EXR/D.USD.EUR.SP00.A?lastNObservations=1&format=csvdata'),
}

/**
 * How a provider stands: it `answers`; it answers with something else than documented (`changed`); it `refuses` the question, by a status
 * of 400 to 499 or a redirect; or it is `silent`.
 */
export type ProviderState = 'answers' | 'changed' | 'refuses' | 'silent'

export interface ProbedProvider {
  readonly state: ProviderState
  /** Status of its answer; null where there was none. */
  readonly status: number | null
  /** Names at the top of its answer, in their order; `[]` for a list, none for an answer that is no JSON. */
  readonly shape: readonly string[]
  /** Names that its documentation has at the top and this answer has not. */
  readonly missing: readonly string[]
}

/** Asks a provider its one cheap question. @throws what `ask` throws, but for the provider's silence */
export async function probeProvider(name: ProviderName, ask: Ask): Promise<ProbedProvider> {
  const { request, shape: expected, asksForKey = false } = PROBES[name]
  try {
    const { status, text } = await ask(request)
    const shape = shapeOf(text)
    const missing = asksForKey ? [] : expected.filter((part) => !shape.includes(part))
    const isAnswer = status < 300 || (asksForKey && status < 500)
    return {
      state: !isAnswer ? 'refuses' : missing.length > 0 ? 'changed' : 'answers',
      status,
      shape,
      missing,
    }
  } catch (error) {
    if (!(error instanceof ProviderDown) && !(error instanceof ProviderBusy)) throw error
    return { state: 'silent', status: null, shape: [], missing: [] }
  }
}

/** The most names that are kept of an answer: that of a list of markets has thousands. */
const MOST_NAMES = 40

function shapeOf(text: string): string[] {
  const json = jsonIn(text)
  if (Array.isArray(json)) return [LIST]
  return typeof json === 'object' && json !== null ? Object.keys(json).slice(0, MOST_NAMES) : []
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
