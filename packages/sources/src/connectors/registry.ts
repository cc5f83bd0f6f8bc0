import { evmConnectors } from '../chains/evm/evm-connector.ts'
import { solanaConnector } from '../chains/solana/solana-connector.ts'
import { blockbookConnectors } from '../chains/utxo/blockbook-connector.ts'
import { bitcoinConnector } from '../chains/utxo/esplora-connector.ts'
import { xrpConnector } from '../chains/xrp/xrp-connector.ts'
import type { Source } from '../catalogue/catalogue.ts'
import type {
  AddressConnector,
  ConnectionMethod,
  GrantConnector,
  KeyConnector,
} from '../connecting/connector.ts'
import { ccxtConnectors } from '../exchanges/ccxt/ccxt-connectors.ts'
import { coinbaseByGrant, coinbaseByKey } from '../exchanges/coinbase/coinbase-connectors.ts'
import { krakenConnector } from '../exchanges/kraken/kraken-connector.ts'
import { robinhoodConnector } from '../exchanges/robinhood/robinhood-connector.ts'

export type AnyConnector = KeyConnector | GrantConnector | AddressConnector

/** Connectors by key. A new one adds its line here. */
const KEY_CONNECTORS: readonly KeyConnector[] = [
  coinbaseByKey,
  krakenConnector,
  robinhoodConnector,
  ...ccxtConnectors,
]
/** Connectors by a grant that the customer gives at the provider. */
const GRANT_CONNECTORS: readonly GrantConnector[] = [coinbaseByGrant]
/** Connectors by address; the slug is that of the chain. */
const ADDRESS_CONNECTORS: readonly AddressConnector[] = [
  bitcoinConnector,
  ...blockbookConnectors,
  ...evmConnectors,
  solanaConnector,
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
export function waysIn({ slug, status }: Pick<Source, 'slug' | 'status'>): readonly ConnectionMethod[] {
  if (status === 'closed') return []
  return (['oauth', 'api', 'wallet'] as const).filter((method) => connectorFor(slug, method) !== undefined)
}
