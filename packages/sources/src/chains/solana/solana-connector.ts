import type { Instant } from '@lotbook/journal'
import {
  type AddressAccess,
  type AddressConnector,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import {
  cellsOf,
  exactJsonOf,
  isObject,
  type JsonObject,
  objectsOf,
  textIn,
} from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import { readSolanaPages, resultIn } from './read-solana-pages.ts'
import { keptStakes, stakeAccountsIn } from './stake-accounts.ts'
import { REWARD, REWARD_TIME } from './stake-rewards.ts'
import { ownTokenAccounts } from './token-accounts.ts'
import { isAtEnd, stakesFrom, type StakeWalk, withStakes } from './stake-walk.ts'

/** Signatures of one answer; their transactions are asked for one by one before the next. */
const SIGNATURES = 100

/** Programs that keep tokens: the first one, and Token-2022. */
const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/**
 * Solana by a node: signatures of the wallet and of each of its token accounts, newest first, then each transaction. A transfer of a
 * token may name the token's account alone; one that was closed since is found by the wallet's own transactions.
 * https://solana.com/docs/rpc/http/getsignaturesforaddress
 */
export const solanaConnector: AddressConnector = {
  slug: 'solana',
  method: 'wallet',
  exchange: 'Solana',
  family: 'solana-chain',
  needs: ['solana'],

  async look(visit) {
    const { json } = await call(visit, 'getAccountInfo', [visit.access.address, { encoding: 'base64' }])
    const value = isObject(json) ? json['value'] : undefined
    return { isContract: isObject(value) && value['executable'] === true, transactions: null }
  },

  async *fetch(visit, from) {
    let walk = walkFrom(from, visit)
    for (;;) {
      const step = await nextStep(visit, walk)
      yield step.page
      if (step.walk === undefined) return
      walk = step.walk
    }
  },

  read: readSolanaPages,

  entry({ stream, text }) {
    const result = stream === 'transaction' ? resultIn(exactJsonOf(text)) : undefined
    return isObject(result) ? cellsOf(result) : []
  },
}

interface Walk {
  /** Older transactions are known; null where none are. */
  readonly since: Instant | null
  readonly end: Instant
  /** Programs whose accounts were asked for, and the balance behind them. */
  readonly asked: number
  /** The wallet, then its token accounts as they become known. */
  readonly accounts: readonly string[]
  readonly index: number
  /** The signature that the next answer begins behind; empty for the first. */
  readonly before: string
  /** Signatures whose transactions come next. */
  readonly pending: readonly string[]
  readonly stakes: StakeWalk
}

interface Step {
  readonly page: FetchedPage
  readonly walk: Walk | undefined
}

function walkFrom(from: Position | null, visit: Visit<AddressAccess>): Walk {
  // A walk that was broken off before stake accounts were asked about knows none.
  if (from !== null && 'accounts' in from)
    return {
      ...(from as unknown as Walk),
      stakes: (from['stakes'] as StakeWalk | undefined) ?? stakesFrom(null),
    }
  const until = from?.['until']
  const since = typeof until === 'number' ? until - OVERLAP_MS : null
  const stakes = stakesFrom(from)
  const accounts = [visit.access.address, ...stakes.own]
  return { since, end: visit.now(), asked: 0, accounts, index: 0, before: '', pending: [], stakes }
}

function nextStep(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  if (walk.asked < TOKEN_PROGRAMS.length) return accountsOf(visit, walk)
  if (walk.asked === TOKEN_PROGRAMS.length) return balanceOf(visit, walk)
  const [signature, ...pending] = walk.pending
  if (isRead(walk)) return stakeStep(visit, walk)
  return signature === undefined
    ? signaturesOf(visit, walk)
    : transactionOf(visit, { ...walk, pending }, signature)
}

async function accountsOf(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  const programId = TOKEN_PROGRAMS[walk.asked] ?? ''
  const { text, json } = await call(visit, 'getTokenAccountsByOwner', [
    visit.access.address,
    { programId },
    { encoding: 'jsonParsed' },
  ])
  const value = isObject(json) ? json['value'] : undefined
  if (!Array.isArray(value)) throw new ProviderFailed('Its server answered without token accounts.')
  const found = objectsOf(value).map((account) => textIn(account, 'pubkey'))
  // It is kept even if it is empty, for the last one may have named some.
  return step(
    withAccounts({ ...walk, asked: walk.asked + 1 }, found),
    'accounts',
    `accounts:${programId}`,
    text,
    1,
  )
}

async function balanceOf(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  const { text, json } = await call(visit, 'getBalance', [visit.access.address])
  if (!isObject(json) || textIn(json, 'value') === '')
    throw new ProviderFailed('Its server does not say what is held.')
  return step({ ...walk, asked: walk.asked + 1 }, 'balance', 'balance', text, 1)
}

async function signaturesOf(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  const account = walk.accounts[walk.index] ?? ''
  const { text, json } = await call(visit, 'getSignaturesForAddress', [
    account,
    { limit: SIGNATURES, ...(walk.before !== '' && { before: walk.before }) },
  ])
  if (!Array.isArray(json)) throw new ProviderFailed('Its server answered without signatures.')
  const listed = objectsOf(json)
  const pending = listed.map((one) => textIn(one, 'signature'))
  const oldest = listed.reduce((least, one) => Math.min(least, timeOf(one)), Number.POSITIVE_INFINITY)
  const isLast = pending.length === 0 || oldest < (walk.since ?? 0)
  const next: Walk = isLast
    ? { ...walk, index: walk.index + 1, before: '', pending }
    : { ...walk, before: pending.at(-1) ?? '', pending }
  // Signatures are no history: they lead to it, and are not kept.
  const place = `signatures:${walk.index}+${walk.before}`
  return step(next, 'signatures', place, text, 0)
}

const timeOf = (one: JsonObject) => Number(textIn(one, 'blockTime') || Number.POSITIVE_INFINITY) * 1000

async function transactionOf(visit: Visit<AddressAccess>, walk: Walk, signature: string): Promise<Step> {
  const { text, json } = await call(visit, 'getTransaction', [
    signature,
    { encoding: 'jsonParsed', commitment: 'finalized', maxSupportedTransactionVersion: 1 },
  ])
  if (!isObject(json)) throw new ProviderFailed('Its server no longer has a transaction that it lists.')
  const wallet = visit.access.address
  const stakes = withStakes(walk.stakes, stakeAccountsIn(json, wallet), Number(textIn(json, 'slot')))
  const next = withAccounts({ ...walk, stakes }, [...ownTokenAccounts(json, wallet), ...stakes.own])
  return step(next, 'transaction', `transaction:${signature}`, text, 1)
}

function withAccounts(walk: Walk, found: readonly string[]): Walk {
  const accounts = [...new Set([...walk.accounts, ...found])].filter((account) => account !== '')
  return { ...walk, accounts }
}

/** Whether all transactions were fetched. */
const isRead = ({ asked, pending, index, accounts }: Walk): boolean =>
  asked > TOKEN_PROGRAMS.length && pending.length === 0 && index >= accounts.length

/** One question about stake accounts: what they hold, then what they earned in each epoch, and when that was. */
async function stakeStep(visit: Visit<AddressAccess>, walk: Walk): Promise<Step> {
  const { stakes } = walk
  const kept = [...keptStakes([stakes])]
  const to = (next: Partial<StakeWalk>): Walk => ({ ...walk, stakes: { ...stakes, ...next } })
  if (stakes.lastEpoch === null) {
    const { text } = await call(visit, 'getMultipleAccounts', [kept, { encoding: 'base64' }])
    const { json } = await call(visit, 'getEpochInfo', [])
    const epoch = isObject(json) ? Number(textIn(json, 'epoch') || Number.NaN) : Number.NaN
    if (!Number.isSafeInteger(epoch)) throw new ProviderFailed('Its server does not say which epoch it is.')
    return step(to({ lastEpoch: epoch - 1 }), 'stakes', 'stakes', text, 1)
  }
  if (stakes.slot !== '') {
    const { text } = await call(visit, 'getBlockTime', [Number(stakes.slot)])
    return step(to({ slot: '' }), REWARD_TIME, `${REWARD_TIME}:${stakes.slot}`, text, 1)
  }
  const { text, json } = await call(visit, 'getInflationReward', [kept, { epoch: stakes.epoch }], FORGOTTEN)
  const paid = objectsOf(json)
  const slot = paid.map((one) => textIn(one, 'effectiveSlot')).find((found) => found !== '') ?? ''
  const isTold = paid.length > 0 || json === undefined
  return step(
    to({ epoch: stakes.epoch + 1, slot }),
    REWARD,
    `${REWARD}:${stakes.epoch}`,
    text,
    isTold ? 1 : 0,
  )
}

/** Errors of a node that no longer has, or never had, what it is asked for. */
const FORGOTTEN: ReadonlySet<string> = new Set(['-32001', '-32004', '-32007', '-32009', '-32011'])

/** A page, and the walk behind it; the walk ends where no account is left. */
function step(walk: Walk, stream: string, place: string, text: string, entries: number): Step {
  const isDone = isRead(walk) && isAtEnd(walk.stakes)
  const next: Position = isDone ? { until: walk.end, stakes: walk.stakes } : { ...walk }
  return { page: { stream, place, text, entries, next }, walk: isDone ? undefined : walk }
}

/** @throws ProviderFailed */
/** The last slot that its server knows. @throws ProviderFailed, and what `ask` throws */
export async function lastSlot(visit: Visit<AddressAccess>): Promise<number> {
  const { json } = await call(visit, 'getSlot', [])
  if (typeof json !== 'number' && !/^\d+$/.test(String(json)))
    throw new ProviderFailed('Its server does not say which slot is the last one.')
  return Number(json)
}

async function call(
  visit: Visit<AddressAccess>,
  method: string,
  params: readonly unknown[],
  tolerated: ReadonlySet<string> = new Set(),
) {
  const { text, json } = await askChain(visit, 'solana', {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    isRead: true,
  })
  const error = isObject(json) ? json['error'] : undefined
  if (isObject(error) && !tolerated.has(textIn(error, 'code')))
    throw new ProviderFailed(`Its server answered: ${shown(textIn(error, 'message'))}`)
  return { text, json: resultIn(json) }
}
