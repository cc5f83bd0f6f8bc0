import type { Instant } from '@lotbook/journal'
import type {
  EntryCell,
  GrantConnector,
  KeyConnector,
  StoredPage,
  Visit,
} from '../../connecting/connector.ts'
import type { KeyAccess, KeyRights } from '../../connecting/connector.ts'
import { cellsOf, isObject, jsonOf } from '../json-answer.ts'
import { listOf, readCoinbasePages, TRANSACTIONS } from './read-pages.ts'
import { type CoinbaseCaller, answered, coinbaseWalk } from './walk.ts'
import { coinbaseKey, signedToken } from './signed-token.ts'

/** Version of the API that the shapes are of; an account without one is answered in the version it was made with. */
const VERSION = { 'CB-VERSION': '2018-05-30' }

const shared = {
  slug: 'coinbase',
  exchange: 'Coinbase',
  family: 'coinbase-report',
  read: readCoinbasePages,
  entry({ stream, text }: StoredPage, remoteId: string): readonly EntryCell[] {
    if (stream !== TRANSACTIONS) return []
    const found = listOf(text)?.find(({ id }) => id === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
} as const

/** Coinbase by a secret API key of the Developer Platform. */
export const coinbaseByKey: KeyConnector = {
  ...shared,
  method: 'api',
  async check(visit) {
    const caller = keyCaller(visit)
    await answered(caller, '/v2/accounts?limit=1')
    return rightsOf(caller)
  },
  fetch: (visit, from) => coinbaseWalk(keyCaller(visit), from, visit.now()),
}

/** Coinbase by the grant that a customer gave at Coinbase. */
export const coinbaseByGrant: GrantConnector = {
  ...shared,
  method: 'oauth',
  fetch: (visit, from) => {
    const ask = visit.ask('coinbase')
    const headers = { ...VERSION, Authorization: `Bearer ${visit.access.accessToken}` }
    return coinbaseWalk({ get: (path) => ask({ path, headers }), refused: 'expired' }, from, visit.now())
  },
}

function keyCaller({ access, ask, now }: Visit<KeyAccess>): CoinbaseCaller {
  const key = coinbaseKey(access.keyName, access.privateKey)
  const send = ask('coinbase')
  const request = (path: string, at: Instant) => ({
    path,
    headers: { ...VERSION, Authorization: `Bearer ${signedToken(key, 'GET', path, at)}` },
  })
  return { get: (path) => send(() => request(path, now())), refused: 'invalid' }
}

/** https://docs.cdp.coinbase.com/api-reference/advanced-trade-api/rest-api/data-api/get-api-key-permissions */
async function rightsOf({ get }: CoinbaseCaller): Promise<KeyRights> {
  const { status, text } = await get('/api/v3/brokerage/key_permissions')
  const answer = status === 200 ? jsonOf(text) : undefined
  const may = (name: string) => (isObject(answer) && typeof answer[name] === 'boolean' ? answer[name] : null)
  return { canTrade: may('can_trade'), canWithdraw: may('can_transfer') }
}
