import {
  type AddressAccess,
  type AddressConnector,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { cellsOf, exactJsonOf, isObject, jsonOf, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import { hashIn, readXrpPages } from './read-xrp-pages.ts'

/** Transactions of one answer, at most. */
const PAGE = 200
/** Trust lines of one answer, at most; who has more is not held against them. */
const LINES = 400
/** Ledgers that are read again: about a day. */
const OVERLAP_LEDGERS = 22_000
/** The first ledger that anybody has. */
const FIRST_LEDGER = 32_570

/**
 * XRP Ledger by a server of the operator's with full history: what an account holds, and its transactions in validated ledgers, oldest first; each answer
 * has the marker that the next one begins at.
 * https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/account-methods/account_tx
 */
export const xrpConnector: AddressConnector = {
  slug: 'xrp-ledger',
  method: 'wallet',
  exchange: 'XRP Ledger',
  family: 'xrp-chain',
  needs: ['xrpl'],

  async *fetch(visit, from) {
    let walk = walkFrom(from)
    const account = visit.access.address
    if (walk.marker === null) {
      const { text } = await call(visit, 'account_info', { account })
      yield { stream: 'balance', place: 'balance', text, entries: 1, next: { ...walk } }
      const lines = await call(visit, 'account_lines', { account, ledger_index: 'validated', limit: LINES })
      yield { stream: 'lines', place: 'lines', text: lines.text, entries: 1, next: { ...walk } }
    }
    for (;;) {
      const { since, marker } = walk
      const { text, result } = await call(visit, 'account_tx', {
        account,
        ledger_index_min: since ?? -1,
        ledger_index_max: -1,
        limit: PAGE,
        forward: true,
        ...(marker !== null && { marker }),
      })
      if (since === null && Number(textIn(result, 'ledger_index_min') || 0) > FIRST_LEDGER)
        throw new ProviderFailed('Its server does not keep the whole history.')
      // An account that was never funded has no list.
      const entries = objectsOf(result['transactions']).length
      const until = Math.max(walk.until, Number(textIn(result, 'ledger_index_max') || 0))
      const next = markerOf(text)
      if (next !== null && JSON.stringify(next) === JSON.stringify(marker))
        throw new ProviderFailed('Its server goes on at the same place for ever.')
      const place = `${since ?? ''}+${marker === null ? '' : JSON.stringify(marker)}`
      walk = { since, until, marker: next }
      const position: Position = next === null ? { until } : { ...walk }
      yield { stream: 'transactions', place, text, entries, next: position }
      if (next === null) return
    }
  },

  read: readXrpPages,

  entry({ stream, text }, remoteId) {
    const json = stream === 'transactions' ? exactJsonOf(text) : undefined
    const result = isObject(json) ? json['result'] : undefined
    const all = isObject(result) ? objectsOf(result['transactions']) : []
    const found = all.find((one) => hashIn(one) === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

interface Walk {
  /** The ledger it reads from; null from the first one. */
  readonly since: number | null
  /** The last validated ledger that was read to. */
  readonly until: number
  /** As the server gave it. */
  readonly marker: unknown
}

function walkFrom(from: Position | null): Walk {
  const { since = null, until = 0, marker } = from ?? {}
  if (marker !== undefined) return { since: since as number | null, until: Number(until), marker }
  const isAgain = typeof until === 'number' && until > 0
  return { since: isAgain ? Math.max(0, until - OVERLAP_LEDGERS) : null, until: 0, marker: null }
}

function markerOf(text: string): unknown {
  const json = jsonOf(text)
  const result = isObject(json) ? json['result'] : undefined
  return isObject(result) ? (result['marker'] ?? null) : null
}

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, method: string, parameters: object) {
  const { text, json } = await askChain(visit, 'xrpl', {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, params: [{ ...parameters, api_version: 1 }] }),
    isRead: true,
    isBusy: (answer) => answer.text.length < 2_000 && /"(?:slowDown|tooBusy)"/.test(answer.text),
  })
  const result = isObject(json) ? json['result'] : undefined
  if (!isObject(result)) throw new ProviderFailed('Its server answered without a result.')
  const error = textIn(result, 'error')
  if (error !== '' && error !== 'actNotFound')
    throw new ProviderFailed(`Its server answered: ${shown(error)}`)
  return { text, result }
}
