import {
  type AddressAccess,
  type AddressConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import type { ProviderRequest } from '../../connecting/ask.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { stakeAddressOf } from './stake-address.ts'
import { entriesOfCardano, readCardanoPages } from './read-cardano-pages.ts'

/** Rows of one answer; Koios gives 1,000 at most. */
const PAGE = 500
/** Transactions that are asked for at once: without a key Koios takes a question of 1 kB, and a hash is 67 bytes of it. */
const AT_ONCE = 12
/** Blocks that are read again: more than a day. */
const OVERLAP_BLOCKS = 6_000

/**
 * Cardano by Koios. An address that names a stake key stands for the whole account of that key, whose change goes to many addresses; any
 * other address stands for itself. Asked for are what is held, the transactions, and what the stake earned by epoch.
 * https://api.koios.rest
 */
export const cardanoConnector: AddressConnector = {
  slug: 'cardano',
  method: 'wallet',
  exchange: 'Cardano',
  family: 'cardano-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => {
      const { rows } = await call(visit, { path: '/api/v1/tip' })
      const height = Number(textIn(rows[0] ?? {}, 'block_height') || textIn(rows[0] ?? {}, 'block_no'))
      if (!Number.isSafeInteger(height) || height <= 0)
        throw new ProviderFailed('Its server does not say which block is the last one.')
      return { transactions: String(Math.max(0, height - OVERLAP_BLOCKS)) }
    }),

  read: readCardanoPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfCardano),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const { address } = visit.access
  const stake = stakeAddressOf(address)
  const lists: CursorList[] = [
    {
      name: 'account',
      async ask() {
        const { text, rows } = await call(
          visit,
          stake === undefined
            ? post('address_info', { _addresses: [address] })
            : post('account_info', { _stake_addresses: [stake] }),
        )
        return { text, entries: rows.length, cursor: null }
      },
    },
    {
      name: 'transactions',
      async ask({ mark, cursor }) {
        const after = Number(mark || 0)
        const part = partOf(cursor, 'block_height.asc,tx_hash.asc')
        const of = stake === undefined ? '' : `&_stake_address=${stake}&_after_block_height=${after}`
        const { text, rows } = await call(
          visit,
          stake === undefined
            ? post(`address_txs?${part}`, { _addresses: [address], _after_block_height: after })
            : { path: `/api/v1/account_txs?${part}${of}` },
        )
        const hashes = rows.map((row) => textIn(row, 'tx_hash')).filter((hash) => hash !== '')
        const details = Array.from({ length: Math.ceil(hashes.length / AT_ONCE) }, (_, n) =>
          hashes.slice(n * AT_ONCE, (n + 1) * AT_ONCE).join(','),
        )
        // Hashes are no history: they lead to it, and are not kept.
        return { text, entries: 0, cursor: nextOf(cursor, rows), details }
      },
      async detail(hashes) {
        const wanted = hashes.split(',')
        const { text, rows } = await call(
          visit,
          post('tx_info', {
            _tx_hashes: wanted,
            _inputs: true,
            _assets: true,
            _withdrawals: true,
            _scripts: true,
            _metadata: false,
            _certs: false,
            _bytecode: false,
          }),
        )
        if (rows.length < wanted.length)
          throw new ProviderFailed('Its server lacks a transaction that it lists.')
        return { text }
      },
    },
  ]
  if (stake === undefined) return lists
  const rewards: CursorList = {
    name: 'rewards',
    async ask({ cursor }) {
      const part = partOf(cursor, 'earned_epoch.asc,type.asc')
      const { text, rows } = await call(
        visit,
        post(`account_reward_history?${part}`, { _stake_addresses: [stake] }),
      )
      return { text, entries: rows.length, cursor: nextOf(cursor, rows) }
    },
  }
  return [...lists, rewards]
}

const partOf = (cursor: string, order: string): string =>
  `order=${order}&offset=${cursor || '0'}&limit=${PAGE}`

function nextOf(cursor: string, { length }: readonly JsonObject[]): string | null {
  return length === 0 ? null : String(Number(cursor || 0) + length)
}

const post = (path: string, body: object): ProviderRequest => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  isRead: true,
})

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, request: ProviderRequest) {
  const { text, json } = await askChain(visit, 'koios', request)
  if (!Array.isArray(json) || !json.every(isObject))
    throw new ProviderFailed('Its server answered without a list.')
  return { text, rows: objectsOf(json) }
}
