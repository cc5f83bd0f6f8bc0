import { explorerChains } from '../../catalogue/explorer-chains.ts'
import type { ProviderName } from '../../connecting/providers.ts'

/** A chain of the Ethereum kind, and who can be asked about it, in the order they are. */
export interface EvmChain {
  readonly slug: string
  readonly chainId: number
  readonly name: string
  /** Ticker of its own coin. */
  readonly ticker: string
  readonly providers: readonly [ProviderName, ...ProviderName[]]
  /** A transaction also pays for its place on Ethereum, which only its receipt states (OP stack). */
  readonly hasFeeOfLayerOne: boolean
  /** Validators pay what they earned, and their stakes, to addresses of it without a transaction. */
  readonly hasValidators: boolean
}

/**
 * Etherscan and Blockscout ask for a key, which not every operator has; Etherscan's free keys do not open BSC, Base, OP and Avalanche, and
 * are refused there. Blockscout's instance of a chain comes last: those of Base and OP have ended, the others follow.
 */
const PROVIDERS_OF: readonly (readonly [slug: string, ...providers: EvmChain['providers']])[] = [
  ['ethereum', 'etherscan', 'blockscout', 'routescan', 'blockscout-eth'],
  ['avalanche', 'routescan', 'etherscan'],
  ['bsc', 'routescan', 'etherscan'],
  ['polygon', 'etherscan', 'blockscout', 'blockscout-matic'],
  ['arbitrum', 'etherscan', 'blockscout', 'blockscout-arb'],
  ['base', 'blockscout', 'routescan', 'etherscan'],
  ['optimism', 'blockscout', 'routescan', 'etherscan'],
  ['blast', 'etherscan', 'blockscout', 'blockscout-blast'],
]

const OP_STACK: ReadonlySet<string> = new Set(['base', 'optimism', 'blast'])

export const evmChains: readonly EvmChain[] = [
  ...PROVIDERS_OF.flatMap(([slug, ...providers]) => {
    const known = explorerChains.find((chain) => chain.slug === slug)
    if (known === undefined) return []
    const { chainId, name, coins } = known
    return {
      slug,
      chainId,
      name,
      ticker: coins[0] ?? '',
      providers,
      hasFeeOfLayerOne: OP_STACK.has(slug),
      hasValidators: slug === 'ethereum',
    }
  }),
  {
    slug: 'ethereum-classic',
    chainId: 61,
    name: 'Ethereum Classic',
    ticker: 'ETC',
    providers: ['blockscout', 'blockscout-etc'],
    hasFeeOfLayerOne: false,
    hasValidators: false,
  },
  {
    slug: 'harmony',
    chainId: 1_666_600_000,
    name: 'Harmony',
    ticker: 'ONE',
    providers: ['blockscout-one'],
    hasFeeOfLayerOne: false,
    hasValidators: false,
  },
]
