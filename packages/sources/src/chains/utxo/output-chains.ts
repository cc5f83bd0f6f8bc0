import { type Provider, type ProviderName, PROVIDERS } from '../../connecting/providers.ts'
import type { AddressApi } from './address-api.ts'
import type { AddressStyle } from './address-series.ts'
import { cypherApi } from './cypher-api.ts'
import { dogechainApi } from './dogechain-api.ts'
import { electrumApi } from './electrum-api.ts'
import { esploraApi } from './esplora-api.ts'
import type { OutputChain } from './output-transaction.ts'

/** A server of a chain that is asked address by address: one that anybody may ask, or the operator's own. */
export interface AddressServer {
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
  readonly servers: readonly AddressServer[]
  /** Kinds of scripts of an xpub, as descriptors that Blockbook takes; elsewhere it takes the key alone. */
  readonly hasDescriptors?: boolean
}

/** Whether a server is asked only where the operator names it. */
export function isOperators({ provider }: Pick<AddressServer, 'provider'>): boolean {
  const known: Provider = PROVIDERS[provider]
  return known.isOperators === true
}

const esplora = (provider: ProviderName): AddressServer => ({ api: esploraApi, provider })
const cypher = (chain: 'dash' | 'doge' | 'ltc'): AddressServer => ({
  api: cypherApi(chain),
  provider: 'blockcypher',
})

/** A chain with the Electrum server that the operator may name, which is asked before the public ones. */
const withElectrum = (provider: ProviderName, chain: KnownOutputChain): KnownOutputChain => ({
  ...chain,
  servers: [{ api: electrumApi(chain.addresses), provider }, ...chain.servers],
})

/** Chains of outputs. One without public servers can be asked about where the operator names a Blockbook or Electrum server of their own. */
export const OUTPUT_CHAINS: readonly KnownOutputChain[] = [
  withElectrum('electrum-btc', {
    slug: 'bitcoin',
    exchange: 'Bitcoin',
    ticker: 'BTC',
    addresses: { key: 0x00, script: 0x05, segwit: 'bc', hasTaproot: true },
    blockbook: 'blockbook-btc',
    servers: [esplora('esplora'), esplora('blockstream')],
    hasDescriptors: true,
  }),
  withElectrum('electrum-ltc', {
    slug: 'litecoin',
    exchange: 'Litecoin',
    ticker: 'LTC',
    addresses: { key: 0x30, script: 0x32, segwit: 'ltc' },
    blockbook: 'blockbook-ltc',
    servers: [esplora('litecoinspace'), cypher('ltc')],
  }),
  withElectrum('electrum-doge', {
    slug: 'dogecoin',
    exchange: 'Dogecoin',
    ticker: 'DOGE',
    addresses: { key: 0x1e, script: 0x16 },
    blockbook: 'blockbook-doge',
    servers: [{ api: dogechainApi, provider: 'dogechain' }, cypher('doge')],
  }),
  withElectrum('electrum-dash', {
    slug: 'dash',
    exchange: 'Dash',
    ticker: 'DASH',
    addresses: { key: 0x4c, script: 0x10 },
    blockbook: 'blockbook-dash',
    servers: [cypher('dash')],
  }),
  withElectrum('electrum-bch', {
    slug: 'bitcoin-cash',
    exchange: 'Bitcoin Cash',
    ticker: 'BCH',
    addresses: { key: 0x00, script: 0x05 },
    blockbook: 'blockbook-bch',
    servers: [],
  }),
  withElectrum('electrum-zec', {
    slug: 'zcash',
    exchange: 'Zcash',
    ticker: 'ZEC',
    addresses: { key: 0x1cb8, script: 0x1cbd },
    blockbook: 'blockbook-zec',
    servers: [],
    hasShielded: true,
  }),
  withElectrum('electrum-dgb', {
    slug: 'digibyte',
    exchange: 'DigiByte',
    ticker: 'DGB',
    addresses: { key: 0x1e, script: 0x3f, segwit: 'dgb' },
    blockbook: 'blockbook-dgb',
    servers: [],
  }),
  withElectrum('electrum-vtc', {
    slug: 'vertcoin',
    exchange: 'Vertcoin',
    ticker: 'VTC',
    addresses: { key: 0x47, script: 0x05, segwit: 'vtc' },
    blockbook: 'blockbook-vtc',
    servers: [],
  }),
  withElectrum('electrum-btg', {
    slug: 'bitcoin-gold',
    exchange: 'Bitcoin Gold',
    ticker: 'BTG',
    addresses: { key: 0x26, script: 0x17, segwit: 'btg' },
    blockbook: 'blockbook-btg',
    servers: [],
  }),
  withElectrum('electrum-sys', {
    slug: 'syscoin',
    exchange: 'Syscoin',
    ticker: 'SYS',
    addresses: { key: 0x3f, script: 0x05, segwit: 'sys' },
    blockbook: 'blockbook-sys',
    servers: [],
  }),
]
