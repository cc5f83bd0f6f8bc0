import {
  type AddressConnector,
  ProviderFailed,
  type Visit,
  type AddressAccess,
} from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk, type ListAnswer } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { contractIn, entriesOfTron, oldTokensIn, readTronPages } from './read-tron-pages.ts'

/** Entries of one answer, at most. */
const PAGE = 200
const OVERLAP_MS = 86_400_000

/**
 * TRON by TronGrid: what an account holds, its transactions with those that contracts made for it, and transfers of its TRC-20 tokens.
 * https://developers.tron.network/reference/get-transaction-info-by-account-address
 * Payments by contracts are entries of their own there, or stand with their transaction (`internal_transactions`).
 */
export const tronConnector: AddressConnector = {
  slug: 'tron',
  method: 'wallet',
  exchange: 'TRON',
  family: 'tron-chain',

  fetch(visit, from) {
    const mark = String(visit.now() - OVERLAP_MS)
    return cursorWalk(listsOf(visit), from, async () => ({ transactions: mark, tokens: mark }))
  },

  read: readTronPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfTron),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const account = `/v1/accounts/${visit.access.address}`
  return [
    {
      name: 'account',
      async ask() {
        const { text, rows } = await call(visit, account)
        return { text, entries: rows.length, cursor: null }
      },
    },
    {
      name: 'transactions',
      isOpenOften: true,
      ask: (from) => listed(visit, `${account}/transactions`, from, openIn),
      async detail(id) {
        const [kind = '', of = ''] = id.split(':')
        if (kind === 'asset') return call(visit, `/v1/assets/${encodeURIComponent(of)}`)
        return askChain(visit, 'trongrid', {
          method: 'POST',
          path: '/walletsolidity/gettransactioninfobyid',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ value: of }),
          isRead: true,
        })
      },
    },
    { name: 'tokens', ask: (from) => listed(visit, `${account}/transactions/trc20`, from, () => []) },
  ]
}

/** The decimals of a token of the older kind, and what a claim of rewards paid where the list does not state it. */
function openIn(entry: JsonObject): string[] {
  const { type } = contractIn(entry)
  const isClaim = type === 'WithdrawBalanceContract' && textIn(entry, 'withdraw_amount') === ''
  return [
    ...oldTokensIn(entry).map((contract) => `asset:${contract}`),
    ...(isClaim ? [`reward:${textIn(entry, 'txID')}`] : []),
  ]
}

async function listed(
  visit: Visit<AddressAccess>,
  path: string,
  { mark, cursor }: { readonly mark: string; readonly cursor: string },
  open: (entry: JsonObject) => string[],
): Promise<ListAnswer> {
  const query = new URLSearchParams({
    only_confirmed: 'true',
    limit: String(PAGE),
    order_by: 'block_timestamp,asc',
    min_timestamp: mark || '0',
    ...(cursor !== '' && { fingerprint: cursor }),
  })
  const { text, rows, meta } = await call(visit, `${path}?${query.toString()}`)
  const next = textIn(meta, 'fingerprint')
  return { text, entries: rows.length, cursor: next === '' ? null : next, details: rows.flatMap(open) }
}

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, path: string) {
  const { text, json } = await askChain(visit, 'trongrid', { path })
  const data = isObject(json) ? json['data'] : undefined
  if (!isObject(json) || json['success'] === false || !Array.isArray(data))
    throw new ProviderFailed('Its server answered without a list.')
  const meta = json['meta']
  return { text, rows: objectsOf(data), meta: isObject(meta) ? meta : {} }
}
