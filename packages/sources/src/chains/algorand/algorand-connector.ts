import {
  type AddressConnector,
  ProviderFailed,
  type Visit,
  type AddressAccess,
} from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain, askChainMaybe } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { allOf, entriesOfAlgorand, readAlgorandPages } from './read-algorand-pages.ts'

/** Transactions of one answer. */
const PAGE = 500
/** Rounds that are read again: about a day. */
const OVERLAP_ROUNDS = 30_000

/**
 * Algorand by an indexer: what an account holds, and its transactions, newest first. An answer goes on behind its last transaction, so
 * that no new one shifts a page; what comes meanwhile is behind the round that the next walk begins at.
 * https://developer.algorand.org/docs/rest-apis/indexer/#get-v2accountsaccount-idtransactions
 */
export const algorandConnector: AddressConnector = {
  slug: 'algorand',
  method: 'wallet',
  exchange: 'Algorand',
  family: 'algorand-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => {
      const { json } = await askChain(visit, 'algorand', { path: '/health' })
      const round = isObject(json) ? Number(textIn(json, 'round')) : 0
      if (!Number.isSafeInteger(round) || round <= 0)
        throw new ProviderFailed('Its server does not say which round is the last one.')
      return { transactions: String(Math.max(0, round - OVERLAP_ROUNDS)) }
    }),

  read: readAlgorandPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfAlgorand),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const account = `/v2/accounts/${visit.access.address}`
  return [
    {
      name: 'account',
      async ask() {
        const answer = await askChainMaybe(visit, 'algorand', { path: account })
        return { text: answer?.text ?? '{}', entries: answer === undefined ? 0 : 1, cursor: null }
      },
    },
    {
      name: 'transactions',
      isOpenOften: true,
      async ask({ mark, cursor }) {
        const query = new URLSearchParams({
          limit: String(PAGE),
          ...(mark !== '' && { 'min-round': mark }),
          ...(cursor !== '' && { next: cursor }),
        })
        const { text, json } = await askChain(visit, 'algorand', {
          path: `${account}/transactions?${query.toString()}`,
        })
        if (!isObject(json) || !Array.isArray(json['transactions']))
          throw new ProviderFailed('Its server answered without transactions.')
        const all = objectsOf(json['transactions'])
        const next = textIn(json, 'next-token')
        const isLast = all.length === 0 || next === ''
        return {
          text,
          entries: all.length,
          cursor: isLast ? null : next,
          details: all.flatMap((one) => allOf(one).flatMap(assetIn)),
        }
      },
      detail: (id) => askChain(visit, 'algorand', { path: `/v2/assets/${id}?include-all=true` }),
    },
  ]
}

/** The token of a transfer, whose decimals are asked for. */
function assetIn(transaction: JsonObject): string[] {
  const transfer = transaction['asset-transfer-transaction']
  const id = isObject(transfer) ? textIn(transfer, 'asset-id') : ''
  return /^[1-9]\d*$/.test(id) ? [id] : []
}
