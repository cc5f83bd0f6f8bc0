import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import { extendedKeyOf } from '../../addresses/extended-keys.ts'
import { ProviderDown } from '../../connecting/ask.ts'
import {
  type AddressAccess,
  type AddressConnector,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../../connecting/connector.ts'
import { cellsOf, exactJsonOf, isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import { type BlockPage, derivedIn, lastBlockOf, transactionsIn, transactionsPage } from './blockbook-api.ts'
import {
  CHAIN,
  esploraAddresses,
  esploraBalance,
  esploraConnector,
  esploraTransactions,
} from './esplora-connector.ts'
import { amountOf, readOutputTransactions } from './output-transaction.ts'

const BLOCKBOOK = 'blockbook-btc'
/** Blocks that are read again: more than a day. */
const OVERLAP_BLOCKS = 200
/** Stream of the answers about an extended key. */
const KEY = 'key'

/**
 * Bitcoin: a single address by Esplora; an extended key by Blockbook, which finds its addresses in a few answers, or where that does not
 * answer by Esplora, address by address.
 * Blockbook takes a descriptor without its paths, `wpkh(xpub…)`.
 */
export const bitcoinConnector: AddressConnector = {
  ...esploraConnector,

  async *fetch(visit, from) {
    const begun = await keyWalkFrom(visit, from)
    if (begun === undefined) return yield* esploraConnector.fetch(visit, esploraPosition(from))
    let walk: KeyWalk = begun
    const keys = keysOf(visit.access)
    for (;;) {
      const { key, since, until, page } = walk
      const asked = { of: keys[key] ?? '', isKey: true }
      const { text, entries, isLast } = await transactionsPage(visit, BLOCKBOOK, asked, walk)
      walk = isLast ? { ...walk, key: key + 1, page: 1 } : { ...walk, page: page + 1 }
      const isEnd = walk.key >= keys.length
      const next: Position = isEnd ? { until: walk.end, block: until } : { ...walk }
      yield { stream: KEY, place: `${KEY}:${key}/${since}-${until}+${page}`, text, entries, next }
      if (isEnd) return
    }
  },

  read: readPages,

  entry(page, remoteId) {
    if (page.stream !== KEY) return esploraConnector.entry(page, remoteId)
    const json = exactJsonOf(page.text)
    const all = isObject(json) ? objectsOf(json['transactions']) : []
    const found = all.find((transaction) => textIn(transaction, 'txid') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

/** Where a walk through the kinds of scripts of an extended key is. */
interface KeyWalk extends BlockPage {
  /** The kind of script, by its number. */
  readonly key: number
  /** The moment the walk began. */
  readonly end: Instant
}

/** Descriptors of the kinds of scripts that an extended key may be of; an xpub does not say which. */
function keysOf({ address }: AddressAccess): string[] {
  return extendedKeyOf(address)?.scripts === 'any'
    ? [`pkh(${address})`, `sh(wpkh(${address}))`, `wpkh(${address})`, `tr(${address})`]
    : [address]
}

/** The walk by Blockbook; undefined where Esplora is asked. */
async function keyWalkFrom(visit: Visit<AddressAccess>, from: Position | null): Promise<KeyWalk | undefined> {
  if (from !== null && 'key' in from) return from as unknown as KeyWalk
  const isEsploras = from !== null && 'last' in from
  const { address, isExtendedKey } = visit.access
  // A key of several signers is refused where its addresses are derived.
  if (isEsploras || !isExtendedKey || extendedKeyOf(address)?.scripts === undefined) return undefined
  const known = from?.['block']
  try {
    const until = await lastBlockOf(visit, BLOCKBOOK)
    const since = typeof known === 'number' ? Math.max(0, known - OVERLAP_BLOCKS) : 0
    return { key: 0, since, until, page: 1, end: visit.now() }
  } catch (error) {
    if (error instanceof ProviderDown || error instanceof ProviderFailed) return undefined
    throw error
  }
}

function esploraPosition(from: Position | null): Position | null {
  if (from === null || 'last' in from) return from
  const { until } = from
  return typeof until === 'number' ? { until } : null
}

function readPages(pages: readonly StoredPage[], access: AddressAccess | null): Reading {
  const latest = latestFirst(pages)
  const byEsplora = latest.filter(({ stream }) => stream !== KEY)
  const byKey = latest
    .filter(({ stream }) => stream === KEY)
    .map((page) => ({ ...page, json: exactJsonOf(page.text) }))
  const { transactions, refused } = esploraTransactions(byEsplora)
  const own = new Set(esploraAddresses(byEsplora, access))
  const listed = byKey.map(({ place, json }) => {
    if (isObject(json)) for (const address of derivedIn(json)) own.add(address)
    return { place, read: isObject(json) ? transactionsIn(json, place) : undefined }
  })
  const unreadable = listed.filter(({ read }) => read === undefined).map(({ place }) => unreadablePage(place))
  const all = [...transactions, ...listed.flatMap(({ read }) => read ?? [])]
  return {
    ...readOutputTransactions(all, own, CHAIN, [...refused, ...unreadable]),
    balances: latest[0]?.stream === KEY ? keyBalance(byKey) : esploraBalance(byEsplora),
  }
}

/** What all kinds of scripts hold together, each as it was stated last. */
function keyBalance(latest: readonly (StoredPage & { readonly json: unknown })[]): StatedBalance[] {
  const stated = new Map<string, string>()
  for (const { place, json } of latest) {
    const key = place.slice(0, place.indexOf('/'))
    if (!stated.has(key)) stated.set(key, isObject(json) ? textIn(json, 'balance') : '')
  }
  const units = [...stated.values()]
  const [at] = latest.map(({ fetchedAt }) => fetchedAt)
  if (at === undefined || !units.every((text) => /^\d{1,25}$/.test(text))) return []
  const total = units.reduce((sum, text) => sum + BigInt(text), 0n)
  return [{ asset: CHAIN.ticker, part: '', at, quantity: formatDecimal(amountOf(total).value) }]
}
