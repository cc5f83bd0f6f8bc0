import type { Instant } from '@lotbook/journal'
import { ProviderDown } from '../../connecting/ask.ts'
import {
  type AddressAccess,
  type AddressConnector,
  type FetchedPage,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { needsOperatorKey, type ProviderName } from '../../connecting/providers.ts'
import { cellsOf, exactJsonOf, isObject, textIn } from '../../exchanges/json-answer.ts'
import { EXPLORER_ANSWERS } from '../../reading/settle-event.ts'
import { type EvmChain, evmChains } from './evm-chains.ts'
import { blockOf, ExplorerApi, hashOf, LISTS, rowsOf } from './explorer-api.ts'
import { hexAddress } from './harmony-address.ts'
import { withdrawalRow } from './read-withdrawals.ts'
import { withdrawalPage, type WithdrawalWalk, WITHDRAWALS } from './withdrawals-api.ts'
import { readEvmInParts, readEvmPages, rowIn, UNFINISHED } from './read-evm-pages.ts'

/** Rows of one answer: what Etherscan gives at once to a free key. */
const ROWS = 1_000
/** Where each transaction's receipt is asked for behind its page. */
const ROWS_WITH_RECEIPTS = 100

/**
 * Chains of the Ethereum kind by an explorer. Each list is read from a block on, oldest first; the next answer begins at the block that
 * the last one ended in, which may have been cut there, so that no limit of an explorer's pages hides a row. Pages are counted inside
 * of one block alone.
 */
export const evmConnectors: readonly AddressConnector[] = evmChains.map((chain) => ({
  slug: chain.slug,
  method: 'wallet',
  exchange: chain.name,
  family: EXPLORER_ANSWERS,

  async look(of) {
    const visit = inHex(of)
    const { address } = visit.access
    const { answer } = await firstToAnswer(visit, chain, openProviders(visit, chain), async (api) => {
      const code = resultOf((await api.node('eth_getCode', address)).json)
      const sent = resultOf((await api.node('eth_getTransactionCount', address)).json)
      if (/^0x[0-9a-f]*$/i.test(code)) return { code, sent }
      throw new ProviderFailed('Its server does not say what the address is.')
    })
    const { code, sent } = answer
    // A wallet may name a contract that acts for it (EIP-7702).
    const isContract = code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)
    return { isContract, transactions: /^0x[0-9a-f]{1,12}$/i.test(sent) ? Number(sent) : null }
  },

  async *fetch(of, from) {
    const visit = inHex(of)
    let walk = await beginning(visit, chain, from)
    for (;;) {
      const page = await nextPage(visit, chain, walk)
      yield page.page
      if (page.walk === undefined) return
      walk = page.walk
    }
  },

  read: (pages, access) => readEvmPages(pages, accessInHex(access), chain),
  readInParts: (pages, access) => readEvmInParts(pages, accessInHex(access), chain),

  entry({ stream, text }, remoteId) {
    const json = exactJsonOf(text)
    const row = stream === WITHDRAWALS ? withdrawalRow(json, remoteId) : rowIn(rowsOf(json), remoteId)
    return row === undefined ? [] : cellsOf(row)
  },
}))

/** Explorers name addresses in hexadecimal. */
const accessInHex = (access: AddressAccess | null): AddressAccess | null =>
  access && { ...access, address: hexAddress(access.address) }
const inHex = (visit: Visit<AddressAccess>): Visit<AddressAccess> => ({
  ...visit,
  access: { ...visit.access, address: hexAddress(visit.access.address) },
})

/** Where a walk is. */
interface Walk {
  readonly provider: ProviderName
  /** The moment it began, from which the next one goes on. */
  readonly end: Instant
  /** The block from which every list is read. */
  readonly since: number
  /** The list, by its number; behind the last one withdrawals, tokens and the balance are asked for. */
  readonly list: number
  readonly start: number
  readonly page: number
  /** Transactions whose receipts are asked for before the walk goes on. */
  readonly receipts: readonly string[]
  /** The block from which the last walk found internal transactions missing: they are read again from there. */
  readonly again?: number | undefined
  /** The block from which this one finds them missing. */
  readonly unfinished?: number | undefined
  /** Whether the last walk read what validators paid; else it is read from the first block on. */
  readonly hasWithdrawals?: boolean | undefined
  /** Place that withdrawals are read from; null once all are read. */
  readonly withdrawals?: WithdrawalWalk | null | undefined
}

