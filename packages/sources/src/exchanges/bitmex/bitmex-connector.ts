import { createHmac } from 'node:crypto'
import {
  AccessRefused,
  type KeyAccess,
  type KeyConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { cellsOf, exactJsonOf, isObject, textIn } from '../json-answer.ts'
import { listWalk } from '../list-walk.ts'
import { ASSETS, entriesOf, readWalletPages, WALLET } from './read-wallet.ts'

const PAGE = 1000
const VALID_SECONDS = 60

/**
 * BitMEX by API key: the history of its wallets, which holds deposits, withdrawals and what contracts gained or lost, and the decimals of
 * its currencies. https://www.bitmex.com/api/explorer/#!/User/User_getWalletHistory
 */
export const bitmexConnector: KeyConnector = {
  slug: 'bitmex',
  method: 'api',
  exchange: 'BitMEX',
  family: 'bitmex-api',

  async check(visit) {
    const text = await answerOf(visit, '/api/v1/apiKey')
    const own = entriesOf(text)?.find((key) => textIn(key, 'id') === visit.access.apiKey)
    const permissions = Array.isArray(own?.['permissions']) ? own['permissions'].map(String) : null
    const may = (name: string) => (permissions === null ? null : permissions.includes(name))
    return { canTrade: may('order'), canWithdraw: may('withdraw') }
  },

  fetch(visit, from) {
    const ask = async (list: string, page: number) => {
      const path =
        list === ASSETS
          ? '/api/v1/wallet/assets'
          : `/api/v1/user/walletHistory?currency=all&count=${PAGE}&start=${page * PAGE}`
      const text = await answerOf(visit, path)
      const entries = entriesOf(text)?.length
      if (entries === undefined) throw new ProviderFailed('BitMEX answered without a list.')
      return { text, entries, isLast: list === ASSETS || entries < PAGE }
    }
    return listWalk([ASSETS, WALLET], ask, from)
  },

  read: (pages) => readWalletPages(pages),

  entry({ text }, remoteId) {
    const found = entriesOf(text)?.find((entry) => textIn(entry, 'transactID') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

/** Signed as https://www.bitmex.com/app/apiKeysUsage says: hex of HMAC-SHA256 of verb, path with query, and when it expires. */
async function answerOf(visit: Visit<KeyAccess>, path: string): Promise<string> {
  const { apiKey, apiSecret } = visit.access
  const { status, text } = await visit.ask('bitmex')(() => {
    const expires = String(Math.floor(visit.now() / 1000) + VALID_SECONDS)
    const signature = createHmac('sha256', apiSecret).update(`GET${path}${expires}`).digest('hex')
    return { path, headers: { 'api-key': apiKey, 'api-expires': expires, 'api-signature': signature } }
  })
  if (status === 401) throw new AccessRefused('invalid', 'BitMEX does not accept the key.')
  if (status === 403) throw new AccessRefused('permission', 'The key may not read the wallet.')
  if (status !== 200) {
    const answer = exactJsonOf(text)
    const error = isObject(answer) && isObject(answer['error']) ? textIn(answer['error'], 'message') : ''
    throw new ProviderFailed(`BitMEX answered with status ${status} ${shown(error)}`.trim())
  }
  return text
}
