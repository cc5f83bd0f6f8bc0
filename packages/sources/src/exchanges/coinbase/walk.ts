import type { Instant } from '@lotbook/journal'
import {
  AccessRefused,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
} from '../../connecting/connector.ts'
import type { ProviderAnswer } from '../../connecting/ask.ts'
import { shown } from '../../reading/shown.ts'
import { parseTimeText } from '../../reading/time-text.ts'
import { isObject, type JsonObject, jsonOf } from '../json-answer.ts'
import { ACCOUNTS, FILLS, listOf, TRANSACTIONS } from './read-pages.ts'

/** Asks with the key or grant of a customer; `refused` is what an answer of 401 means. */
export interface CoinbaseCaller {
  readonly get: (path: string) => Promise<ProviderAnswer>
  readonly refused: AccessRefused['kind']
}

/** Where a walk stands: accounts still to be walked through, and the entry behind which each goes on the next time. */
interface Walk {
  readonly accounts: readonly string[] | null
  /** Cursor of the list of accounts. */
  readonly listed: string | null
  readonly at: number
  /** The last entry that was read of the account at hand. */
  readonly after: string | null
  /** By account: everything up to this entry is done, and older than a day. */
  readonly done: Readonly<Record<string, string>>
  /** Whether nothing unfinished came yet in the account at hand. */
  readonly isSettled: boolean
  /** Whether fills came without their commission. */
  readonly wantsFills: boolean
  readonly fillsCursor: string | null
}

const PAGE = 100
const FILLS_PAGE = 250

/**
 * Walks through the accounts, the transactions of each from oldest to newest, and the commissions of fills where the ledger left them
 * out. The next walk begins in each account behind the last entry that was done and a day old, so that what was pending is read again.
 * https://docs.cdp.coinbase.com/coinbase-app/track-apis/transactions
 */
export async function* coinbaseWalk(
  caller: CoinbaseCaller,
  from: Position | null,
  now: Instant,
): AsyncIterable<FetchedPage> {
  let walk = walkFrom(from)
  while (walk.listed !== null || walk.accounts === null) {
    const cursor = walk.listed ?? ''
    const query = cursor === '' ? '' : `&starting_after=${encodeURIComponent(cursor)}`
    const { text, list } = await pageOf(caller, `/v2/accounts?limit=${PAGE}${query}`, 'data')
    const ids = list.map(({ id }) => idOf(id))
    const last = ids.at(-1)
    const listed = nextCursor(text) !== null && last !== undefined ? last : null
    walk = { ...walk, accounts: [...(walk.accounts ?? []), ...ids], listed }
    yield page({
      stream: ACCOUNTS,
      place: `accounts ${cursor}`,
      text,
      entries: list.length,
      next: { ...walk },
    })
  }
  for (;;) {
    const account = walk.accounts?.[walk.at]
    if (account === undefined) break
    const after = walk.after ?? walk.done[account] ?? null
    const query = after === null ? '' : `&starting_after=${encodeURIComponent(after)}`
    const path = `/v2/accounts/${encodeURIComponent(account)}/transactions?order=asc&limit=${PAGE}${query}`
    const { text, list } = await pageOf(caller, path, 'data')
    walk = behind(walk, account, list, now, nextCursor(text) !== null)
    yield page({
      stream: TRANSACTIONS,
      place: `${account} ${after ?? ''}`,
      text,
      entries: list.length,
      next: nextOf(walk),
    })
  }
  while (walk.wantsFills) {
    const cursor = walk.fillsCursor ?? ''
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const path = `/api/v3/brokerage/orders/historical/fills?limit=${FILLS_PAGE}${query}`
    const { text, list } = await pageOf(caller, path, 'fills')
    const answer = jsonOf(text)
    const following = isObject(answer) && typeof answer['cursor'] === 'string' ? answer['cursor'] : ''
    const isMore = following !== '' && following !== cursor && list.length > 0
    walk = { ...walk, fillsCursor: isMore ? following : null, wantsFills: isMore }
    yield page({ stream: FILLS, place: `fills ${cursor}`, text, entries: list.length, next: nextOf(walk) })
  }
}

const page = (fetched: FetchedPage) => fetched

/** A walk that is at its end leaves only where the next begins. */
function nextOf(walk: Walk): Position {
  const isAtEnd = walk.accounts !== null && walk.at >= walk.accounts.length && !walk.wantsFills
  return isAtEnd ? { done: walk.done } : { ...walk }
}

/** The walk behind a page of an account. */
function behind(
  walk: Walk,
  account: string,
  list: readonly JsonObject[],
  now: Instant,
  isMore: boolean,
): Walk {
  let { isSettled } = walk
  let done = walk.done
  for (const { id, status, created_at } of list) {
    const time = parseTimeText(String(created_at), 'month-first')
    const isOld = time?.kind === 'instant' && time.at < now - OVERLAP_MS
    isSettled &&= isOld && status !== 'pending' && !String(status).startsWith('waiting')
    if (isSettled) done = { ...done, [account]: idOf(id) }
  }
  const wantsFills = walk.wantsFills || list.some(isFillWithoutCommission)
  const last = list.at(-1)
  if (isMore && last !== undefined) return { ...walk, done, isSettled, wantsFills, after: idOf(last['id']) }
  return { ...walk, done, wantsFills, at: walk.at + 1, after: null, isSettled: true }
}

/** The entry of the coin states the commission, and that of what was paid does not. */
function isFillWithoutCommission({ type, advanced_trade_fill: fill, amount }: JsonObject): boolean {
  if (type !== 'advanced_trade_fill' || !isObject(fill) || !isObject(amount)) return false
  const isOwn = String(fill['product_id']).split('-')[0] === amount['currency']
  return isOwn && typeof fill['commission'] !== 'string'
}

function walkFrom(from: Position | null): Walk {
  const start = {
    accounts: null,
    listed: null,
    at: 0,
    after: null,
    done: {},
    isSettled: true,
    wantsFills: false,
    fillsCursor: null,
  }
  return { ...start, ...from }
}

const idOf = (id: unknown): string => {
  if (typeof id !== 'string' || id === '')
    throw new ProviderFailed('Coinbase answered with an entry without an id.')
  return id
}

function nextCursor(text: string): string | null {
  const answer = jsonOf(text)
  const pagination = isObject(answer) ? answer['pagination'] : undefined
  const next = isObject(pagination) ? pagination['next_uri'] : undefined
  return typeof next === 'string' && next !== '' ? next : null
}

async function pageOf(caller: CoinbaseCaller, path: string, field: 'data' | 'fills') {
  const text = await answered(caller, path)
  const list = listOf(text, field)
  if (list === undefined) throw new ProviderFailed('Coinbase answered without a list.')
  return { text, list }
}

/** The text of an answer. @throws AccessRefused, ProviderFailed */
export async function answered({ get, refused }: CoinbaseCaller, path: string): Promise<string> {
  const { status, text } = await get(path)
  if (status === 401) throw new AccessRefused(refused, 'Coinbase does not accept the key or grant.')
  if (status === 403) throw new AccessRefused('permission', 'The key or grant may not read the accounts.')
  if (status !== 200) throw new ProviderFailed(`Coinbase answered with status ${status}${saidIn(text)}.`)
  return text
}

function saidIn(text: string): string {
  const answer = jsonOf(text)
  const errors = isObject(answer) ? answer['errors'] : undefined
  const first: unknown = Array.isArray(errors) ? errors[0] : answer
  const message = isObject(first) ? first['message'] : undefined
  return typeof message === 'string' ? `: ${shown(message)}` : ''
}
