import { createHmac, randomUUID } from 'node:crypto'
import {
  AccessRefused,
  type KeyAccess,
  type KeyConnector,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { cellsOf, exactJsonOf, isObject, textIn } from '../json-answer.ts'
import { entriesOf, readTransactions } from './read-transactions.ts'

const HOST = 'www.bitstamp.net'
const TYPE = 'application/x-www-form-urlencoded'
/** Entries of one answer of those that are asked for behind an id. */
const PAGE = 1000

/** Lists everything from the beginning. Nobody says what an id of zero means: it may count as none, and a list without one is cut at thirty days. */
const FIRST_ID = 1n

/**
 * Bitstamp by API key: one list of all that moved, which is asked for behind the last id. By time it would reach back thirty days only.
 * https://www.bitstamp.net/api/#tag/Transactions-private/operation/GetUserTransactions
 */
export const bitstampConnector: KeyConnector = {
  slug: 'bitstamp',
  method: 'api',
  exchange: 'Bitstamp',
  family: 'bitstamp-api',

  async check(visit) {
    await answerOf(visit, '/api/v2/user_transactions/', { limit: '1' })
    // Its API does not say what a key may do.
    return { canTrade: null, canWithdraw: null }
  },

  async *fetch(visit, from: Position | null) {
    const before = typeof from?.['last'] === 'string' ? BigInt(from['last']) : FIRST_ID
    let last = before < FIRST_ID ? FIRST_ID : before
    for (;;) {
      const text = await answerOf(visit, '/api/v2/user_transactions/', {
        since_id: String(last),
        limit: String(PAGE),
        sort: 'asc',
      })
      const entries = entriesOf(text)
      if (entries === undefined) throw new ProviderFailed('Bitstamp answered without a list.')
      const newest = entries
        .map((entry) => BigInt(/^\d+$/.exec(textIn(entry, 'id'))?.[0] ?? 0))
        .reduce((most, id) => (id > most ? id : most), last)
      // The entry at the id itself comes again, if it comes at all.
      const isLast = entries.length < PAGE || newest === last
      const place = `after ${last}`
      last = newest
      yield {
        stream: 'transactions',
        place,
        text,
        entries: entries.length,
        next: { last: String(last) },
      }
      if (isLast) return
    }
  },

  read: (pages) => readTransactions(pages),

  entry({ text }, remoteId) {
    const found = entriesOf(text)?.find((entry) => textIn(entry, 'id') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

/** Signed as https://www.bitstamp.net/api/#section/Authentication says: hex of HMAC-SHA256 of all that names the request. */
async function answerOf(
  visit: Visit<KeyAccess>,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const { apiKey, apiSecret } = visit.access
  const { status, text } = await visit.ask('bitstamp')(() => {
    const [nonce, time] = [randomUUID(), String(visit.now())]
    const body = new URLSearchParams(parameters).toString()
    const key = `BITSTAMP ${apiKey}`
    const message = `${key}POST${HOST}${path}${TYPE}${nonce}${time}v2${body}`
    return {
      method: 'POST',
      path,
      headers: {
        'X-Auth': key,
        'X-Auth-Signature': createHmac('sha256', apiSecret).update(message).digest('hex'),
        'X-Auth-Nonce': nonce,
        'X-Auth-Timestamp': time,
        'X-Auth-Version': 'v2',
        'Content-Type': TYPE,
      },
      body,
      isRead: true,
    }
  })
  if (status === 200) return text
  const answer = exactJsonOf(text)
  const reason = isObject(answer) ? textIn(answer, 'reason') : ''
  if (/no permission/i.test(reason))
    throw new AccessRefused('permission', 'The key may not read user transactions.')
  if (status === 401 || status === 403)
    throw new AccessRefused('invalid', 'Bitstamp does not accept the key.')
  throw new ProviderFailed(`Bitstamp answered with status ${status} ${shown(reason)}`.trim())
}
