import { readFileSync } from 'node:fs'
import type { CatalogueFile, StoredSource } from './data-schemas.ts'
import { historyLimitWords } from './history-limits.ts'

/** An exchange, wallet, chain or service that people bring history from (specification section 3). */
export type Source = Omit<StoredSource, 'image_url' | 'note' | 'sources'> & {
  /** How far back its API goes; null where nothing limits it. */
  readonly api_history_limit: string | null
}

/** The generic wallet: an address without a wallet's name. */
export const WALLET_ADDRESS = 'wallet-address'
export const CUSTOM_CSV = 'custom-csv'

let loaded: { readonly all: readonly Source[]; readonly bySlug: ReadonlyMap<string, Source> } | undefined

function catalogue() {
  if (loaded === undefined) {
    const text = readFileSync(new URL('catalogue.data.json', import.meta.url), 'utf8')
    const all = (JSON.parse(text) as CatalogueFile).sources
      .map(withHistoryLimit)
      .toSorted((a, b) => a.rank - b.rank)
    loaded = { all, bySlug: new Map(all.map((source) => [source.slug, source])) }
  }
  return loaded
}

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
