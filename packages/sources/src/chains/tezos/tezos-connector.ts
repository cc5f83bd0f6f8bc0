import {
  type AddressAccess,
  type AddressConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { entriesOfTezos, readTezosPages } from './read-tezos-pages.ts'

/** Rows of one answer; TzKT gives 10,000 at most. */
const PAGE = 500
/** Operations whose hashes are asked for at once. */
const AT_ONCE = 100
const OVERLAP_MS = 86_400_000

/** Operations that move coins or cost a fee. */
const TYPES =
  'transaction,origination,delegation,reveal,activation,staking,register_constant,increase_paid_storage,transfer_ticket,drain_delegate,set_delegate_parameters'

/**
 * Tezos by TzKT: what an account holds, its operations, and transfers of FA1.2 and FA2 tokens. A transfer names the operation that made
 * it by a number alone, so that the hashes are asked for behind each answer.
 * https://api.tzkt.io/#operation/Accounts_GetOperations
 * From memory: that the balance of an account counts what it staked.
 */
export const tezosConnector: AddressConnector = {
  slug: 'tezos',
  method: 'wallet',
  exchange: 'Tezos',
  family: 'tezos-chain',

  fetch(visit, from) {
    const mark = new Date(visit.now() - OVERLAP_MS).toISOString()
    return cursorWalk(listsOf(visit), from, async () => ({ operations: mark, tokens: mark }))
  },

  read: readTezosPages,

  entry: (page, remoteId) => entryCells(page, remoteId, (stream, json) => entriesOfTezos(stream, json)),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const { address } = visit.access
  return [
    {
      name: 'account',
      async ask() {
        const { text } = await askChain(visit, 'tzkt', { path: `/v1/accounts/${address}` })
        return { text, entries: 1, cursor: null }
      },
    },
    {
      name: 'operations',
      async ask({ mark, cursor }) {
        const query = new URLSearchParams({
          type: TYPES,
          sort: '0',
          limit: String(PAGE),
          ...(mark !== '' && { 'timestamp.ge': mark }),
          ...(cursor !== '' && { lastId: cursor }),
        })
        const { text, rows } = await call(visit, `/v1/accounts/${address}/operations?${query.toString()}`)
        return { text, entries: rows.length, cursor: lastOf(rows) }
      },
    },
    {
      name: 'tokens',
      async ask({ mark, cursor }) {
        const query = new URLSearchParams({
          'anyof.from.to': address,
          'sort.asc': 'id',
          limit: String(PAGE),
          ...(mark !== '' && { 'timestamp.ge': mark }),
          ...(cursor !== '' && { 'offset.cr': cursor }),
        })
        const { text, rows } = await call(visit, `/v1/tokens/transfers?${query.toString()}`)
        const ids = [...new Set(rows.map((row) => textIn(row, 'transactionId')))].filter((id) => id !== '')
        const details = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
          ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE).join(','),
        )
        return { text, entries: rows.length, cursor: lastOf(rows), details }
      },
      detail: (ids) =>
        call(visit, `/v1/operations/transactions?id.in=${ids}&select=id,hash&limit=${AT_ONCE}`),
    },
  ]
}

function lastOf(rows: readonly JsonObject[]): string | null {
  const last = rows.at(-1)
  return last === undefined ? null : textIn(last, 'id')
}

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, path: string) {
  const { text, json } = await askChain(visit, 'tzkt', { path })
  if (!Array.isArray(json)) throw new ProviderFailed('Its server answered without a list.')
  return { text, rows: objectsOf(json) }
}
