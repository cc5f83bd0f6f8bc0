import type { Instant } from '@lotbook/journal'
import {
  AccessRefused,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
} from '../../connecting/connector.ts'
import { unwatched } from '../../connecting/field-reads.ts'
import { type WindowAnswer, type WindowedList, windowWalk } from '../../connecting/window-walk.ts'
import { isObject, type JsonObject, textIn } from '../json-answer.ts'
import { type CcxtAnswer, type CcxtClient, RequestRefused } from './ccxt-client.ts'
import type { CcxtExchange, ExchangeList, Rest } from './exchange-list.ts'
import { entriesOf, refusalOf } from './read-entries.ts'

const DAY = 86_400_000

/** Where a walk stands: the lists by windows, those of each market, and those that are asked for from a place on. */
export interface State extends Position {
  /** When the walk began. */
  readonly began: Instant
  readonly windows: Position | null
  /** By market, those that are done in this walk among them. */
  readonly markets: Readonly<Record<string, Position>>
  readonly coins: readonly string[]
  readonly every: EveryState
  readonly forward: ForwardState
}

/** The market or list at hand, and the last id or moment of each. */
interface ForwardState {
  readonly at: string | null
  readonly last: Readonly<Record<string, string>>
}

/** The market at hand and where its walk stands, and until when all of them were read. */
interface EveryState {
  readonly at: string | null
  readonly position: Position | null
  readonly since: Instant | null
}

export function stateFrom(from: Position | null, now: Instant): State {
  const { began, windows, markets, coins, every, forward } = (from ?? {}) as Partial<State>
  return {
    began: began ?? now,
    windows: windows ?? null,
    markets: markets ?? {},
    coins: coins ?? [],
    every: every ?? { at: null, position: null, since: null },
    forward: forward ?? { at: null, last: {} },
  }
}

export interface Walking {
  readonly of: CcxtExchange
  readonly client: CcxtClient
  readonly now: Instant
}

