import type { ProviderName } from '../../connecting/providers.ts'
import type { AddressApi } from './address-api.ts'
import type { AddressStyle } from './address-series.ts'
import { cypherApi } from './cypher-api.ts'
import { esploraApi } from './esplora-api.ts'
import type { OutputChain } from './output-transaction.ts'

/** A server of a chain that anybody may ask, address by address. */
export interface PublicServer {
  readonly api: AddressApi
  readonly provider: ProviderName
}

/** A chain of outputs, and who can be asked about it. */
export interface KnownOutputChain extends OutputChain {
  /** Slug of the chain in the catalogue. */
  readonly slug: string
  readonly addresses: AddressStyle
  /** A Blockbook server, which derives the addresses of an extended key itself. Asked first where it is open. */
  readonly blockbook: ProviderName
  /** In the order they are asked: the next one where one does not answer. */
  readonly servers: readonly PublicServer[]
  /** Kinds of scripts of an xpub, as descriptors that Blockbook takes; elsewhere it takes the key alone. */
  readonly hasDescriptors?: boolean
}

const esplora = (provider: ProviderName): PublicServer => ({ api: esploraApi, provider })
const cypher = (chain: 'dash' | 'doge' | 'ltc'): PublicServer => ({
  api: cypherApi(chain),
  provider: 'blockcypher',
})

/** Chains of outputs. One without public servers can be asked about where the operator names a Blockbook server of their own. */
export const OUTPUT_CHAINS: readonly KnownOutputChain[] = [
  {
    slug: 'bitcoin',
    exchange: 'Bitcoin',
    ticker: 'BTC',
    addresses: { key: 0x00, script: 0x05, segwit: 'bc', hasTaproot: true },
    blockbook: 'blockbook-btc',
    servers: [esplora('esplora'), esplora('blockstream')],
    hasDescriptors: true,
  },
  {
    slug: 'litecoin',
    exchange: 'Litecoin',
    ticker: 'LTC',
    addresses: { key: 0x30, script: 0x32, segwit: 'ltc' },
    blockbook: 'blockbook-ltc',
    servers: [esplora('litecoinspace'), cypher('ltc')],
  },
  {
    slug: 'dogecoin',
    exchange: 'Dogecoin',
    ticker: 'DOGE',
    addresses: { key: 0x1e, script: 0x16 },
    blockbook: 'blockbook-doge',
    servers: [cypher('doge')],
  },
  {
    slug: 'dash',
    exchange: 'Dash',
    ticker: 'DASH',
    addresses: { key: 0x4c, script: 0x10 },
    blockbook: 'blockbook-dash',
    servers: [cypher('dash')],
  },
  {
    slug: 'bitcoin-cash',
    exchange: 'Bitcoin Cash',
    ticker: 'BCH',
    addresses: { key: 0x00, script: 0x05 },
    blockbook: 'blockbook-bch',
    servers: [],
  },
  {
    slug: 'zcash',
    exchange: 'Zcash',
    ticker: 'ZEC',
    addresses: { key: 0x1c, script: 0x1c },
    blockbook: 'blockbook-zec',
    servers: [],
    hasShielded: true,
  },
  {
    slug: 'digibyte',
    exchange: 'DigiByte',
    ticker: 'DGB',
    addresses: { key: 0x1e, script: 0x3f, segwit: 'dgb' },
    blockbook: 'blockbook-dgb',
    servers: [],
  },
  {
    slug: 'vertcoin',
    exchange: 'Vertcoin',
    ticker: 'VTC',
    addresses: { key: 0x47, script: 0x05, segwit: 'vtc' },
    blockbook: 'blockbook-vtc',
    servers: [],
  },
  {
    slug: 'bitcoin-gold',
    exchange: 'Bitcoin Gold',
    ticker: 'BTG',
    addresses: { key: 0x26, script: 0x17, segwit: 'btg' },
    blockbook: 'blockbook-btg',
    servers: [],
  },
  {
    slug: 'syscoin',
    exchange: 'Syscoin',
    ticker: 'SYS',
    addresses: { key: 0x3f, script: 0x05, segwit: 'sys' },
    blockbook: 'blockbook-sys',
    servers: [],
  },
]
