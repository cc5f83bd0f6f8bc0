import {
  type AddressAccess,
  type AddressConnector,
  OVERLAP_MS,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { assetsIn, entriesOfWaves, readWavesPages, rowsIn } from './read-waves-pages.ts'

/** Transactions of one answer. */
const PAGE = 100

/**
 * Waves by a node: what an address holds, the aliases that are its own, and its transactions, newest first. An answer goes on behind its
 * last transaction, so that no new one shifts a page.
 * https://docs.waves.tech/en/waves-node/node-api/pagination
 */
export const wavesConnector: AddressConnector = {
  slug: 'waves',
  method: 'wallet',
  exchange: 'Waves',
  family: 'waves-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => ({ transactions: String(visit.now() - OVERLAP_MS) })),

  read: readWavesPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfWaves),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const { address } = visit.access
  const single = (name: string, path: string): CursorList => ({
    name,
    async ask() {
      const { text } = await askChain(visit, 'waves', { path })
      return { text, entries: 1, cursor: null }
    },
  })
  return [
    single('balance', `/addresses/balance/${address}`),
    single('aliases', `/alias/by-address/${address}`),
    {
      name: 'transactions',
      isOpenOften: true,
      async ask({ mark, cursor }) {
        const after = cursor === '' ? '' : `?after=${encodeURIComponent(cursor)}`
        const { text, json } = await askChain(visit, 'waves', {
          path: `/transactions/address/${address}/limit/${PAGE}${after}`,
        })
        const rows = rowsIn(json)
        if (rows === undefined) throw new ProviderFailed('Its server answered without transactions.')
        const last = rows.at(-1)
        const isOld = mark !== '' && rows.some((row) => Number(textIn(row, 'timestamp')) < Number(mark))
        const isLast = last === undefined || isOld
        return {
          text,
          entries: rows.length,
          cursor: isLast ? null : textIn(last, 'id'),
          details: rows.flatMap(assetsIn),
        }
      },
      detail: (id) => askChain(visit, 'waves', { path: `/assets/details/${encodeURIComponent(id)}` }),
    },
  ]
}
