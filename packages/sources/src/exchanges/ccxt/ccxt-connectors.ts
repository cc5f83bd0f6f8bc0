import type { Instant } from '@lotbook/journal'
import { type FetchedPage, type KeyConnector, OVERLAP_MS, type Position } from '../../connecting/connector.ts'
import { type WindowAnswer, type WindowedList, windowWalk } from '../../connecting/window-walk.ts'
import { cellsOf, isObject, type JsonObject, textIn } from '../json-answer.ts'
import { CcxtClient } from './ccxt-client.ts'
import { CCXT_EXCHANGES, type CcxtExchange, type ExchangeList, type Rest } from './exchange-table.ts'
import { entriesOf, namedEntries, readCcxtPages } from './read-entries.ts'

const DAY = 86_400_000

/** Connectors by key of the exchanges that are reached by way of ccxt. */
export const ccxtConnectors: readonly KeyConnector[] = CCXT_EXCHANGES.map(connectorOf)

function connectorOf(of: CcxtExchange): KeyConnector {
  return {
    slug: of.slug,
    method: 'api',
    exchange: of.name,
    family: `${of.slug}-api`,

    async check(visit) {
      await (await CcxtClient.open(of, visit)).check()
      return { canTrade: null, canWithdraw: null }
    },

    async *fetch(visit, from) {
      const client = await CcxtClient.open(of, visit)
      const walk = { of, client, now: visit.now() }
      let state = stateFrom(from)
      const isWindowed = ({ windowMs, perMarket }: ExchangeList) => windowMs !== null && perMarket !== true
      for await (const page of windowPages(walk, of.lists.filter(isWindowed), null, state.windows)) {
        state = { ...state, windows: page.next, coins: withCoins(state.coins, page.text) }
        yield { ...page, next: { ...state } }
      }
      for (const list of of.lists.filter(({ perMarket }) => perMarket === true))
        for await (const page of marketPages(walk, list, state)) {
          state = page.next
          yield { ...page, next: { ...state } }
        }
      for (const list of of.lists.filter(({ windowMs }) => windowMs === null))
        for await (const page of idPages(list, client, state.ids)) {
          state = { ...state, ids: page.next }
          yield { ...page, next: { ...state } }
        }
    },

    read: (pages) => readCcxtPages(of, pages),

    entry(page, remoteId) {
      const found = namedEntries(page)?.find(([name]) => name === remoteId)?.[1]
      // As the exchange sent it, where it is a set of fields.
      const info = found?.['info']
      return found === undefined ? [] : cellsOf(isObject(info) ? info : found)
    },
  }
}

/** Where a walk stands: the lists by windows, those of each market, and those by ids. */
interface State extends Position {
  readonly windows: Position | null
  /** By market, those that are done in this walk among them. */
  readonly markets: Readonly<Record<string, Position>>
  readonly coins: readonly string[]
  readonly ids: IdState
}

/** The market at hand, and the last id of each. */
interface IdState {
  readonly at: string | null
  readonly last: Readonly<Record<string, string>>
}

function stateFrom(from: Position | null): State {
  const { windows, markets, coins, ids } = (from ?? {}) as Partial<State>
  return {
    windows: windows ?? null,
    markets: markets ?? {},
    coins: coins ?? [],
    ids: ids ?? { at: null, last: {} },
  }
}

interface Walking {
  readonly of: CcxtExchange
  readonly client: CcxtClient
  readonly now: Instant
}

/** Lists by windows of time; of one market where it is given. */
async function* windowPages(
  { of, client, now }: Walking,
  asked: readonly ExchangeList[],
  symbol: string | null,
  from: Position | null,
): AsyncIterable<FetchedPage> {
  const byName = new Map(asked.map((list) => [list.name ?? list.kind, list]))
  const lists = [...byName].map(([name, list]): WindowedList => ({
    name,
    windowMs: (list.windowMs ?? DAY) - 2 * EDGE_MS,
    earliest: earliestOf(of, list, now),
    overlapMs: list.kind === 'trades' ? OVERLAP_MS : LATE_MS,
  }))
  const ask = async ({ name }: WindowedList, start: number, end: number, more: string | null) => {
    const list = byName.get(name)
    if (list === undefined) throw new Error(`no list ${name}`)
    const since = Math.max(start - EDGE_MS, earliestOf(of, list, now))
    const until = Math.min(end + EDGE_MS, now)
    const page = more === null ? {} : { [list.rest?.param ?? '']: more }
    const { entries, rawCount } = await client.list(list.call, [
      symbol ?? undefined,
      since,
      list.limit,
      { ...list.params, [list.until]: until, ...page },
    ])
    return {
      text: JSON.stringify(entries),
      entries: entries.length,
      isFull: rawCount >= list.limit,
      more: list.rest === undefined ? null : restOf(list, list.rest, entries, rawCount, more),
    } satisfies WindowAnswer
  }
  for await (const page of windowWalk(lists, ask, { from, now }))
    yield {
      stream: byName.get(page.list)?.kind ?? page.list,
      place: `${symbol ?? page.list} ${page.from}-${page.to}${page.part === 0 ? '' : ` ${page.part + 1}`}`,
      text: page.text,
      entries: page.entries,
      next: page.next,
    }
}

