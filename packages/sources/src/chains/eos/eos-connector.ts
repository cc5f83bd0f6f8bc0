import {
  type AddressAccess,
  type AddressConnector,
  OVERLAP_MS,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { isObject, objectsOf } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { entriesOfEos, readEosPages } from './read-eos-pages.ts'

/** Actions of one answer. */
const PAGE = 100
/** Actions that are skipped at most, before a window begins at a later moment: servers give up beyond 10,000. */
const MOST_SKIPPED = 5_000

/**
 * EOS by a Hyperion server: what an account holds, and transfers of coins and tokens to it and from it, oldest first.
 * https://hyperion.docs.eosrio.io/api/v2/
 */
export const eosConnector: AddressConnector = {
  slug: 'eos',
  method: 'wallet',
  exchange: 'EOS',
  family: 'eos-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => ({
      actions: new Date(visit.now() - OVERLAP_MS).toISOString(),
    })),

  read: readEosPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfEos),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const { address } = visit.access
  return [
    {
      name: 'account',
      async ask() {
        const { text } = await askChain(visit, 'eos', {
          method: 'POST',
          path: '/v1/chain/get_account',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ account_name: address }),
          isRead: true,
        })
        return { text, entries: 1, cursor: null }
      },
    },
    {
      name: 'actions',
      async ask({ mark, cursor }) {
        const [after = mark, skipped = '0'] = cursor === '' ? [] : cursor.split('/')
        const query = new URLSearchParams({
          account: address,
          filter: '*:transfer',
          sort: 'asc',
          limit: String(PAGE),
          skip: skipped,
          ...(after !== '' && { after }),
        })
        const { text, json } = await askChain(visit, 'eos', {
          path: `/v2/history/get_actions?${query.toString()}`,
        })
        if (!isObject(json) || !Array.isArray(json['actions']))
          throw new ProviderFailed('Its server answered without actions.')
        const actions = objectsOf(json['actions'])
        const last = actions.at(-1)
        const skip = Number(skipped) + actions.length
        const next = skip < MOST_SKIPPED ? `${after}/${skip}` : `${secondBefore(last?.['@timestamp'])}/0`
        return { text, entries: actions.length, cursor: last === undefined ? null : next }
      },
    },
  ]
}

/** The second before a moment: those of the same block that were cut off come again. */
function secondBefore(time: unknown): string {
  const at = typeof time === 'string' ? Date.parse(time.endsWith('Z') ? time : `${time}Z`) : Number.NaN
  if (Number.isNaN(at)) throw new ProviderFailed('Its server names no moment of an action.')
  return new Date(at - 1000).toISOString()
}
