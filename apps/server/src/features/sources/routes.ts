import { contract, type Source, type SourceCard } from '@lotbook/contract'
import {
  allSources,
  canBeAsked,
  chainsIn,
  explorerOf,
  explorersFor,
  exportSteps,
  filesReadOf,
  inOrder,
  isOffered,
  logoPath,
  paidExplorersFor,
  type ProviderName,
  searchSources,
  sourceBySlug,
  waysIn,
  type Source as CatalogueSource,
  WALLET_ADDRESS,
} from '@lotbook/sources'
import type { Config } from '../../platform/config.ts'
import { withoutSubject, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { addressIn, isAddressOrSecret } from './find-address.ts'
import { logoFiles } from './logo-files.ts'
import { ownExplorers, readSilence, type SilentSince } from './silent-providers.ts'

const os = routes(contract.sources)

const search = os.search.handler(({ input, context }) => foundFor(context, input))
const complianceSearch = os.complianceSearch.handler(({ input, context }) => foundFor(context, input))

async function foundFor(context: RequestContext, input: { q: string; order: 'rank' | 'name' }) {
  await context.limit('search')
  const term = input.q.trim()
  const order = input.order === 'name' ? 'alphabetical' : 'popular'
  const found =
    term === '' ? allSources().filter(isOffered).toSorted(inOrder(order)) : searchSources(term, order)
  return { data: found.map((source) => cardOf(source, context.config)) }
}

const searched = os.searched.handler(async ({ input, context }) => {
  await context.limit('search')
  // The search term is stored without the person who searched (O-40); what names a person, or is a secret, is not.
  if (isAddressOrSecret(input.q)) return { status: 'success' as const }
  await withoutSubject(context.db, (tx) =>
    tx.run(
      sql`insert into searches (id, at, term) values (${newId()}, ${context.now}, ${input.q.toLowerCase()})`,
    ),
  )
  return { status: 'success' as const }
})

const findAddress = os.findAddress.handler(async ({ input, context }) => {
  await context.limit('search')
  const { chains, ...found } = addressIn(input.text)
  return {
    data: {
      ...found,
      chains: chains.map(({ source, explorerUrl }) => ({
        ...cardOf(source, context.config),
        explorer_url: explorerUrl,
      })),
    },
  }
})

/** How many names of a kind the first page shows. */
const BEST_KNOWN = 18

const offered = os.offered.handler(({ context }) => {
  const all = allSources()
    .filter((source) => isOffered(source) && source.status !== 'closed' && source.slug !== WALLET_ADDRESS)
    .toSorted(inOrder('popular'))
  return {
    data: (['exchange', 'wallet', 'blockchain'] as const).map((kind) => {
      const ofKind = all.filter((source) => source.kind === kind)
      const best = ofKind.slice(0, BEST_KNOWN)
      return {
        kind,
        total: ofKind.length,
        best_known: best.map((source) => {
          const { slug, name, image_url, csv, api, oauth, address } = cardOf(source, context.config)
          return { slug, name, image_url, csv, live: api || oauth || address }
        }),
      }
    }),
  }
})

const bySlug = os.bySlug.handler(({ input, context }) => sourceOf(input.id, context))
const complianceBySlug = os.complianceBySlug.handler(({ input, context }) => sourceOf(input.id, context))

const bySource = os.bySource.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const account = await tx.maybe<{ source_slug: string }>(sql`
      select a.source_slug from connections c join accounts a on a.user_id = c.user_id and a.id = c.account_id
      where c.user_id = ${userId} and c.id = ${input.uuid} and c.deleted_at is null`)
    return account === undefined ? refuse('not_found') : sourceOf(account.source_slug, context)
  }),
)

async function sourceOf(slug: string, { config, db, who, outbound, now }: RequestContext) {
  const source = sourceBySlug(slug)
  if (source === undefined) return refuse('not_found')
  const isOpen = (provider: ProviderName) => outbound.isOpen(provider)
  const own = await ownExplorers(db, who)
  const isOpenToThem = (provider: ProviderName) => own.has(explorerOf(provider)) || isOpen(provider)
  const silentSince = await readSilence(db, { isOpen: isOpenToThem }, now)
  return { data: wireOf(source, config, { silentSince, isOpen }) }
}

const list = os.list.handler(({ context }) => ({
  data: allSources().map((source) => cardOf(source, context.config)),
}))

/** How the providers of sources stand. */
interface Standing {
  readonly silentSince: SilentSince
  /** Whether a provider can be asked without a key of the customer's own. */
  readonly isOpen: (provider: ProviderName) => boolean
}

function wireOf(source: CatalogueSource, config: Config, { silentSince, isOpen }: Standing): Source {
  return {
    id: source.slug,
    value: source.slug,
    slug: source.slug,
    name: source.name,
    image_url: logoPath('sources', source.slug),
    ...methodsOffered(source, config),
    pass_phrase: source.pass_phrase,
    default_coin: source.default_coin,
    tags: [...source.tags],
    rank: source.rank,
    kind: source.kind,
    is_closed: source.status === 'closed',
    api_support: {
      supported: [...source.api_support.supported],
      unsupported: [...source.api_support.unsupported],
    },
    api_history_limit: source.api_history_limit,
    warnings: [...source.warnings],
    files_read: [...filesReadOf(source.slug)],
    fix_notice: source.fix_notice,
    api_form: source.api_form === null ? null : { ...source.api_form },
    chains: chainsIn(source).map(({ slug, name, default_coin }) => ({
      slug,
      name,
      default_coin,
      silent_since: silentSince(slug, 'wallet'),
      explorers: [...explorersFor(slug)],
      paid_explorers: [...paidExplorersFor(slug)],
      needs_own_key: explorersFor(slug).length > 0 && !canBeAsked(slug, isOpen),
    })),
    silent_since: silentSince(source.slug, 'api'),
    help: {
      oauth: [...(source.help.oauth ?? [])],
      api: [...(source.help.api ?? [])],
      csv: [...exportSteps(source)],
      address: [...(source.help.address ?? [])],
    },
  }
}

/** Ways in: those that there is a reader or a connector for; a sign-in at the provider only where this installation is known there. */
function methodsOffered(
  source: CatalogueSource,
  { coinbase }: Config,
): Pick<Source, 'api' | 'csv' | 'oauth' | 'address'> {
  const ways = waysIn(source)
  return {
    api: ways.includes('api'),
    csv: filesReadOf(source.slug).length > 0,
    oauth: ways.includes('oauth') && coinbase !== undefined,
    address: ways.includes('wallet'),
  }
}

/** A card says nothing of how providers stand. */
const NOT_ASKED: Standing = { silentSince: () => null, isOpen: () => true }

function cardOf(source: CatalogueSource, config: Config): SourceCard {
  const { slug, name, image_url, kind, api, csv, oauth, address, is_closed, warnings } = wireOf(
    source,
    config,
    NOT_ASKED,
  )
  return {
    slug,
    name,
    image_url,
    kind,
    api,
    csv,
    oauth,
    address,
    is_closed,
    has_warning: warnings.length > 0,
  }
}

/** The catalogue of sources, searched and by slug. */
export const sourcesFeature: Feature = {
  files: logoFiles,
  routes: {
    sources: {
      search,
      complianceSearch,
      searched,
      findAddress,
      offered,
      bySlug,
      complianceBySlug,
      bySource,
      list,
    },
  },
}
