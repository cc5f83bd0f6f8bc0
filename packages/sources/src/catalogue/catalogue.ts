import { readFileSync } from 'node:fs'

/** One way history reaches an account. */
export type ImportMethod = 'oauth' | 'api' | 'wallet' | 'csv'

/** An exchange, wallet, chain or service that people bring history from (specification section 3). */
export interface Source {
  /** Id, value and slug of a source are its slug. */
  readonly slug: string
  readonly name: string
  readonly api: boolean
  readonly csv: boolean
  readonly oauth: boolean
  readonly address: boolean
  /** Whether its API asks for a passphrase besides key and secret. */
  readonly pass_phrase: boolean
  readonly default_coin: string | null
  readonly tags: readonly string[]
  /** 1 is the most popular. */
  readonly rank: number
  readonly kind: 'exchange' | 'wallet' | 'blockchain' | 'service'
  readonly status: 'active' | 'closed'
  readonly api_support: { readonly supported: readonly string[]; readonly unsupported: readonly string[] }
  /** Field of the API form and its label. */
  readonly api_form: Readonly<Record<string, string>> | null
  readonly ccxt_id: string | null
  readonly api_history_limit: string | null
  readonly warnings: readonly string[]
  /** Shown when a connection is to be fixed. */
  readonly fix_notice: string | null
  readonly help: Readonly<Partial<Record<'oauth' | 'api' | 'csv' | 'address', readonly string[]>>>
  readonly help_specific: boolean
}

/** The generic wallet: an address without a wallet's name. */
export const WALLET_ADDRESS = 'wallet-address'
export const CUSTOM_CSV = 'custom-csv'

let loaded: { readonly all: readonly Source[]; readonly bySlug: ReadonlyMap<string, Source> } | undefined

function catalogue() {
  if (loaded === undefined) {
    const text = readFileSync(new URL('catalogue.data.json', import.meta.url), 'utf8')
    const all = (JSON.parse(text) as { sources: Source[] }).sources.toSorted((a, b) => a.rank - b.rank)
    loaded = { all, bySlug: new Map(all.map((source) => [source.slug, source])) }
  }
  return loaded
}

/** Every source, most popular first. */
export function allSources(): readonly Source[] {
  return catalogue().all
}

export function sourceBySlug(slug: string): Source | undefined {
  return catalogue().bySlug.get(slug)
}

/**
 * How history can come from a source, in the order the screen offers it. A closed source has files, and
 * addresses, whatever its API once could: old tax years still need them.
 */
export function importMethods(source: Source): readonly ImportMethod[] {
  const isOpen = source.status === 'active'
  const methods: [ImportMethod, boolean][] = [
    ['oauth', source.oauth && isOpen],
    ['api', source.api && isOpen],
    ['wallet', source.address],
    ['csv', source.csv],
  ]
  return methods.flatMap(([method, has]) => (has ? [method] : []))
}

/** Whether a source is offered to add: chains that are inactive or have no connector yet are not. */
export function isOffered(source: Source): boolean {
  return !source.tags.includes('inactive') && !source.tags.includes('beyond-spec')
}
