import { createHash, createHmac } from 'node:crypto'
import type { Instant } from '@lotbook/journal'
import {
  AccessRefused,
  type EntryCell,
  type FetchedPage,
  type KeyAccess,
  type KeyConnector,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { cellsOf, isObject, jsonOf } from '../json-answer.ts'
import { readLedgerPages } from './ledger-pages.ts'

/** Entries of one answer of `Ledgers`: Kraken's own figure. */
const PAGE = 50

/**
 * Kraken by API key: the ledger, which holds trades, deposits, withdrawals, fees and rewards, newest first.
 * https://docs.kraken.com/api/docs/rest-api/get-ledgers
 *
 * The end of the window stays what it was when the walk began, so that new entries shift no page of it.
 */
export const krakenConnector: KeyConnector = {
  slug: 'kraken',
  method: 'api',
  exchange: 'Kraken',
  family: 'kraken-ledgers',

  async check(visit) {
    const info = await post(visit, 'GetApiKeyInfo', {})
    const permissions = isObject(info) && Array.isArray(info['permissions']) ? info['permissions'] : null
    if (permissions !== null && !permissions.includes('query-ledger'))
      throw new AccessRefused('permission', 'The key may not query ledger entries.')
    await post(visit, 'Ledgers', { ofs: '0' })
    const may = (...names: readonly string[]) =>
      permissions === null ? null : names.some((name) => permissions.includes(name))
    return { canTrade: may('modify-trades'), canWithdraw: may('withdraw-funds') }
  },

  async *fetch(visit, from) {
    let walk = walkFrom(from, visit.now())
    for (;;) {
      const { start, end, offset } = walk
      const window = { end: seconds(end), ...(start === null ? {} : { start: seconds(start) }) }
      const { text, ledger, count } = await ledgerPage(visit, { ...window, ofs: String(offset) })
      const entries = Object.keys(ledger).length
      walk = { start, end, offset: offset + entries }
      const isLast = entries === 0 || walk.offset >= count
      const next: Position = isLast ? { until: end } : { ...walk }
      yield {
        stream: 'ledger',
        place: `${start === null ? '' : seconds(start)}-${seconds(end)}+${offset}`,
        text,
        entries,
        next,
      } satisfies FetchedPage
      if (isLast) return
    }
  },

  read: (pages) => readLedgerPages(latestFirst(pages).map(({ place, text }) => ({ page: place, text }))),

  entry({ text }, remoteId): readonly EntryCell[] {
    const result = isObject(jsonOf(text)) ? (jsonOf(text) as { result?: unknown }).result : undefined
    const ledger = isObject(result) ? result['ledger'] : undefined
    const found = isObject(ledger) ? ledger[remoteId] : undefined
    return isObject(found) ? cellsOf({ txid: remoteId, ...found }) : []
  },
}

/** Pages that came last come first: of an entry that stands in two of them the first counts. */
function latestFirst(pages: readonly StoredPage[]): StoredPage[] {
  return pages.toSorted((a, b) => b.fetchedAt - a.fetchedAt)
}

interface Walk {
  readonly start: Instant | null
  readonly end: Instant
  readonly offset: number
}

function walkFrom(from: Position | null, now: Instant): Walk {
  const { start, end, offset, until } = from ?? {}
  if (typeof end === 'number' && typeof offset === 'number')
    return { start: typeof start === 'number' ? start : null, end, offset }
  return { start: typeof until === 'number' ? until - OVERLAP_MS : null, end: now, offset: 0 }
}

const seconds = (at: Instant) => String(Math.floor(at / 1000))

async function ledgerPage(visit: Visit<KeyAccess>, parameters: Readonly<Record<string, string>>) {
  const { text, result } = await answerOf(visit, 'Ledgers', parameters)
  const ledger = isObject(result) ? result['ledger'] : undefined
  const count = isObject(result) ? Number(result['count']) : Number.NaN
  if (!isObject(ledger)) throw new ProviderFailed('Kraken answered without ledger entries.')
  const entries = Object.keys(ledger).length
  // Without a count a page that is not full is the last one.
  return {
    text,
    ledger,
    count: Number.isNaN(count) ? (entries < PAGE ? 0 : Number.POSITIVE_INFINITY) : count,
  }
}

async function post(visit: Visit<KeyAccess>, call: string, parameters: Readonly<Record<string, string>>) {
  return (await answerOf(visit, call, parameters)).result
}

/** Signed as https://docs.kraken.com/api/docs/guides/spot-rest-auth says: HMAC-SHA512 of path and SHA-256 of nonce and body. */
async function answerOf(visit: Visit<KeyAccess>, call: string, parameters: Readonly<Record<string, string>>) {
  const path = `/0/private/${call}`
  const answer = await visit.ask('kraken')(() => {
    const nonce = nextNonce(visit.now())
    const body = new URLSearchParams({ nonce, ...parameters }).toString()
    const digest = createHash('sha256').update(`${nonce}${body}`).digest()
    const signature = createHmac('sha512', Buffer.from(visit.access.apiSecret, 'base64'))
      .update(Buffer.concat([Buffer.from(path), digest]))
      .digest('base64')
    return {
      method: 'POST',
      path,
      headers: {
        'API-Key': visit.access.apiKey,
        'API-Sign': signature,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body,
      isRead: true,
      isBusy: ({ text }) => /Rate limit exceeded|EService:(?:Throttled|Busy)/.test(text),
    }
  })
  const json = jsonOf(answer.text)
  const errors = isObject(json) && Array.isArray(json['error']) ? json['error'].map(String) : []
  if (errors.length > 0) throw refusalOf(errors)
  if (answer.status !== 200 || !isObject(json))
    throw new ProviderFailed(`Kraken answered with status ${answer.status}.`)
  return { text: answer.text, result: json['result'] }
}

/** https://docs.kraken.com/api/docs/guides/spot-errors */
function refusalOf(errors: readonly string[]): Error {
  const text = errors.join(', ')
  if (/Permission denied/i.test(text)) return new AccessRefused('permission', shown(text))
  if (/Invalid (?:key|signature)|Feature disabled/i.test(text))
    return new AccessRefused('invalid', shown(text))
  // Neither says that the key is wrong.
  if (/Invalid nonce/i.test(text))
    return new ProviderFailed(
      'Kraken says that another program uses this key (Invalid nonce). Make one for Lotbook alone',
    )
  if (/Temporary lockout/i.test(text))
    return new ProviderFailed('Kraken has locked the account out for some minutes (Temporary lockout)')
  return new ProviderFailed(`Kraken answered: ${shown(text)}`)
}

let lastNonce = 0

/** Always higher than the one before, also within one millisecond: Kraken refuses any other. */
function nextNonce(now: Instant): string {
  lastNonce = Math.max(lastNonce + 1, now * 1000)
  return String(lastNonce)
}
