import type { Instant } from '@lotbook/journal'
import {
  type AddressAccess,
  type AddressConnector,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import { entryCells } from '../read-account-events.ts'
import { COINS, entriesOfNeo, readNeoPages } from './read-neo-pages.ts'

/** N3 began then; what was before is the history of the legacy chain. */
const FIRST: Instant = Date.UTC(2021, 7, 1)
const WINDOW_MS = 180 * 86_400_000
/** The most transfers of one direction that a node gives: 1,000, unless who runs it chose another round number. */
const ROUND: readonly number[] = [10, 20, 25, 50, 100, 200, 250, 500, 1000]

/**
 * Neo N3 by a node that follows tokens: transfers between two moments, of both directions at once, and behind them each transaction, which
 * states who paid what for it. A window whose answer may have been cut off is asked for by halves.
 * https://docs.neo.org/docs/n3/reference/rpc/getnep17transfers
 */
export const neoConnector: AddressConnector = {
  slug: 'neo',
  method: 'wallet',
  exchange: 'NEO',
  family: 'neo-chain',

  async *fetch(visit, from) {
    if (!visit.access.address.startsWith('N'))
      throw new ProviderFailed(
        'A legacy address (A…): nobody lists its transactions any more. They come by file.',
      )
    let walk = walkFrom(from, visit.now())
    for (;;) {
      const step = await nextStep(visit, walk)
      yield step.page
      if (step.walk === undefined) return
      walk = step.walk
    }
  },

  read: readNeoPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfNeo),
}

interface Walk {
  readonly end: Instant
  /** Start of the next window, behind the end when none is left, and its length. */
  readonly start: Instant
  readonly size: number
  /** Transactions that are asked for before the walk goes on. */
  readonly hashes: readonly string[]
  /** Contracts whose name and decimals are asked for at the end, and those that were. */
  readonly unnamed: readonly string[]
  readonly named: readonly string[]
}

interface Step {
  readonly page: FetchedPage
  readonly walk: Walk | undefined
}

function walkFrom(from: Position | null, now: Instant): Walk {
  if (from !== null && 'end' in from) return from as unknown as Walk
  const { until, named } = (from ?? {}) as { until?: Instant; named?: readonly string[] }
  const start = until === undefined ? FIRST : until - OVERLAP_MS
  return { end: now, start, size: WINDOW_MS, hashes: [], unnamed: [], named: named ?? [] }
}

async function nextStep(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  const [hash, ...hashes] = walk.hashes
  if (hash !== undefined) {
    const { text, result } = await call(visit, 'getrawtransaction', [hash, 1])
    if (!isObject(result)) throw new ProviderFailed('Its server does not know a transaction that it listed.')
    return stepTo('transaction', hash, { text, entries: 1 }, { ...walk, hashes })
  }
  if (walk.start <= walk.end) return nextWindow(visit, walk)
  const [contract, ...unnamed] = walk.unnamed
  if (contract !== undefined) {
    const { text: symbol } = await call(visit, 'invokefunction', [contract, 'symbol', []])
    const { text: decimals } = await call(visit, 'invokefunction', [contract, 'decimals', []])
    const text = `{"contract":${JSON.stringify(contract)},"symbol":${symbol},"decimals":${decimals}}`
    const next = { ...walk, unnamed, named: [...walk.named, contract] }
    return stepTo('token', contract, { text, entries: 1 }, next)
  }
  const { text } = await call(visit, 'getnep17balances', [visit.access.address])
  const next = { until: walk.end, named: walk.named }
  return { page: { stream: 'balances', place: 'balances', text, entries: 1, next }, walk: undefined }
}

async function nextWindow(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  for (let { size } = walk; ; size = Math.max(1, Math.floor(size / 2))) {
    const to = Math.min(walk.start + size - 1, walk.end)
    const { text, result } = await call(visit, 'getnep17transfers', [visit.access.address, walk.start, to])
    const [sent, received] = ['sent', 'received'].map((side) => objectsOf(result[side]))
    if (sent === undefined || received === undefined) throw new ProviderFailed('No transfers came.')
    const isFull = [sent, received].some(({ length }) => length >= 1000 || ROUND.includes(length))
    if (isFull && to > walk.start && size > 1) continue
    if ([sent, received].some(({ length }) => length >= 1000))
      throw new ProviderFailed('More transfers share a moment than one answer holds.')
    const all = [...sent, ...received]
    const contracts = new Set(all.map((one) => textIn(one, 'assethash')))
    const isNew = (one: string) => !COINS.has(one) && !walk.named.includes(one) && !walk.unnamed.includes(one)
    const next = {
      ...walk,
      start: to + 1,
      size: Math.min(WINDOW_MS, size * 2),
      hashes: [...new Set(all.map((one) => textIn(one, 'txhash')))],
      unnamed: [...walk.unnamed, ...[...contracts].filter(isNew)],
    }
    return stepTo('transfers', `${walk.start}-${to}`, { text, entries: all.length }, next)
  }
}

function stepTo(
  stream: string,
  place: string,
  { text, entries }: { readonly text: string; readonly entries: number },
  walk: Walk,
): Step {
  return { page: { stream, place: `${stream}:${place}`, text, entries, next: { ...walk } }, walk }
}

/** @throws ProviderFailed */
async function call(
  visit: Visit<AddressAccess>,
  method: string,
  params: readonly unknown[],
): Promise<{ readonly text: string; readonly result: JsonObject }> {
  const { text, json } = await askChain(visit, 'neo', {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    isRead: true,
  })
  const result = isObject(json) ? json['result'] : undefined
  if (isObject(result)) return { text, result }
  const error = isObject(json) ? json['error'] : undefined
  throw new ProviderFailed(`Its server answered: ${shown(isObject(error) ? textIn(error, 'message') : '')}`)
}
