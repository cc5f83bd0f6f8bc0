import {
  AccessRefused,
  type KeyAccess,
  type KeyConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { cellsOf, exactJsonOf, isObject, textIn } from '../json-answer.ts'
import { listWalk } from '../list-walk.ts'
import { entriesOf, LISTS, nameOf, readBitpandaPages, tradesWithin } from './read-lists.ts'

const PAGE = 100

/** Lists whose answers have numbers. */
const PAGED: readonly string[] = ['trades', 'wallets/transactions', 'fiatwallets/transactions']

/**
 * Bitpanda by API key: trades, and what moved in wallets of coins and of cash. Its own wallets say which coin an id stands for.
 * https://developers.bitpanda.com/platform; its pages count from 1 and say how many entries there are.
 */
export const bitpandaConnector: KeyConnector = {
  slug: 'bitpanda',
  method: 'api',
  exchange: 'Bitpanda',
  family: 'bitpanda-api',

  async check(visit) {
    await answerOf(visit, 'wallets')
    // A key is given its scopes when it is made, and does not tell them.
    return { canTrade: null, canWithdraw: null }
  },

  fetch(visit, from) {
    const ask = async (list: string, page: number) => {
      const isPaged = PAGED.includes(list)
      const text = await answerOf(visit, isPaged ? `${list}?page=${page + 1}&page_size=${PAGE}` : list)
      const entries = entriesOf(text)?.length
      if (entries === undefined) throw new ProviderFailed('Bitpanda answered without a list.')
      return { text, entries, isLast: !isPaged || page * PAGE + entries >= totalOf(text) || entries === 0 }
    }
    return listWalk(LISTS, ask, from)
  },

  read: (pages) => readBitpandaPages(pages),

  entry({ stream, text }, remoteId) {
    const all = entriesOf(text)?.flatMap((entry) => tradesWithin(stream, entry))
    const found = all?.find((entry) => nameOf(stream, entry) === remoteId)
    const attributes = found?.['attributes']
    return found === undefined ? [] : cellsOf(isObject(attributes) ? attributes : found)
  },
}

function totalOf(text: string): number {
  const answer = exactJsonOf(text)
  const meta = isObject(answer) ? answer['meta'] : undefined
  const total = isObject(meta) ? Number(textIn(meta, 'total_count') || Number.NaN) : Number.NaN
  if (Number.isNaN(total)) throw new ProviderFailed('Bitpanda does not say how many entries there are.')
  return total
}

async function answerOf(visit: Visit<KeyAccess>, path: string): Promise<string> {
  const { status, text } = await visit.ask('bitpanda')({
    path: `/v1/${path}`,
    headers: { 'X-Api-Key': visit.access.apiKey },
  })
  // Its guard refuses a server that it does not like before it looks at the key.
  if (status === 403 && /error code:\s*10\d\d/i.test(text))
    throw new ProviderFailed('Bitpanda refused the request of this server, whatever the key.')
  if (status === 401) throw new AccessRefused('invalid', 'Bitpanda does not accept the key.')
  if (status === 403)
    throw new AccessRefused('permission', 'The key may not read balances, trades and transactions.')
  if (status !== 200) throw new ProviderFailed(`Bitpanda answered with status ${status}.`)
  return text
}
