import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import { extendedKeyOf } from '../../addresses/extended-keys.ts'
import { ProviderDown } from '../../connecting/ask.ts'
import {
  type AddressAccess,
  type AddressConnector,
  type FetchedPage,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../../connecting/connector.ts'
import { cellsOf, exactJsonOf, isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import {
  addressBalance,
  addressesAsked,
  addressPageOf,
  addressTransactions,
  firstAnswer,
  openServers,
  walkAddresses,
} from './address-walk.ts'
import { type BlockPage, derivedIn, lastBlockOf, transactionsIn, transactionsPage } from './blockbook-api.ts'
import { isOperators, type KnownOutputChain, OUTPUT_CHAINS } from './output-chains.ts'
import { amountOf, readOutputTransactions } from './output-transaction.ts'

/** Blocks that are read again: more than any chain here ever took back. */
const OVERLAP_BLOCKS = 500
/** Stream of Blockbook's answers. */
const KEY = 'key'

/**
 * Chains of outputs. A Blockbook server finds the addresses of an extended key in a few answers, so it is asked where the operator has
 * named one; otherwise their Electrum server or the public servers are asked, address by address.
 * https://github.com/trezor/blockbook/blob/master/docs/api.md
 */
export const outputConnectors: readonly AddressConnector[] = OUTPUT_CHAINS.map((chain) => ({
  slug: chain.slug,
  method: 'wallet',
  exchange: chain.exchange,
  family: 'utxo-chain',

  ...(!chain.servers.every(isOperators) && {
    async look(visit: Visit<AddressAccess>) {
      const { address } = visit.access
      const [{ transactions }] = await firstAnswer(visit, chain, ({ api, provider }) =>
        api.facts({ visit, provider, address }),
      )
      return { isContract: false, transactions }
    },
  }),

  async *fetch(visit, from) {
    const begun = await keyWalkFrom(visit, chain, from)
    if (begun === undefined) return yield* walkAddresses(visit, chain, addressPosition(from))
    yield* walkKeys(visit, chain, begun)
  },

  read: (pages, access) => readPages(pages, access, chain),

  entry(page, remoteId) {
    const byAddress = addressPageOf(page, chain)
    const json = byAddress?.json ?? exactJsonOf(page.text)
    const rows =
      byAddress !== undefined && !isBlockbooks(json)
        ? byAddress.api.rows(json).map((row) => [byAddress.api.hashOf(row), row] as const)
        : objectsOf(isObject(json) ? json['transactions'] : []).map(
            (row) => [textIn(row, 'txid'), row] as const,
          )
    const found = rows.find(([hash]) => hash === remoteId)
    return found === undefined ? [] : cellsOf(found[1])
  },
}))

/** Where a walk through the kinds of scripts of an extended key is. */
interface KeyWalk extends BlockPage {
  /** The kind of script, by its number. */
  readonly key: number
  /** The moment the walk began. */
  readonly end: Instant
}

/** What Blockbook is asked about: descriptors of the kinds of scripts that an extended key may be of, since an xpub does not say which. */
function keysOf({ address, isExtendedKey }: AddressAccess, { hasDescriptors }: KnownOutputChain): string[] {
  return isExtendedKey && hasDescriptors === true && extendedKeyOf(address)?.scripts === 'any'
    ? [`pkh(${address})`, `sh(wpkh(${address}))`, `wpkh(${address})`, `tr(${address})`]
    : [address]
}

/** The walk by Blockbook; undefined where other servers are asked. */
async function keyWalkFrom(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  from: Position | null,
): Promise<KeyWalk | undefined> {
  if (from !== null && 'key' in from) return from as unknown as KeyWalk
  const hasOthers = openServers(visit, chain).length > 0
  const isOthers = from !== null && 'last' in from
  if (hasOthers && (isOthers || visit.isOpen?.(chain.blockbook) === false)) return undefined
  const { address, isExtendedKey } = visit.access
  // A key of several signers is refused where its addresses are derived.
  if (hasOthers && isExtendedKey && extendedKeyOf(address)?.scripts === undefined) return undefined
  try {
    const until = await lastBlockOf(visit, chain.blockbook)
    return { key: 0, since: blockOf(from), until, page: 1, end: visit.now() }
  } catch (error) {
    if (hasOthers && (error instanceof ProviderDown || error instanceof ProviderFailed)) return undefined
    throw error
  }
}

/** The block that a walk begins at. Earlier versions kept the last one as `until`, where others keep a moment. */
function blockOf(from: Position | null): number {
  const { block, until } = from ?? {}
  const known = typeof block === 'number' ? block : typeof until === 'number' && until < MOMENTS ? until : 0
  return Math.max(0, known - OVERLAP_BLOCKS)
}

/** No chain has so many blocks, and no moment of a chain is before it. */
const MOMENTS = 1_000_000_000

function addressPosition(from: Position | null): Position | null {
  if (from === null || 'last' in from) return from
  const { until } = from
  return typeof until === 'number' && until >= MOMENTS ? { until } : null
}

async function* walkKeys(
  visit: Visit<AddressAccess>,
  chain: KnownOutputChain,
  begun: KeyWalk,
): AsyncIterable<FetchedPage> {
  let walk = begun
  const keys = keysOf(visit.access, chain)
  for (;;) {
    const { key, since, until, page } = walk
    const asked = { of: keys[key] ?? '', isKey: visit.access.isExtendedKey }
    const { text, entries, isLast } = await transactionsPage(visit, chain.blockbook, asked, walk)
    walk = isLast ? { ...walk, key: key + 1, page: 1 } : { ...walk, page: page + 1 }
    const isEnd = walk.key >= keys.length
    const next: Position = isEnd ? { until: walk.end, block: until } : { ...walk }
    yield { stream: KEY, place: `${KEY}:${key}/${since}-${until}+${page}`, text, entries, next }
    if (isEnd) return
  }
}

/** Whether an answer is Blockbook's. Earlier versions kept such answers under the stream of the other servers' lists. */
const isBlockbooks = (json: unknown): boolean => isObject(json) && 'itemsOnPage' in json

function readPages(
  pages: readonly StoredPage[],
  access: AddressAccess | null,
  chain: KnownOutputChain,
): Reading {
  const latest = latestFirst(pages)
  const all = latest.map((page) => ({ page, found: addressPageOf(page, chain) }))
  const isKey = ({ page, found }: (typeof all)[number]) =>
    page.stream === KEY || found === undefined || isBlockbooks(found.json)
  const byAddress = all.flatMap((one) => (isKey(one) || one.found === undefined ? [] : [one.found]))
  const byKey = all
    .filter(isKey)
    .map(({ page, found }) => ({ ...page, json: found?.json ?? exactJsonOf(page.text) }))
  const { transactions, refused } = addressTransactions(byAddress)
  const own = new Set(addressesAsked(byAddress, access, chain))
  if (access?.isExtendedKey === false && byKey.length > 0) own.add(access.address)
  const listed = byKey.map(({ place, json }) => {
    if (isObject(json)) for (const address of ownIn(json, access)) own.add(address)
    return { place, read: isObject(json) ? transactionsIn(json, place) : undefined }
  })
  const unreadable = listed.filter(({ read }) => read === undefined).map(({ place }) => unreadablePage(place))
  const [newest] = all
  return {
    ...readOutputTransactions([...transactions, ...listed.flatMap(({ read }) => read ?? [])], own, chain, [
      ...refused,
      ...unreadable,
    ]),
    balances:
      newest !== undefined && isKey(newest) ? keyBalance(byKey, chain) : addressBalance(byAddress, chain),
  }
}

/** Own addresses in an answer of Blockbook: those of an extended key, or the address as the server writes it, with its prefix or today's version. */
function ownIn(json: Parameters<typeof derivedIn>[0], access: AddressAccess | null): string[] {
  return access?.isExtendedKey === false ? [textIn(json, 'address'), ...derivedIn(json)] : derivedIn(json)
}

/** What all kinds of scripts hold together, each as it was stated last. */
function keyBalance(
  latest: readonly (StoredPage & { readonly json: unknown })[],
  { ticker }: KnownOutputChain,
): StatedBalance[] {
  const stated = new Map<string, string>()
  for (const { stream, place, json } of latest) {
    const key = stream === KEY ? place.slice(0, place.indexOf('/')) : ''
    if (!stated.has(key)) stated.set(key, isObject(json) ? textIn(json, 'balance') : '')
  }
  const units = [...stated.values()]
  const [at] = latest.map(({ fetchedAt }) => fetchedAt)
  if (at === undefined || !units.every((text) => /^\d{1,25}$/.test(text))) return []
  const total = units.reduce((sum, text) => sum + BigInt(text), 0n)
  return [{ asset: ticker, part: '', at, quantity: formatDecimal(amountOf(total).value) }]
}