/** A block that is this old is traced, unless its explorer is behind. */
const TRACED_AFTER_SECONDS = 3_600

/** Those that the customer has a key of their own for come first: its quota is theirs alone. */
function openProviders(visit: Visit<AddressAccess>, { providers }: EvmChain): ProviderName[] {
  const isOwn = (provider: ProviderName) => visit.isOwn?.(provider) === true
  const open = providers.filter((provider) =>
    needsOperatorKey(provider) ? visit.isOpen?.(provider) === true : visit.isOpen?.(provider) !== false,
  )
  return [...open.filter(isOwn), ...open.filter((provider) => !isOwn(provider))]
}

/** The first provider that answers a question, with its answer. @throws what the last one throws, and at once what is no failure of one */
async function firstToAnswer<Answer>(
  visit: Visit<AddressAccess>,
  chain: EvmChain,
  providers: readonly ProviderName[],
  question: (api: ExplorerApi) => Promise<Answer>,
): Promise<{ readonly provider: ProviderName; readonly answer: Answer }> {
  for (const [n, provider] of providers.entries())
    try {
      return { provider, answer: await question(new ExplorerApi(visit, chain, provider)) }
    } catch (error) {
      if (n === providers.length - 1 || !isFailure(error)) throw error
    }
  throw new ProviderFailed(`Nobody who can be asked knows ${chain.name}.`)
}

const isFailure = (error: unknown) => error instanceof ProviderDown || error instanceof ProviderFailed

async function beginning(visit: Visit<AddressAccess>, chain: EvmChain, from: Position | null): Promise<Walk> {
  if (from !== null && 'list' in from) return goingOn(visit, chain, from as unknown as Walk)
  const until = from?.['until']
  const seconds = typeof until === 'number' ? Math.floor((until - OVERLAP_MS) / 1000) : undefined
  // The first question also shows whether the provider answers.
  const { provider, answer: since } = await firstToAnswer(
    visit,
    chain,
    openProviders(visit, chain),
    async (api) => {
      if (seconds !== undefined) return api.blockAt(seconds)
      await api.balance()
      return 0
    },
  )
  const again = from?.['unfinished']
  const walk = { provider, end: visit.now(), since, list: 0, start: since, page: 1, receipts: [] }
  const known = from?.['hasWithdrawals'] === true ? { ...walk, hasWithdrawals: true } : walk
  return typeof again === 'number' ? { ...known, again } : known
}

/**
 * Goes on with a walk that was broken off. Where its provider can be asked no more, or the customer has a key of their own for another
 * by now, that one is asked from the block on that the walk began at: explorers number their pages alike, but not their rows.
 */
async function goingOn(visit: Visit<AddressAccess>, chain: EvmChain, walk: Walk): Promise<Walk> {
  const open = openProviders(visit, chain)
  const isOpen = open.includes(walk.provider)
  const isOwn = (provider: ProviderName) => visit.isOwn?.(provider) === true
  const better = isOwn(walk.provider) ? [] : open.filter(isOwn)
  if (isOpen && better.length === 0) return walk
  try {
    const { provider } = await firstToAnswer(visit, chain, isOpen ? better : open, (api) => api.balance())
    const { since } = walk
    const anew = {
      list: 0,
      start: since,
      page: 1,
      receipts: [],
      unfinished: undefined,
      withdrawals: undefined,
    }
    return { ...walk, ...anew, provider, end: visit.now() }
  } catch (error) {
    if (isOpen && isFailure(error)) return walk
    throw error
  }
}

