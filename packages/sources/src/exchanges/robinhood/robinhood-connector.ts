import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  AccessRefused,
  type EntryCell,
  type FetchedPage,
  type KeyAccess,
  type KeyConnector,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { cellsOf, isObject, jsonOf } from '../json-answer.ts'
import { HOLDINGS, ORDERS, readRobinhoodPages, resultsOf } from './read-orders.ts'

const TRADING = '/api/v1/crypto/trading'
const LIMIT = 100
/** PKCS#8 in DER of an Ed25519 key, up to its seed. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Robinhood Crypto by API key: orders with their executions, and what is held. Deposits, withdrawals and rewards are not in its API.
 * https://docs.robinhood.com/crypto/trading
 *
 * The API key stands in the field of the passphrase, and the seed of the key pair that the browser made in that of the private key.
 */
export const robinhoodConnector: KeyConnector = {
  slug: 'robinhood-crypto',
  method: 'api',
  exchange: 'Robinhood Crypto',
  family: 'robinhood-orders',

  async check(visit) {
    await answerOf(visit, `${TRADING}/accounts/`)
    // Its API does not say what a key may do.
    return { canTrade: null, canWithdraw: null }
  },

  async *fetch(visit, from) {
    let walk = walkFrom(from, new Date(visit.now()).toISOString())
    while (walk.next !== null) {
      const path = walk.next
      const { text, entries, next } = await pageOf(visit, path)
      const isHoldings = path.startsWith(`${TRADING}/holdings/`)
      walk = { ...walk, next: next ?? (isHoldings ? ordersSince(walk.since) : null) }
      yield {
        stream: isHoldings ? HOLDINGS : ORDERS,
        place: path,
        text,
        entries,
        next: walk.next === null ? { until: walk.until } : { ...walk },
      } satisfies FetchedPage
    }
  },

  read: (pages) => readRobinhoodPages(pages),

  entry({ text }, remoteId): readonly EntryCell[] {
    const found = resultsOf(text)?.find(({ id }) => id === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

interface Walk {
  /** Orders changed since then; null: all. */
  readonly since: string | null
  /** When the walk began: what changes later is for the next one. */
  readonly until: string
  /** What is asked next: holdings first, then orders. */
  readonly next: string | null
}

function walkFrom(from: Position | null, now: string): Walk {
  const { since, until, next } = from ?? {}
  if (typeof next === 'string' && typeof until === 'string')
    return { since: typeof since === 'string' ? since : null, until, next }
  const before = typeof until === 'string' ? new Date(Date.parse(until) - OVERLAP_MS).toISOString() : null
  return { since: before, until: now, next: `${TRADING}/holdings/?limit=${LIMIT}` }
}

const ordersSince = (since: string | null) =>
  `${TRADING}/orders/?limit=${LIMIT}${since === null ? '' : `&updated_at_start=${encodeURIComponent(since)}`}`

async function pageOf(visit: Visit<KeyAccess>, path: string) {
  const text = await answerOf(visit, path)
  const results = resultsOf(text)
  const answer = jsonOf(text)
  if (results === undefined || !isObject(answer))
    throw new ProviderFailed('Robinhood answered without a list.')
  const url = answer['next']
  const following = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null
  // The cursor is part of the path that is signed. A page that names itself would never end.
  const next = following === null ? null : `${following.pathname}${following.search}`
  return { text, entries: results.length, next: next === path ? null : next }
}

async function answerOf(visit: Visit<KeyAccess>, path: string): Promise<string> {
  const { passphrase: apiKey, privateKey } = visit.access
  const key = keyOf(privateKey)
  const { status, text } = await visit.ask('robinhood')(() => {
    const timestamp = String(Math.floor(visit.now() / 1000))
    const signature = sign(null, Buffer.from(`${apiKey}${timestamp}${path}GET`), key)
    return {
      path,
      headers: {
        'x-api-key': apiKey,
        'x-timestamp': timestamp,
        'x-signature': signature.toString('base64'),
      },
    }
  })
  if (status === 401) throw new AccessRefused('invalid', 'Robinhood does not accept the key.')
  if (status === 403) throw new AccessRefused('permission', 'The key may not read orders.')
  if (status !== 200) throw new ProviderFailed(`Robinhood answered with status ${status}${detailOf(text)}.`)
  return text
}

function keyOf(seed: string): KeyObject {
  const bytes = Buffer.from(seed, 'base64')
  // The document's own example makes 64 bytes: the seed and the public key behind it.
  if (bytes.length !== 32 && bytes.length !== 64)
    throw new AccessRefused('invalid', 'The private key is no seed of 32 bytes.')
  const key = Buffer.concat([ED25519_HEAD, bytes.subarray(0, 32)])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function detailOf(text: string): string {
  const answer = jsonOf(text)
  const errors = isObject(answer) ? answer['errors'] : undefined
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const detail = isObject(first) ? first['detail'] : undefined
  return typeof detail === 'string' ? `: ${shown(detail)}` : ''
}