/**
 * Some exchanges leave out the ends of a window, and some know times to the second: each window is asked for with a second more on either
 * side. What comes twice is read once.
 */
const EDGE_MS = 1000
/** A deposit or withdrawal can be under way for days. */
const LATE_MS = 14 * DAY

const earliestOf = ({ opened }: CcxtExchange, { daysBack }: ExchangeList, now: Instant): Instant =>
  Math.max(Date.parse(opened), daysBack === undefined ? 0 : now - daysBack * DAY)

/** How the rest of a window is asked for; null where there is none. */
function restOf(
  { limit }: ExchangeList,
  rest: Rest,
  entries: readonly JsonObject[],
  rawCount: number,
  before: string | null,
): string | null {
  const values = entries.map(({ info }) => (isObject(info) && rest.field ? textIn(info, rest.field) : ''))
  if (rest.by === 'cursor') return values.find((value) => value !== '') ?? null
  if (rawCount < limit) return null
  switch (rest.by) {
    case 'page':
      return String(Number(before ?? 1) + 1)
    case 'offset':
      return String(Number(before ?? 0) + limit)
    case 'lowest-id': {
      const ids = values.filter((value) => value !== '').map(BigInt)
      return ids.length === 0 ? null : String(ids.reduce((low, id) => (id < low ? id : low)))
    }
  }
}

type MarketPage = Omit<FetchedPage, 'next'> & { readonly next: State }

/**
 * A list that has to be asked for market by market: of each between two coins that the account has, or that anything moved in. What a
 * market brings may name another coin, so it goes on until no market is left.
 */
async function* marketPages(walk: Walking, list: ExchangeList, from: State): AsyncIterable<MarketPage> {
  let state = from
  const all = await walk.client.symbols()
  const held = await walk.client.held()
  const isDone = (market: string) => {
    const until = (state.markets[market]?.['done'] as Record<string, Instant> | undefined)?.[list.kind]
    return until !== undefined && until > walk.now - SAME_WALK_MS
  }
  for (;;) {
    const coins = new Set([...held, ...state.coins])
    const market = all.find((one) => one.split('/').every((coin) => coins.has(coin)) && !isDone(one))
    if (market === undefined) return
    for await (const page of windowPages(walk, [list], market, state.markets[market] ?? null)) {
      const markets = { ...state.markets, [market]: page.next }
      state = { ...state, markets, coins: withCoins(state.coins, page.text) }
      yield { ...page, next: state }
    }
  }
}

/** A market that was walked through less than this before belongs to the same walk, which was broken off. */
const SAME_WALK_MS = 60_000

/** The coins known, and those that a page names. */
function withCoins(known: readonly string[], text: string): readonly string[] {
  const all = new Set(known)
  for (const { symbol, currency, fee } of entriesOf(text) ?? []) {
    if (typeof symbol === 'string') for (const coin of symbol.split('/')) all.add(coin)
    if (typeof currency === 'string') all.add(currency)
    if (isObject(fee) && typeof fee['currency'] === 'string') all.add(fee['currency'])
  }
  return [...all].toSorted()
}

type IdPage = Omit<FetchedPage, 'next'> & { readonly next: IdState }

/** Every market by its ids: none has to be guessed from what the customer holds. */
async function* idPages(list: ExchangeList, client: CcxtClient, from: IdState): AsyncIterable<IdPage> {
  let { last } = from
  for (const symbol of await client.symbols()) {
    if (from.at !== null && symbol < from.at) continue
    for (;;) {
      const before = last[symbol]
      const fromId = before === undefined ? '0' : String(BigInt(before) + 1n)
      const parameters = { ...list.params, fromId }
      const { entries, rawCount } = await client.list(list.call, [symbol, undefined, list.limit, parameters])
      const newest = entries.map(idOf).reduce((most, id) => (id > most ? id : most), BigInt(before ?? -1))
      if (entries.length > 0) last = { ...last, [symbol]: String(newest) }
      const isMore = rawCount >= list.limit && entries.length > 0
      yield {
        stream: list.kind,
        place: `${symbol} ${fromId}`,
        text: JSON.stringify(entries),
        entries: entries.length,
        next: { at: symbol, last },
      }
      if (!isMore) break
    }
  }
  yield { stream: list.kind, place: 'end', text: '[]', entries: 0, next: { at: null, last } }
}

const idOf = ({ id }: JsonObject): bigint => BigInt(typeof id === 'string' ? id : -1)
