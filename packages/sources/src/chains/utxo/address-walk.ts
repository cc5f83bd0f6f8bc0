import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import { ProviderDown } from '../../connecting/ask.ts'
import {
  type AddressAccess,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { exactJsonOf, type JsonObject } from '../../exchanges/json-answer.ts'
import type { Finding, StatedBalance } from '../../reading/outcome.ts'
import { unreadablePage } from '../chain-answer.ts'
import type { AddressApi } from './address-api.ts'
import { addressesOf, type AddressSeries, GAP_LIMIT } from './address-series.ts'
import { type AddressServer, isOperators, type KnownOutputChain } from './output-chains.ts'
import { amountOf, type OutputTransaction } from './output-transaction.ts'

const ADDRESS = 'address'
const TRANSACTIONS = 'transactions'
const PART = 'part'

/** Where a walk is: at an address of a branch, behind a transaction of it. */
interface Walk {
  /** The server of the chain that is asked. */
  readonly server: ProviderName
  /** Older transactions are known; null where none are. */
  readonly since: Instant | null
  /** The moment it began, from which the next one goes on. */
  readonly end: Instant
  readonly branch: number
  readonly index: number
  /** Whether any address of the branch was used. */
  readonly used: boolean
  /** Addresses in a row that were never used. */
  readonly gap: number
  /** The cursor that the next page begins behind; empty for the first page, null before the address itself was asked about. */
  readonly last: string | null
  /** Transactions of the address that did not come yet, by its count. */
  readonly left: number
  /** Parts of transactions that are asked for before the list goes on. */
  readonly rest: readonly string[]
}

/**
 * Walks through the addresses of an account by servers that are asked address by address: of each what it holds, and its confirmed
 * transactions. A walk stays with the server that answered its first question.
 */
export async function* walkAddresses(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  from: Position | null,
): AsyncIterable<FetchedPage> {
  const series = addressesOf(visit.access, chain.addresses)
  let step: Step
  const going = walkFrom(chain, from)
  if (going === undefined) step = await firstStep(visit, chain, series, from)
  else step = await nextStep(visit, chain, series, going)
  for (;;) {
    const { walk, end, ...page } = step
    yield { ...page, next: { ...(walk ?? { until: end }) } }
    if (walk === undefined) return
    step = await nextStep(visit, chain, series, walk)
  }
}

/** A page, and the walk behind it; undefined where it was the last one. */
interface Step extends Omit<FetchedPage, 'next'> {
  readonly walk: Walk | undefined
  readonly end: Instant
}

async function nextStep(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  series: AddressSeries,
  walk: Walk,
): Promise<Step> {
  const { branch, index, last, end, since } = walk
  const { api, provider } = serverAt(chain, walk.server)
  const asked = { visit, provider, address: series.addressAt(branch, index) ?? '' }
  // The place tells no address: those of an extended key belong together only for who has the key.
  const at = `${branch}/${index}@${end}`
  const [part, ...others] = walk.rest
  if (part !== undefined && api.rest !== undefined) {
    const { text, rest } = await api.rest(asked, part)
    const next = { ...walk, rest: [...rest, ...others] }
    const isDone = next.rest.length === 0 && next.last === AT_END
    return {
      stream: PART + api.suffix,
      place: `${at}+${part}`,
      text,
      entries: 1,
      end,
      walk: isDone ? nextAddress(series, next, true) : next,
    }
  }
  if (last === null) return behindFacts(series, walk, api, await api.facts(asked))
  const { text, entries, oldest, next, rest = [] } = await api.list(asked, { last, left: walk.left })
  const isLast = next === undefined || oldest < (since ?? 0)
  const behind = isLast ? { ...walk, last: AT_END, rest } : { ...walk, ...next, rest }
  return {
    stream: TRANSACTIONS + api.suffix,
    place: `${at}+${last}`,
    text,
    entries,
    end,
    walk: isLast && rest.length === 0 ? nextAddress(series, walk, true) : behind,
  }
}

/** Cursor of a list that has come to its end, while parts of its transactions are asked for. */
const AT_END = 'end'

function serverAt({ servers, exchange }: KnownOutputChain, name: ProviderName): AddressServer {
  const found = servers.find(({ provider }) => provider === name)
  if (found === undefined) throw new ProviderFailed(`No server of ${exchange} can be asked.`)
  return found
}

/** Kinds of servers that earlier versions knew, in whose positions a server is its number among them. */
const EARLIER_KINDS: ReadonlySet<string> = new Set(['', ':cypher'])

/** A walk that was broken off; undefined where a new one begins. */
function walkFrom({ servers }: KnownOutputChain, from: Position | null): Walk | undefined {
  if (from === null || !('last' in from)) return undefined
  const { server = 0, ...rest } = from
  const earlier = servers.filter(({ api }) => EARLIER_KINDS.has(api.suffix))
  const named = typeof server === 'number' ? (earlier[server] ?? earlier[0])?.provider : server
  return { rest: [], ...(rest as unknown as Omit<Walk, 'server' | 'rest'>), server: named as ProviderName }
}

/** The first page of a new walk, by the first server that answers. */
async function firstStep(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  series: AddressSeries,
  from: Position | null,
): Promise<Step> {
  const until = from?.['until']
  const since = typeof until === 'number' ? until - OVERLAP_MS : null
  const end = visit.now()
  const address = series.addressAt(0, 0) ?? ''
  const [{ facts, server }, { api }] = await firstAnswer(visit, chain, async ({ api, provider }) => ({
    facts: await api.facts({ visit, provider, address }),
    server: provider,
  }))
  const start = { branch: 0, index: 0, used: false, gap: 0, last: null, left: 0, rest: [] }
  return behindFacts(series, { server, since, end, ...start }, api, facts)
}

/** The page of what an address holds, and the walk at its transactions, or at the next address where it has none. */
function behindFacts(
  series: AddressSeries,
  walk: Walk,
  { suffix }: AddressApi,
  { text, transactions }: Awaited<ReturnType<AddressApi['facts']>>,
): Step {
  const { branch, index, end } = walk
  const isUsed = transactions > 0
  const next = isUsed ? { ...walk, last: '', left: transactions } : nextAddress(series, walk, false)
  const place = `${branch}/${index}@${end}`
  return { stream: ADDRESS + suffix, place, text, entries: isUsed ? 1 : 0, end, walk: next }
}

/**
 * The answer of the first server of a chain that gives one, and that server.
 *
 * @throws what the last one threw
 */
export async function firstAnswer<Answer>(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  ask: (server: AddressServer) => Promise<Answer>,
): Promise<readonly [answer: Answer, server: AddressServer]> {
  const open = openServers(visit, chain)
  for (const [at, server] of open.entries()) {
    try {
      return [await ask(server), server]
    } catch (error) {
      const isLast = at === open.length - 1
      if (isLast || !(error instanceof ProviderDown || error instanceof ProviderFailed)) throw error
    }
  }
  throw new ProviderFailed(`No server of ${chain.exchange} can be asked.`)
}

/** The servers that can be asked address by address. */
export const openServers = (visit: Visit<AddressAccess>, { servers }: KnownOutputChain) =>
  servers.filter((server) => visit.isOpen?.(server.provider) ?? !isOperators(server))

/** The walk at the next address; undefined where none is left. */
function nextAddress(series: AddressSeries, walk: Walk, wasUsed: boolean): Walk | undefined {
  const used = walk.used || wasUsed
  const gap = wasUsed ? 0 : walk.gap + 1
  const index = walk.index + 1
  const fresh = { last: null, left: 0, rest: [] }
  if (gap < GAP_LIMIT && series.addressAt(walk.branch, index) !== undefined)
    return { ...walk, ...fresh, index, used, gap }
  // Where nothing was received, there is no change.
  const branch = walk.branch + (used || walk.branch % 2 === 1 ? 1 : 2)
  if (branch >= series.branches) return undefined
  return { ...walk, ...fresh, branch, index: 0, used: false, gap: 0 }
}

/** A kept page of such a walk, and the kind of server that it came from. */
export interface AddressPage extends StoredPage {
  readonly json: unknown
  readonly kind: typeof ADDRESS | typeof TRANSACTIONS | typeof PART
  readonly api: AddressApi
}

/** The page of such a walk that a kept page is; undefined for one of another kind. */
export function addressPageOf(page: StoredPage, { servers }: KnownOutputChain): AddressPage | undefined {
  for (const kind of [ADDRESS, TRANSACTIONS, PART] as const) {
    const api = servers.map((server) => server.api).find(({ suffix }) => page.stream === kind + suffix)
    if (api !== undefined) return { ...page, json: exactJsonOf(page.text), kind, api }
  }
  return undefined
}

/** Transactions of pages, and those pages that are none. */
export function addressTransactions(pages: readonly AddressPage[]): {
  readonly transactions: readonly OutputTransaction[]
  readonly refused: readonly Finding[]
} {
  // A part that two walks asked for is one part.
  const known = new Set<string>()
  const parts = new Map<string, JsonObject[]>()
  for (const { kind, place, json, api } of pages) {
    const part = place.slice(place.indexOf('+'))
    if (kind === ADDRESS || (kind === PART && known.has(part))) continue
    if (kind === PART) known.add(part)
    for (const [hash, one] of api.partsIn?.(json) ?? []) parts.set(hash, [...(parts.get(hash) ?? []), one])
  }
  const listed = pages
    .filter(({ kind }) => kind === TRANSACTIONS)
    .map(({ place, json, api }) => ({ place, read: api.transactions(json, place, parts) }))
  const refused = listed.filter(({ read }) => read === undefined).map(({ place }) => unreadablePage(place))
  return { transactions: listed.flatMap(({ read }) => read ?? []), refused }
}

/** Where an address stands in its series. */
const spotOf = (place: string) => place.slice(0, place.indexOf('@'))

/** The addresses that were asked about. */
export function addressesAsked(
  pages: readonly AddressPage[],
  access: AddressAccess | null,
  chain: KnownOutputChain,
): string[] {
  if (access === null || pages.length === 0) return []
  const series = addressesOf(access, chain.addresses)
  const asked = new Map(pages.map(({ place, api }) => [`${spotOf(place)}${api.suffix}`, { place, api }]))
  return [...asked.values()].flatMap(({ place, api }) => {
    const [branch = 0, index = 0] = spotOf(place).split('/').map(Number)
    const address = series.addressAt(branch, index)
    return address === undefined ? [] : [address, api.named?.(address) ?? address]
  })
}

/** What all addresses hold together, each as it was stated last; the newest page comes first. */
export function addressBalance(
  latest: readonly AddressPage[],
  { ticker }: KnownOutputChain,
): StatedBalance[] {
  const pages = new Map<string, AddressPage>()
  for (const page of latest) {
    const spot = spotOf(page.place)
    if (page.kind === ADDRESS && !pages.has(spot)) pages.set(spot, page)
  }
  let units = 0n
  for (const { json, api } of pages.values()) {
    const held = api.held(json)
    if (held === undefined) return []
    units += held
  }
  const at = Math.max(...[...pages.values()].map(({ fetchedAt }) => fetchedAt))
  if (pages.size === 0 || units < 0n) return []
  return [{ asset: ticker, part: '', at, quantity: formatDecimal(amountOf(units).value) }]
}