/** Lists by windows of time; of one market where it is given. */
export async function* windowPages(
  { of, client, now }: Walking,
  asked: readonly ExchangeList[],
  symbol: string | null,
  from: Position | null,
): AsyncIterable<FetchedPage> {
  const byName = new Map(asked.map((list) => [list.name ?? list.kind, list]))
  const lists = [...byName].map(([name, list]): WindowedList => ({
    name,
    windowMs: list.windowMs - 2 * edgeOf(list),
    earliest: earliestOf(of, list, now),
    overlapMs: list.kind === 'trades' ? OVERLAP_MS : LATE_MS,
  }))
  const refused = new Set<ExchangeList>()
  const ask = async ({ name }: WindowedList, start: number, end: number, more: string | null) => {
    const list = byName.get(name)
    if (list === undefined) throw new Error(`no list ${name}`)
    if (refused.has(list)) return NOTHING
    const since = Math.max(start - edgeOf(list), earliestOf(of, list, now))
    const until = Math.min(end + edgeOf(list), now)
    const isNumber = list.rest?.by === 'offset' || list.rest?.by === 'page'
    const page = more === null ? {} : { [list.rest?.param ?? '']: isNumber ? Number(more) : more }
    const untilThen =
      list.until === ''
        ? {}
        : { [list.until]: list.isUntilInSeconds === true ? Math.ceil(until / 1000) : until }
    const parameters = { ...list.params, ...untilThen, ...page }
    const answer = await unlessRefused(list, end - start, () =>
      listed(client, list, [symbol ?? undefined, since, list.limit, parameters]),
    )
    if (answer === 'too-long') return { ...NOTHING, isFull: true }
    if (answer === 'refused') {
      refused.add(list)
      return { ...NOTHING, text: JSON.stringify([refusalOf(name)]), entries: 1 }
    }
    const { entries: all, rawCount } = answer
    const isInside = ({ timestamp }: JsonObject) => Number(timestamp) >= since && Number(timestamp) <= until
    const entries = list.isUntimed === true ? all.filter(isInside) : all
    return {
      text: unwatched(() => JSON.stringify(entries)),
      entries: entries.length,
      isFull: list.rest === undefined && mayBeFull(rawCount, list.limit, end - start),
      more: list.rest === undefined ? null : restOf(list, list.rest, answer, more),
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

const NOTHING: WindowAnswer = { text: '[]', entries: 0, isFull: false }

/** The answer of a list; or that its window was too long, or that the list is one of those that a key may be refused, and was. */
async function unlessRefused(
  { takesDays, isOptional }: ExchangeList,
  windowMs: number,
  ask: () => Promise<CcxtAnswer>,
): Promise<CcxtAnswer | 'too-long' | 'refused'> {
  try {
    return await ask()
  } catch (error) {
    const isLong = takesDays !== undefined && windowMs > takesDays * DAY
    if (isLong && error instanceof RequestRefused) return 'too-long'
    const isRefusal = error instanceof RequestRefused || error instanceof AccessRefused
    if (isOptional === true && isRefusal) return 'refused'
    throw error
  }
}

/**
 * Some exchanges leave out the ends of a window, and some know times to the second: each window is asked for with as much more on either
 * side. What comes twice is read once.
 */
const edgeOf = ({ isExact }: ExchangeList): number => (isExact === true ? 1 : 1000)
/** A deposit or withdrawal can be under way for days. */
const LATE_MS = 14 * DAY

const earliestOf = (
  of: CcxtExchange,
  { opened = of.opened, daysBack }: ExchangeList,
  now: Instant,
): Instant => Math.max(Date.parse(opened), daysBack === undefined ? 0 : now - daysBack * DAY)

/**
 * How the rest of a window is asked for; null where there is none. Without a cursor an empty answer is the last: an exchange may give fewer
 * at once than its documentation says.
 */
function restOf(
  { limit }: ExchangeList,
  rest: Rest,
  { entries, rawCount, raw }: CcxtAnswer,
  before: string | null,
): string | null {
  const values = entries.map(({ info }) => (isObject(info) && rest.field ? textIn(info, rest.field) : ''))
  switch (rest.by) {
    case 'cursor':
      return values.find((value) => value !== '') ?? null
    case 'page':
      return rawCount === 0 ? null : String(Number(before ?? 1) + 1)
    case 'offset':
      return rawCount === 0 ? null : String(Number(before ?? 0) + rawCount)
    case 'token':
      return rawCount === 0 ? null : textIn(raw, rest.field ?? '') || null
    case 'oldest': {
      if (entries.length === 0) return null
      // All of its millisecond come again: the exchange may know times better than ccxt.
      const oldest = entries.reduce((least, { timestamp }) => Math.min(least, Number(timestamp)), Infinity)
      const next = new Date(oldest + 1).toISOString()
      return next === before && rawCount < limit ? null : next
    }
    case 'lowest-id': {
      const ids = values.filter((value) => value !== '').map(BigInt)
      return ids.length === 0 ? null : String(ids.reduce((low, id) => (id < low ? id : low)))
    }
  }
}

/** Where ccxt does not unify a list, it is asked for under the names of the exchange. */
function listed(
  client: CcxtClient,
  list: ExchangeList,
  [symbol, since, limit, parameters]: readonly [string | undefined, Instant, number, JsonObject],
): Promise<CcxtAnswer> {
  const { rows } = list
  if (rows === undefined) return client.list(list.call, [symbol, since, limit, parameters])
  const { since: begins = 'startTime', size = 'limit' } = rows
  const most = size === '' ? {} : { [size]: limit }
  return client.listRows(list, rows, { [begins]: since, ...most, ...parameters })
}

/** Counts at which exchanges cut answers off. */
const ROUND: readonly number[] = [10, 20, 25, 50, 100, 200, 250, 500, 1000]
const MINUTE = 60_000

/** Whether an answer may have been cut off: at the limit, or at a count that is one by chance only. */
const mayBeFull = (rawCount: number, limit: number, windowMs: number): boolean =>
  rawCount >= limit || (windowMs > MINUTE && ROUND.includes(rawCount))

type MarketPage = Omit<FetchedPage, 'next'> & { readonly next: State }

/**
 * A list that has to be asked for market by market: of each between two coins that the account has, or that anything moved in. What a
 * market brings may name another coin, so it goes on until no market is left.
 */
export async function* ownMarketPages(
  walk: Walking,
  list: ExchangeList,
  from: State,
): AsyncIterable<MarketPage> {
  let state = from
  const all = await walk.client.symbols()
  const held = await walk.client.held()
  const isDone = (market: string) => {
    const until = (state.markets[market]?.['done'] as Record<string, Instant> | undefined)?.[list.kind]
    return until !== undefined && until >= state.began
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

/** A list that has to be asked for market by market, where each costs little: of all markets, as of when the walk began. */
export async function* everyMarketPages(
  walk: Walking,
  list: ExchangeList,
  from: State,
): AsyncIterable<MarketPage> {
  const { at, position, since } = from.every
  const name = list.name ?? list.kind
  const all = await walk.client.symbols()
  for (const market of all.slice(
    Math.max(
      0,
      all.findIndex((one) => one === at),
    ),
  )) {
    const before = since === null ? null : { done: { [name]: since } }
    const start = market === at ? position : before
    for await (const page of windowPages({ ...walk, now: from.began }, [list], market, start))
      yield { ...page, next: { ...from, every: { at: market, position: page.next, since } } }
  }
  const every = { at: null, position: null, since: from.began }
  yield { stream: 'end', place: 'end', text: '[]', entries: 0, next: { ...from, every } }
}

/** The coins known, and those that a page names. */
export function withCoins(known: readonly string[], text: string): readonly string[] {
  const all = new Set(known)
  for (const { symbol, currency, fee } of entriesOf(text) ?? []) {
    if (typeof symbol === 'string') for (const coin of symbol.split('/')) all.add(coin)
    if (typeof currency === 'string') all.add(currency)
    if (isObject(fee) && typeof fee['currency'] === 'string') all.add(fee['currency'])
  }
  return [...all].toSorted()
}

type ForwardPage = Omit<FetchedPage, 'next'> & { readonly next: ForwardState }

/**
 * Lists that are asked for from an id or a moment on and give the first entries behind it: of every market where each has its own, so that
 * none has to be guessed from what the customer holds.
 */
export async function* forwardPages(
  { client }: Walking,
  lists: readonly ExchangeList[],
  from: ForwardState,
): AsyncIterable<ForwardPage> {
  const symbols = await client.symbols()
  const parts = lists.flatMap((list) =>
    (list.forward?.isOfEachMarket === true ? symbols : [null]).map((symbol) => ({
      list,
      symbol,
      name: symbol ?? list.name ?? list.kind,
    })),
  )
  let { last } = from
  const begun = parts.findIndex(({ name }) => name === from.at)
  for (const { list, symbol, name } of parts.slice(Math.max(0, begun))) {
    let start = startOf(list, last[name], name === from.at)
    for (;;) {
      const { entries, rawCount } = await client.list(list.call, [
        symbol ?? undefined,
        ...askedFrom(list, start),
      ])
      const newest = entries
        .map((entry) => placeOf(list, entry))
        .reduce((most, id) => (id > most ? id : most), start)
      if (entries.length > 0) last = { ...last, [name]: String(newest) }
      yield {
        stream: list.kind,
        place: `${name} ${start}`,
        text: unwatched(() => JSON.stringify(entries)),
        entries: entries.length,
        next: { at: name, last },
      }
      if (entries.length === 0) break
      const next = startOf(list, String(newest), true)
      if (next === start && rawCount >= list.limit)
        throw new ProviderFailed('More entries share a moment than one answer holds.')
      if (next === start) break
      start = next
    }
  }
  yield { stream: 'end', place: 'end of forward', text: '[]', entries: 0, next: { at: null, last } }
}

/** Where a list is asked for from: behind the last id; at the last moment, or, where a walk begins, some time before it. */
function startOf(list: ExchangeList, before: string | undefined, goesOn: boolean): bigint {
  if (before === undefined) return 0n
  if (list.forward?.by === 'id') return BigInt(before) + 1n
  const overlap = list.kind === 'trades' ? OVERLAP_MS : LATE_MS
  return goesOn ? BigInt(before) : BigInt(Math.max(0, Number(before) - overlap))
}

const askedFrom = (list: ExchangeList, start: bigint): readonly unknown[] =>
  list.forward?.by === 'id'
    ? [undefined, list.limit, { ...list.params, fromId: String(start) }]
    : [Number(start), list.limit, { ...list.params }]

function placeOf(list: ExchangeList, { id, timestamp }: JsonObject): bigint {
  const place = String(list.forward?.by === 'id' ? id : timestamp)
  return BigInt(/^\d+$/.test(place) ? place : -1)
}
