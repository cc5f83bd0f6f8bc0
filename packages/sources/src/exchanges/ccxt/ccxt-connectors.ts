import type { Instant } from '@lotbook/journal'
import { type FetchedPage, type KeyConnector, OVERLAP_MS, type Position } from '../../connecting/connector.ts'
import { type WindowAnswer, type WindowedList, windowWalk } from '../../connecting/window-walk.ts'
import { cellsOf, isObject, type JsonObject } from '../json-answer.ts'
import { CcxtClient } from './ccxt-client.ts'
import { CCXT_EXCHANGES, type CcxtExchange, type ExchangeList } from './exchange-table.ts'
import { entriesOf, nameOf, readCcxtPages } from './read-entries.ts'

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

    entry({ stream, text }, remoteId) {
      const found = entriesOf(text)?.find((entry) => nameOf(stream, entry) === remoteId)
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
  const byName = new Map(asked.map((list) => [list.kind, list]))
  const lists = [...byName.values()].map((list): WindowedList => ({
    name: list.kind,
    windowMs: list.windowMs ?? DAY,
    earliest: Math.max(Date.parse(of.opened), list.daysBack === undefined ? 0 : now - list.daysBack * DAY),
  }))
  const ask = async ({ name }: WindowedList, start: number, end: number): Promise<WindowAnswer> => {
    const list = byName.get(name as ExchangeList['kind'])
    if (list === undefined) throw new Error(`no list ${name}`)
    const parameters = { ...list.params, [list.until]: end }
    const { entries, rawCount } = await client.list(list.call, [
      symbol ?? undefined,
      start,
      list.limit,
      parameters,
    ])
    return { text: JSON.stringify(entries), entries: entries.length, isFull: rawCount >= list.limit }
  }
  for await (const page of windowWalk(lists, ask, { from, now, overlapMs: OVERLAP_MS }))
    yield {
      stream: page.list,
      place: `${symbol ?? page.list} ${page.from}-${page.to}`,
      text: page.text,
      entries: page.entries,
      next: page.next,
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
