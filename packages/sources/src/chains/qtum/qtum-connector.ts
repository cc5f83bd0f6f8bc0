import {
  type AddressAccess,
  type AddressConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { isObject, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { entriesOfQtum, readQtumPages } from './read-qtum-pages.ts'

/** Hashes of one answer, at most. */
const PAGE = 100
/** Blocks that are read again: more than a day. */
const OVERLAP_BLOCKS = 3_000

/**
 * Qtum by its explorer: what an address holds, and the hashes of its transactions, oldest first, each of which is asked for then.
 * https://github.com/qtumproject/qtuminfo-api#qtuminfo-api-documentation
 */
export const qtumConnector: AddressConnector = {
  slug: 'qtum',
  method: 'wallet',
  exchange: 'Qtum',
  family: 'qtum-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => {
      const { json } = await askChain(visit, 'qtum', { path: '/info' })
      const height = isObject(json) ? Number(textIn(json, 'height')) : 0
      if (!Number.isSafeInteger(height) || height <= 0)
        throw new ProviderFailed('Its server does not say which block is the last one.')
      return { transactions: String(Math.max(0, height - OVERLAP_BLOCKS)) }
    }),

  read: readQtumPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfQtum),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const { address } = visit.access
  return [
    {
      name: 'address',
      async ask() {
        const { text } = await askChain(visit, 'qtum', { path: `/address/${address}` })
        return { text, entries: 1, cursor: null }
      },
    },
    {
      name: 'transactions',
      async ask({ mark, cursor }) {
        const query = new URLSearchParams({
          limit: String(PAGE),
          offset: cursor || '0',
          reversed: 'false',
          ...(mark !== '' && { fromBlock: mark }),
        })
        const { text, json } = await askChain(visit, 'qtum', {
          path: `/address/${address}/txs?${query.toString()}`,
        })
        const listed: unknown = isObject(json) ? json['transactions'] : undefined
        if (!Array.isArray(listed)) throw new ProviderFailed('Its server answered without transactions.')
        const hashes = listed.filter((hash) => typeof hash === 'string')
        const next = Number(cursor || 0) + hashes.length
        // Hashes are no history: they lead to it, and are not kept.
        return { text, entries: 0, cursor: hashes.length === 0 ? null : String(next), details: hashes }
      },
      detail: (hash) => askChain(visit, 'qtum', { path: `/tx/${hash}` }),
    },
  ]
}
