import { readFileSync } from 'node:fs'
import { historyLimitWords } from './history-limits.ts'

/** An exchange, wallet, chain or service that people bring history from (specification section 3). */
export interface Source {
  /** Id, value and slug of a source are its slug. */
  readonly slug: string
  readonly name: string
  readonly api: boolean
  /** Whether it hands out its history as a file; whether such a file can be read is told by `filesReadOf`. */
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
    const all = (JSON.parse(text) as { sources: StoredSource[] }).sources
      .map(withHistoryLimit)
      .toSorted((a, b) => a.rank - b.rank)
    loaded = { all, bySlug: new Map(all.map((source) => [source.slug, source])) }
  }
  return loaded
}

type StoredSource = Omit<Source, 'api_history_limit'>

/** How far back an API goes is held once, for the walk and the screens alike. */
function withHistoryLimit(source: StoredSource): Source {
  const { words, warnings } = historyLimitWords(source.slug)
  return { ...source, api_history_limit: words, warnings: [...warnings, ...source.warnings] }
}

/** Every source, most popular first. */
export function allSources(): readonly Source[] {
  return catalogue().all
}

export function sourceBySlug(slug: string): Source | undefined {
  return catalogue().bySlug.get(slug)
}

/** The chain that an address format names by a ticker or by the slug itself; the best known of those with one coin. */
export function chainNamed(ticker: string): Source | undefined {
  const name = ticker.toLowerCase()
  const chains = allSources().filter(({ kind }) => kind === 'blockchain')
  return chains.find(({ slug }) => slug === name) ?? chains.find(({ default_coin }) => default_coin === name)
}

/** Whether a source is offered to add: chains that are inactive or have no connector yet are not. */
export function isOffered(source: Source): boolean {
  return !source.tags.includes('inactive') && !source.tags.includes('beyond-spec')
}
