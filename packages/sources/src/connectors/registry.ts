import { evmConnectors } from '../chains/evm/evm-connector.ts'
import { solanaConnector } from '../chains/solana/solana-connector.ts'
import { outputConnectors } from '../chains/utxo/output-connectors.ts'
import { stellarConnector } from '../chains/stellar/stellar-connector.ts'
import { algorandConnector } from '../chains/algorand/algorand-connector.ts'
import { cardanoConnector } from '../chains/cardano/cardano-connector.ts'
import { tezosConnector } from '../chains/tezos/tezos-connector.ts'
import { polkadotConnector } from '../chains/polkadot/polkadot-connector.ts'
import { eosConnector } from '../chains/eos/eos-connector.ts'
import { neoConnector } from '../chains/neo/neo-connector.ts'
import { wavesConnector } from '../chains/waves/waves-connector.ts'
import { ontologyConnector } from '../chains/ontology/ontology-connector.ts'
import { qtumConnector } from '../chains/qtum/qtum-connector.ts'
import { tronConnector } from '../chains/tron/tron-connector.ts'
import { insightConnectors } from '../chains/utxo/insight-connector.ts'
import { xrpConnector } from '../chains/xrp/xrp-connector.ts'
import { allSources, chainNamed, isOffered, type Source } from '../catalogue/catalogue.ts'
import type {
  AddressConnector,
  ConnectionMethod,
  GrantConnector,
  KeyConnector,
} from '../connecting/connector.ts'
import { ascendexConnector } from '../exchanges/ascendex/ascendex-connector.ts'
import { bitmexConnector } from '../exchanges/bitmex/bitmex-connector.ts'
import { bitstampConnector } from '../exchanges/bitstamp/bitstamp-connector.ts'
import { bitpandaConnector } from '../exchanges/bitpanda/bitpanda-connector.ts'
import { blinkConnector } from '../exchanges/blink/blink-connector.ts'
import { ccxtConnectors } from '../exchanges/ccxt/ccxt-connectors.ts'
import { coinbaseByGrant, coinbaseByKey } from '../exchanges/coinbase/coinbase-connectors.ts'
import { krakenConnector } from '../exchanges/kraken/kraken-connector.ts'
import { robinhoodConnector } from '../exchanges/robinhood/robinhood-connector.ts'

export type AnyConnector = KeyConnector | GrantConnector | AddressConnector

/** Connectors by key. A new one adds its line here. */
const KEY_CONNECTORS: readonly KeyConnector[] = [
  ascendexConnector,
  bitmexConnector,
  bitpandaConnector,
  bitstampConnector,
  blinkConnector,
  coinbaseByKey,
  krakenConnector,
  robinhoodConnector,
  ...ccxtConnectors,
]
/** Connectors by a grant that the customer gives at the provider. */
const GRANT_CONNECTORS: readonly GrantConnector[] = [coinbaseByGrant]
/** Connectors by address; the slug is that of the chain. */
const ADDRESS_CONNECTORS: readonly AddressConnector[] = [
  ...outputConnectors,
  ...insightConnectors,
  ...evmConnectors,
  solanaConnector,
  algorandConnector,
  cardanoConnector,
  eosConnector,
  neoConnector,
  polkadotConnector,
  stellarConnector,
  tezosConnector,
  ontologyConnector,
  qtumConnector,
  tronConnector,
  wavesConnector,
  xrpConnector,
]

const bySlug = <C extends AnyConnector>(all: readonly C[], slug: string): C | undefined =>
  all.find((connector) => connector.slug === slug)

/** The connector of an exchange by key; undefined where there is none. */
export const keyConnector = (slug: string) => bySlug(KEY_CONNECTORS, slug)
/** The connector of an exchange by grant. */
export const grantConnector = (slug: string) => bySlug(GRANT_CONNECTORS, slug)
/** The connector of a chain by address. */
export const addressConnector = (slug: string) => bySlug(ADDRESS_CONNECTORS, slug)

/** The connector of a source, or of the chain of an address, by its method. */
export function connectorFor(slug: string, method: ConnectionMethod): AnyConnector | undefined {
  return bySlug<AnyConnector>(
    { api: KEY_CONNECTORS, oauth: GRANT_CONNECTORS, wallet: ADDRESS_CONNECTORS }[method],
    slug,
  )
}

/** The ways by which a source can be connected: a closed one, and one that nobody wrote a connector for, has none. */
export function waysIn(source: Source): readonly ConnectionMethod[] {
  if (source.status === 'closed') return []
  return (['oauth', 'api', 'wallet'] as const).filter((method) =>
    method === 'wallet' ? chainsIn(source).length > 0 : connectorFor(source.slug, method) !== undefined,
  )
}

/**
 * Chains that an address of a source can be fetched from. A chain has itself. The catalogue does not say which chains a wallet holds
 * coins on, so a wallet has all that have a connector, the one of its own coin first.
 */
export function chainsIn(source: Source): readonly Source[] {
  connectable ??= allSources().filter(
    (chain) => chain.kind === 'blockchain' && isOffered(chain) && addressConnector(chain.slug) !== undefined,
  )
  if (source.kind === 'blockchain') return connectable.filter(({ slug }) => slug === source.slug)
  if (source.kind !== 'wallet' || !source.address || connectable.length === 0) return []
  const own = source.default_coin === null ? undefined : chainNamed(source.default_coin)
  return [...connectable.filter((chain) => chain === own), ...connectable.filter((chain) => chain !== own)]
}

let connectable: readonly Source[] | undefined
