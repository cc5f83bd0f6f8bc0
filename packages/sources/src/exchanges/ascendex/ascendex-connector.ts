import { createHmac } from 'node:crypto'
import {
  AccessRefused,
  type KeyAccess,
  type KeyConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { shown } from '../../reading/shown.ts'
import { cellsOf, exactJsonOf, isObject, objectsOf, textIn } from '../json-answer.ts'
import { listWalk } from '../list-walk.ts'
import { movementsOf, readMovements } from './read-movements.ts'

const PAGE = 50
/** Refusals of a key: https://ascendex.github.io/ascendex-pro-api/#error-codes. */
const BAD_KEY = [
  '200001',
  '200002',
  '200003',
  '200004',
  '200005',
  '200007',
  '200008',
  '200009',
  '200011',
  '200013',
]
const NO_PERMISSION = ['200006', '200010', '200012', '200014']

/**
 * AscendEX by API key: deposits and withdrawals. Its API forgets trades, so they come by file.
 * https://ascendex.github.io/ascendex-pro-api/#wallet-transaction-history
 */
export const ascendexConnector: KeyConnector = {
  slug: 'ascendex',
  method: 'api',
  exchange: 'AscendEX',
  family: 'ascendex-api',

  async check(visit) {
    const { data } = await answerOf(visit, 'info', {})
    const rights = isObject(data) ? data : {}
    const may = (name: string) => (typeof rights[name] === 'boolean' ? rights[name] : null)
    return { canTrade: may('tradePermission'), canWithdraw: may('transferPermission') }
  },

  fetch(visit, from) {
    const ask = async (_: string, page: number) => {
      const { text, data } = await answerOf(visit, 'wallet/transactions', {
        page: String(page + 1),
        pageSize: String(PAGE),
      })
      const entries = isObject(data) ? objectsOf(data['data']).length : 0
      return { text, entries, isLast: !isObject(data) || data['hasNext'] !== true || entries === 0 }
    }
    return listWalk(['movements'], ask, from)
  },

  read: (pages) => readMovements(pages),

  entry({ text }, remoteId) {
    const found = movementsOf(text)?.find((entry) => textIn(entry, 'requestId') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

/** Signed with time and path: base64 of HMAC-SHA256 of `<time>+<path>`, the path without its version and its query. */
async function answerOf(visit: Visit<KeyAccess>, path: string, query: Readonly<Record<string, string>>) {
  const { apiKey, apiSecret } = visit.access
  const { status, text } = await visit.ask('ascendex')(() => {
    const time = String(visit.now())
    const signature = createHmac('sha256', apiSecret).update(`${time}+${path}`).digest('base64')
    const parameters = new URLSearchParams(query).toString()
    return {
      path: `/api/pro/v1/${path}${parameters === '' ? '' : `?${parameters}`}`,
      headers: { 'x-auth-key': apiKey, 'x-auth-timestamp': time, 'x-auth-signature': signature },
    }
  })
  const answer = exactJsonOf(text)
  const code = isObject(answer) ? textIn(answer, 'code') : ''
  if (status === 401 || BAD_KEY.includes(code))
    throw new AccessRefused('invalid', 'AscendEX does not accept the key.')
  if (status === 403 || NO_PERMISSION.includes(code))
    throw new AccessRefused('permission', 'The key may not read deposits and withdrawals.')
  if (status !== 200 || !isObject(answer) || code !== '0') {
    const message = isObject(answer) ? textIn(answer, 'message') || textIn(answer, 'reason') : ''
    throw new ProviderFailed(`AscendEX answered with status ${status} ${shown(message)}`.trim())
  }
  return { text, data: answer['data'] }
}
