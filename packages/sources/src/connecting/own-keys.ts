import type { ProviderName } from './providers.ts'

/** An explorer, or a service that answers for one chain, that a customer may ask with a key of their own. */
export interface Explorer {
  readonly name: string
  /** Providers of the list that one of its keys opens. */
  readonly providers: readonly ProviderName[]
  /** Page where a person makes a free key. */
  readonly keyPage: string
  /** Slugs of chains that a free key does not open. */
  readonly paidChains: readonly string[]
}

/**
 * Explorers that hand out keys to anybody, free. The pages are those that their documentation names
 * (https://docs.etherscan.io/getting-an-api-key, https://docs.blockscout.com/rate-limits, https://support.subscan.io, https://www.helius.dev/docs/billing/rate-limits), and Etherscan's
 * paid chains those of https://docs.etherscan.io/supported-chains.
 */
export const EXPLORERS = {
  etherscan: {
    name: 'Etherscan',
    providers: ['etherscan'],
    keyPage: 'https://etherscan.io/apidashboard',
    paidChains: ['avalanche', 'base', 'bsc', 'optimism'],
  },
  blockscout: {
    name: 'Blockscout',
    providers: ['blockscout'],
    keyPage: 'https://dev.blockscout.com',
    paidChains: [],
  },
  subscan: {
    name: 'Subscan',
    providers: ['subscan', 'subscan-hub'],
    keyPage: 'https://pro.subscan.io',
    paidChains: [],
  },
  helius: {
    name: 'Helius',
    providers: ['solana'],
    keyPage: 'https://dashboard.helius.dev',
    paidChains: [],
  },
} as const satisfies Readonly<Record<string, Explorer>>

export type ExplorerName = keyof typeof EXPLORERS
export const isExplorerName = (name: string): name is ExplorerName => Object.hasOwn(EXPLORERS, name)

/** The explorer whose keys open a provider; undefined for one that takes no key of a customer's. */
export function explorerOf(provider: ProviderName): ExplorerName | undefined {
  return (Object.keys(EXPLORERS) as ExplorerName[]).find((name) =>
    (EXPLORERS[name].providers as readonly ProviderName[]).includes(provider),
  )
}

/** An explorer does not accept the key that the customer gave for it. The message holds nothing of the key. */
export class OwnKeyRefused extends Error {
  override readonly name = 'OwnKeyRefused'
  readonly explorer: ExplorerName

  constructor(explorer: ExplorerName) {
    super(`${EXPLORERS[explorer].name} does not accept this key.`)
    this.explorer = explorer
  }
}

/**
 * Refuses an answer that says that the customer's own key is no key: status 401 or 403, unless a page for people stands in front of the
 * provider, and words with status 200, as Etherscan has them. Where the operator's key was sent, it is no fault of the customer's.
 *
 * @throws OwnKeyRefused
 */
export function refuseOwnKey(
  visit: { readonly isOwn?: (provider: ProviderName) => boolean },
  provider: ProviderName,
  { status, text }: { readonly status: number; readonly text: string },
): void {
  const explorer = explorerOf(provider)
  if (explorer === undefined || visit.isOwn?.(provider) !== true) return
  if (status === 401 || (status === 403 && !/^\s*</.test(text)) || saysNoKey(text))
    throw new OwnKeyRefused(explorer)
}

/** Such an answer is short: a longer one is not looked through. */
const LONGEST = 1_000

/** Rows are not looked at: anybody may call a token so. */
function saysNoKey(text: string): boolean {
  if (text.length > LONGEST || !/api[ -]?key/i.test(text)) return false
  const { message, result } = objectIn(text)
  const words = [message, result].filter((one) => typeof one === 'string').join(' ')
  // Who asked too often with a wrong key is told to wait: that says nothing of this one.
  return /invalid api[ -]?key|api[ -]?key (?:is )?invalid/i.test(words) && !/too many/i.test(words)
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? { ...json } : {}
  } catch {
    return {}
  }
}
