import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import {
  type AddressAccess,
  type AddressConnector,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type StoredPage,
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
import type { Finding, Reading, StatedBalance } from '../../reading/outcome.ts'
import { askChain, latestFirst, unreadablePage } from '../chain-answer.ts'
import { addressesOf, type AddressSeries, GAP_LIMIT } from './address-series.ts'
import {
  amountOf,
  type Output,
  type OutputTransaction,
  readOutputTransactions,
} from './output-transaction.ts'

export const CHAIN = { exchange: 'Bitcoin', ticker: 'BTC' }

/** Confirmed transactions of one answer, as the documentation says. */
const PAGE = 25

/**
 * Bitcoin by an Esplora server: of each address what it holds, and its confirmed transactions, newest first. A page begins behind
 * the last hash of the one before, so that no new transaction shifts it. What is not in a block yet is no history.
 * https://github.com/Blockstream/esplora/blob/master/API.md
 */
export const esploraConnector: AddressConnector = {
  slug: 'bitcoin',
  method: 'wallet',
  exchange: CHAIN.exchange,
  family: 'utxo-chain',

  async look(visit) {
    const { transactions } = await addressFacts(visit, visit.access.address)
    return { isContract: false, transactions }
  },

  async *fetch(visit, from) {
    const series = addressesOf(visit.access)
    let walk: Walk | undefined = walkFrom(from, visit.now())
    while (walk !== undefined) {
      const { branch, index, last, end }: Walk = walk
      const address = series.addressAt(branch, index) ?? ''
      // The place tells no address: those of an extended key belong together only for who has the key.
      const at = `${branch}/${index}@${end}`
      if (last === null) {
        const { text, transactions } = await addressFacts(visit, address)
        const isUsed: boolean = transactions > 0
        walk = isUsed ? { ...walk, last: '', left: transactions } : nextAddress(series, walk, false)
        const next: Position = { ...(walk ?? { until: end }) }
        yield { stream: 'address', place: at, text, entries: isUsed ? 1 : 0, next }
      } else {
        const { text, hashes, oldest } = await transactionsBehind(visit, address, last)
        // A hash that ends one page and begins the next is one transaction.
        const left: number = walk.left - hashes.filter((hash) => hash !== last).length
        const isLast =
          hashes.length === 0 || (hashes.length < PAGE && left <= 0) || oldest < (walk.since ?? 0)
        walk = isLast ? nextAddress(series, walk, true) : { ...walk, last: hashes.at(-1) ?? '', left }
        const next: Position = { ...(walk ?? { until: end }) }
        yield { stream: 'transactions', place: `${at}+${last}`, text, entries: hashes.length, next }
      }
    }
  },

  read: readPages,

  entry({ text }, remoteId) {
    const found = objectsOf(exactJsonOf(text)).find(({ txid }) => txid === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}

/** Where a walk is: at an address of a branch, behind a transaction of it. */
interface Walk {
  /** Older transactions are known; null where none are. */
  readonly since: Instant | null
  /** The moment it began, from which the next one goes on. */
  readonly end: Instant
  readonly branch: number
  readonly index: number
  /** Whether any address of the branch was used. */
  readonly used: boolean
  /** Addresses in a row that were never used. */
  readonly gap: number
  /** The hash that the next page begins behind; empty for the first page, null before the address itself was asked about. */
  readonly last: string | null
  /** Transactions of the address that did not come yet, by its count. */
  readonly left: number
}

function walkFrom(from: Position | null, now: Instant): Walk {
  if (from !== null && 'last' in from) return from as unknown as Walk
  const until = from?.['until']
  const since = typeof until === 'number' ? until - OVERLAP_MS : null
  return { since, end: now, branch: 0, index: 0, used: false, gap: 0, last: null, left: 0 }
}

/** The walk at the next address; undefined where none is left. */
function nextAddress(series: AddressSeries, walk: Walk, wasUsed: boolean): Walk | undefined {
  const used = walk.used || wasUsed
  const gap = wasUsed ? 0 : walk.gap + 1
  const index = walk.index + 1
  if (gap < GAP_LIMIT && series.addressAt(walk.branch, index) !== undefined)
    return { ...walk, index, used, gap, last: null, left: 0 }
  // Where nothing was received, there is no change.
  const branch = walk.branch + (used || walk.branch % 2 === 1 ? 1 : 2)
  if (branch >= series.branches) return undefined
  return { ...walk, branch, index: 0, used: false, gap: 0, last: null, left: 0 }
}

async function addressFacts(visit: Visit<AddressAccess>, address: string) {
  const { text, json } = await askChain(visit, 'esplora', { path: `/api/address/${address}` })
  const stats = isObject(json) ? json['chain_stats'] : undefined
  const transactions = isObject(stats) ? Number(stats['tx_count']) : Number.NaN
  if (!Number.isSafeInteger(transactions)) throw new ProviderFailed('Its server answered without an address.')
  return { text, transactions }
}

async function transactionsBehind(visit: Visit<AddressAccess>, address: string, last: string) {
  const path = `/api/address/${address}/txs/chain${last === '' ? '' : `/${last}`}`
  const { text, json } = await askChain(visit, 'esplora', { path })
  const read = transactionsOf(json, '')
  if (read === undefined) throw new ProviderFailed('Its server answered without transactions.')
  const oldest = read.reduce(
    (least, { time }) => Math.min(least, Number(time) * 1000),
    Number.POSITIVE_INFINITY,
  )
  return { text, hashes: read.map(({ hash }) => hash), oldest }
}

function readPages(pages: readonly StoredPage[], access: AddressAccess | null): Reading {
  const latest = latestFirst(pages)
  const { transactions, refused } = esploraTransactions(latest)
  const own = new Set(esploraAddresses(pages, access))
  return { ...readOutputTransactions(transactions, own, CHAIN, refused), balances: esploraBalance(latest) }
}

/** Transactions of pages, and those pages that are none. */
export function esploraTransactions(latest: readonly StoredPage[]): {
  readonly transactions: readonly OutputTransaction[]
  readonly refused: readonly Finding[]
} {
  const listed = latest
    .filter(({ stream }) => stream === 'transactions')
    .map(({ place, text }) => ({ place, read: transactionsOf(exactJsonOf(text), place) }))
  const refused = listed.filter(({ read }) => read === undefined).map(({ place }) => unreadablePage(place))
  return { transactions: listed.flatMap(({ read }) => read ?? []), refused }
}

/** Where an address stands in its series. */
const spotOf = (place: string) => place.slice(0, place.indexOf('@'))

/** The addresses that were used. */
export function esploraAddresses(pages: readonly StoredPage[], access: AddressAccess | null): string[] {
  if (access === null) return []
  const series = addressesOf(access)
  return [...new Set(pages.map(({ place }) => spotOf(place)))].flatMap((spot) => {
    const [branch = 0, index = 0] = spot.split('/').map(Number)
    return series.addressAt(branch, index) ?? []
  })
}

/** What all addresses hold together, each as it was stated last. */
export function esploraBalance(latest: readonly StoredPage[]): StatedBalance[] {
  const pages = new Map<string, StoredPage>()
  for (const page of latest) {
    const spot = spotOf(page.place)
    if (page.stream === 'address' && !pages.has(spot)) pages.set(spot, page)
  }
  let units = 0n
  for (const { text } of pages.values()) {
    const json = exactJsonOf(text)
    const stats = isObject(json) ? json['chain_stats'] : undefined
    const [funded, spent] = isObject(stats) ? [stats['funded_txo_sum'], stats['spent_txo_sum']] : []
    if (!isUnits(funded) || !isUnits(spent)) return []
    units += BigInt(funded) - BigInt(spent)
  }
  const at = Math.max(...[...pages.values()].map(({ fetchedAt }) => fetchedAt))
  if (pages.size === 0 || units < 0n) return []
  return [{ asset: CHAIN.ticker, part: '', at, quantity: formatDecimal(amountOf(units).value) }]
}

const isUnits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,25}$/.test(value)

/** The confirmed transactions of an answer; undefined where it lists none at all. */
function transactionsOf(json: unknown, page: string): OutputTransaction[] | undefined {
  if (!Array.isArray(json)) return undefined
  const all = objectsOf(json)
  if (all.length !== json.length || all.some(({ txid }) => typeof txid !== 'string')) return undefined
  return all.flatMap((transaction) => {
    const { status, vin, vout } = transaction
    if (!isObject(status) || status['confirmed'] !== true) return []
    const inputs = objectsOf(vin)
    return {
      hash: textIn(transaction, 'txid'),
      page,
      time: textIn(status, 'block_time'),
      height: textIn(status, 'block_height'),
      fee: textIn(transaction, 'fee'),
      isCoinbase: inputs.some((input) => input['is_coinbase'] === true),
      inputs: inputs.flatMap(({ prevout }) => (isObject(prevout) ? outputOf(prevout) : [])),
      outputs: objectsOf(vout).map(outputOf),
    }
  })
}

function outputOf(output: JsonObject): Output {
  const address = textIn(output, 'scriptpubkey_address')
  return { addresses: address === '' ? [] : [address], units: textIn(output, 'value') }
}