async function nextPage(
  visit: Visit<AddressAccess>,
  chain: EvmChain,
  walk: Walk,
): Promise<{ readonly page: FetchedPage; readonly walk: Walk | undefined }> {
  const api = new ExplorerApi(visit, chain, walk.provider)
  const [receipt, ...receipts] = walk.receipts
  if (receipt !== undefined) {
    const { text, json } = await api.node('eth_getTransactionReceipt', receipt)
    if (!isObject(json) || !isObject(json['result']))
      throw new ProviderFailed('Its server does not know a receipt.')
    const next = { ...walk, receipts }
    return { page: page('receipt', receipt, text, 1, next), walk: next }
  }
  const list = LISTS[walk.list]
  if (walk.list === LISTS.length && chain.hasValidators && walk.withdrawals !== null) {
    const since = walk.hasWithdrawals === true ? walk.since : 0
    const at = walk.withdrawals ?? { start: since, page: 1, cursor: '' }
    const answer = await withdrawalPage(api, at, { since, size: ROWS })
    const next = { ...walk, withdrawals: answer.next ?? null }
    const place = `${walk.end}/${at.start}+${at.page}${at.cursor === '' ? '' : `+${at.cursor}`}`
    return { page: page(WITHDRAWALS, place, answer.text, answer.entries, next), walk: next }
  }
  if (walk.list === LISTS.length) {
    const tokens = await api.tokens()
    const next = { ...walk, list: walk.list + 1 }
    const entries = tokens === undefined ? 0 : 1
    return { page: page('tokens', 'now', tokens?.text ?? '', entries, next), walk: next }
  }
  if (walk.list === LISTS.length + 1 && (walk.again ?? walk.unfinished) !== undefined) {
    const next = { ...walk, list: walk.list + 1 }
    const text = JSON.stringify({ block: walk.unfinished ?? null })
    return { page: page(UNFINISHED, 'now', text, 1, next), walk: next }
  }
  if (list === undefined) {
    const { text, json } = await api.balance()
    if (!/^\d{1,40}$/.test(resultOf(json))) throw new ProviderFailed('Its server does not say what is held.')
    const { end: until, unfinished } = walk
    const last = {
      until,
      ...(unfinished !== undefined && { unfinished }),
      ...(chain.hasValidators && { hasWithdrawals: true }),
    }
    return { page: page('balance', 'now', text, 1, last), walk: undefined }
  }
  const size = chain.hasFeeOfLayerOne ? ROWS_WITH_RECEIPTS : ROWS
  const { text, rows, isUnfinished } = await api.rows(list, { start: walk.start, page: walk.page, size })
  const isNew = isUnfinished && walk.unfinished === undefined
  const unfinished = isNew && (await isBehind(visit, api, walk)) ? walk.start : walk.unfinished
  const next = { ...walk, unfinished, ...behind(walk, rows.map(blockOf), size) }
  const own = visit.access.address.toLowerCase()
  const sent = rows.filter((row) => textIn(row, 'from').toLowerCase() === own).map(hashOf)
  const all = chain.hasFeeOfLayerOne && list === 'txlist' ? { ...next, receipts: sent } : next
  return { page: page(list, `${walk.end}/${walk.start}+${walk.page}`, text, rows.length, all), walk: all }
}

/** Whether more is missing than the last blocks, which the next walk reads again anyway. */
async function isBehind(visit: Visit<AddressAccess>, api: ExplorerApi, { start }: Walk): Promise<boolean> {
  const end = await api.blockAt(Math.floor(visit.now() / 1000) - TRACED_AFTER_SECONDS)
  if (end === 0) return true
  return end > start && (await api.rows('txlistinternal', { start, end, page: 1, size: 1 })).isUnfinished
}

/** The block from which a list is read. */
const startOf = (list: number, { since, again }: Walk): number =>
  LISTS[list] === 'txlistinternal' && again !== undefined ? Math.min(since, again) : since

/** Where a list goes on behind an answer. */
function behind(walk: Walk, blocks: readonly number[], size: number): Partial<Walk> {
  const { list, start, page } = walk
  const last = blocks.reduce((most, block) => Math.max(most, block), 0)
  if (blocks.some((block) => !Number.isSafeInteger(block)))
    throw new ProviderFailed('Its server names no block of a row.')
  // Nothing is left from this block on; inside of a block its pages are at an end.
  if (blocks.length === 0)
    return page === 1 ? { list: list + 1, start: startOf(list + 1, walk) } : { start: start + 1, page: 1 }
  if (last > start) return { start: last, page: 1 }
  return blocks.length < size ? { start: start + 1, page: 1 } : { page: page + 1 }
}

function page(stream: string, place: string, text: string, entries: number, next: object): FetchedPage {
  return { stream, place: `${stream}:${place}`, text, entries, next: { ...next } }
}

const resultOf = (json: unknown): string => (isObject(json) ? textIn(json, 'result') : '')
