import {
  type AddressAccess,
  type AddressConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { blockOf, entriesOfPolkadot, LIST_FIELDS, readPolkadotPages } from './read-polkadot-pages.ts'

/** Rows of one answer, at most. */
const PAGE = 100
/** Answers to one question: of what is found, the first 10,000 rows are given. */
const MOST_PAGES = 100
/** Blocks that are read again: about a day. */
const OVERLAP_BLOCKS = 15_000

/** The relay chain, and the chain that accounts moved to in November 2025. */
const NETWORKS = { relay: 'subscan', hub: 'subscan-hub' } as const
type Network = keyof typeof NETWORKS

const PATHS = {
  extrinsics: '/api/v2/scan/extrinsics',
  transfers: '/api/v2/scan/transfers',
  rewards: '/api/v2/scan/account/reward_slash',
} as const

/**
 * Polkadot by Subscan, which asks for a key: what an account holds, what it signed with its fees, transfers, and rewards of staking, on the
 * relay chain and on its asset hub. A walk reads up to the block that was the last one when it began, so that no new block shifts a page.
 * https://support.subscan.io/
 * From memory: the error of an account that is not there, and `scan/search`.
 */
export const polkadotConnector: AddressConnector = {
  slug: 'polkadot',
  method: 'wallet',
  exchange: 'Polkadot',
  family: 'polkadot-chain',
  needs: Object.values(NETWORKS),

  fetch: (visit, from) =>
    cursorWalk(
      (['relay', 'hub'] as const).flatMap((network) => listsOf(visit, network)),
      from,
      async () => {
        const [relay, hub] = [await lastBlock(visit, 'relay'), await lastBlock(visit, 'hub')]
        const marks = [relay, hub].map((block) => String(block - OVERLAP_BLOCKS))
        return Object.fromEntries(
          (['relay', 'hub'] as const).flatMap((network, n) =>
            Object.keys(PATHS).map((list) => [`${network}-${list}`, marks[n] ?? '0']),
          ),
        )
      },
    ),

  read: readPolkadotPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfPolkadot),
}

/** The last block of a network. @throws ProviderFailed */
export async function lastBlock(visit: Visit<AddressAccess>, network: Network): Promise<number> {
  const { data } = await call(visit, network, '/api/scan/metadata', {})
  const block = Number(textIn(data, 'blockNum') || Number.NaN)
  if (!Number.isSafeInteger(block) || block <= 0)
    throw new ProviderFailed('Its server does not say which block is the last one.')
  return block
}

function listsOf(visit: Visit<AddressAccess>, network: Network): CursorList[] {
  const { address } = visit.access
  const account: CursorList = {
    name: `${network}-account`,
    async ask() {
      const { text } = await call(visit, network, '/api/v2/scan/search', { key: address })
      return { text, entries: 1, cursor: null }
    },
  }
  const lists = (Object.keys(PATHS) as (keyof typeof PATHS)[]).map((list): CursorList => ({
    name: `${network}-${list}`,
    async ask({ mark, cursor, until }) {
      const [page = 0, top = Number(until) + OVERLAP_BLOCKS] =
        cursor === '' ? [] : cursor.split('/').map(Number)
      const { text, data } = await call(visit, network, PATHS[list], {
        address,
        row: PAGE,
        page,
        block_range: `${Math.max(1, Number(mark))}-${top}`,
        ...(list === 'rewards' && { category: 'Reward', is_stash: true }),
      })
      const rows = objectsOf(data[LIST_FIELDS[list]])
      const next = page + 1 < MOST_PAGES ? `${page + 1}/${top}` : `0/${earlierTop(rows, top)}`
      return { text, entries: rows.length, cursor: rows.length === 0 ? null : next }
    },
  }))
  return [account, ...lists]
}

/** The block that the next question ends at, whose rows come again. @throws ProviderFailed */
function earlierTop(rows: readonly JsonObject[], top: number): number {
  const block = Number(blockOf(rows.at(-1) ?? {}) || Number.NaN)
  if (Number.isSafeInteger(block) && block < top) return block
  throw new ProviderFailed(
    'Its server gives no more than 10,000 rows, and does not say which block they end in.',
  )
}

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, network: Network, path: string, body: object) {
  const { text, json } = await askChain(visit, NETWORKS[network], {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isRead: true,
  })
  const data: unknown = isObject(json) ? json['data'] : undefined
  const code = isObject(json) ? textIn(json, 'code') : ''
  // An account that is not there is an error of its own; it has no history.
  if (code === NOT_FOUND) return { text, data: {} as JsonObject }
  if (!isObject(json) || code !== '0')
    throw new ProviderFailed(`Its server answered: ${shown(isObject(json) ? textIn(json, 'message') : '')}`)
  return { text, data: isObject(data) ? data : {} }
}

/** "Record Not Found". */
const NOT_FOUND = '10004'
