import { evmChains } from '../chains/evm/evm-chains.ts'
import { OUTPUT_CHAINS } from '../chains/utxo/output-chains.ts'
import type { ConnectionMethod } from '../connecting/connector.ts'
import { type ExplorerName, explorerOf, EXPLORERS } from '../connecting/own-keys.ts'
import { type Provider, type ProviderName, PROVIDERS } from '../connecting/providers.ts'
import { addressConnector } from './registry.ts'
import { CCXT_EXCHANGES } from '../exchanges/ccxt/exchange-table.ts'

/** Providers of chains that have one kind of server; of Polkadot both halves are asked. */
const OF_CHAINS: Readonly<Record<string, readonly ProviderName[]>> = {
  algorand: ['algorand'],
  cardano: ['koios'],
  decred: ['insight-dcr'],
  eos: ['eos'],
  neo: ['neo'],
  ontology: ['ontology'],
  polkadot: ['subscan', 'subscan-hub'],
  qtum: ['qtum'],
  reddcoin: ['insight-rdd'],
  solana: ['solana'],
  stellar: ['stellar'],
  tezos: ['tzkt'],
  tron: ['trongrid'],
  verge: ['insight-xvg'],
  waves: ['waves'],
  'xrp-ledger': ['xrpl'],
}
/** Providers of exchanges that have a connector of their own. */
const OF_EXCHANGES: Readonly<Record<string, ProviderName>> = {
  ascendex: 'ascendex',
  bitmex: 'bitmex',
  bitpanda: 'bitpanda',
  bitstamp: 'bitstamp',
  blink: 'blink',
  coinbase: 'coinbase',
  kraken: 'kraken',
  'robinhood-crypto': 'robinhood',
}

/** Who is asked for the history of a source or chain, in their order: one of them is enough. Empty where it has no connector. */
export function providersOf(slug: string, method: ConnectionMethod): readonly ProviderName[] {
  if (method !== 'wallet') {
    const own = OF_EXCHANGES[slug]
    const byCcxt = CCXT_EXCHANGES.find((exchange) => exchange.slug === slug)
    return own === undefined ? Object.values(byCcxt?.hosts ?? {}) : [own]
  }
  const outputs = OUTPUT_CHAINS.find((chain) => chain.slug === slug)
  if (outputs !== undefined) return [...outputs.servers.map(({ provider }) => provider), outputs.blockbook]
  return evmChains.find((chain) => chain.slug === slug)?.providers ?? OF_CHAINS[slug] ?? []
}

/** Words and links that stand where the history of a source is shown, as the terms of whoever is asked for it want. */
export function attributionsOf(
  slug: string,
  method: ConnectionMethod,
): NonNullable<Provider['attribution']>[] {
  return providersOf(slug, method).flatMap((name) => {
    const { attribution }: Provider = PROVIDERS[name]
    return attribution ?? []
  })
}

/** Whether anybody can be asked about an address on a chain. */
export function canBeAsked(slug: string, isOpen: (provider: ProviderName) => boolean): boolean {
  const needs = addressConnector(slug)?.needs
  return needs === undefined ? providersOf(slug, 'wallet').some(isOpen) : needs.every(isOpen)
}

/** Explorers that can be asked about a chain with a key of the customer's own, in the order they are. */
export function explorersFor(slug: string): readonly ExplorerName[] {
  return [...new Set(providersOf(slug, 'wallet').flatMap((provider) => explorerOf(provider) ?? []))]
}

/** Those of them that open the chain with a paid plan only. */
export function paidExplorersFor(slug: string): readonly ExplorerName[] {
  return explorersFor(slug).filter((name) => (EXPLORERS[name].paidChains as readonly string[]).includes(slug))
}
