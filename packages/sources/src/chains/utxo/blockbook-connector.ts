import { formatDecimal } from '@lotbook/money'
import {
  type AddressAccess,
  type AddressConnector,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import {
  cellsOf,
  exactJsonOf,
  isObject,
  type JsonObject,
  objectsOf,
  textIn,
} from '../../exchanges/json-answer.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import { askChain, latestFirst, unreadablePage } from '../chain-answer.ts'
import { GAP_LIMIT } from './address-series.ts'
import {
  amountOf,
  type Output,
  type OutputChain,
  type OutputTransaction,
  readOutputTransactions,
} from './output-transaction.ts'

interface BlockbookChain extends OutputChain {
  readonly slug: string
  readonly provider: ProviderName
}

const CHAINS: readonly BlockbookChain[] = [
  { slug: 'litecoin', exchange: 'Litecoin', ticker: 'LTC', provider: 'blockbook-ltc' },
  { slug: 'bitcoin-cash', exchange: 'Bitcoin Cash', ticker: 'BCH', provider: 'blockbook-bch' },
  { slug: 'dogecoin', exchange: 'Dogecoin', ticker: 'DOGE', provider: 'blockbook-doge' },
  { slug: 'dash', exchange: 'Dash', ticker: 'DASH', provider: 'blockbook-dash' },
  { slug: 'zcash', exchange: 'Zcash', ticker: 'ZEC', provider: 'blockbook-zec', hasShielded: true },
  { slug: 'digibyte', exchange: 'DigiByte', ticker: 'DGB', provider: 'blockbook-dgb' },
  { slug: 'vertcoin', exchange: 'Vertcoin', ticker: 'VTC', provider: 'blockbook-vtc' },
]

/** The most that a server gives at once. */
const PAGE = 1000
/** Blocks that are read again: more than any chain here ever took back. */
const OVERLAP_BLOCKS = 500

/**
 * Chains of outputs by a Blockbook server, which derives the addresses of an extended key itself. A walk reads up to the block that was
 * the last one when it began, so that new blocks shift no page of it.
 * https://github.com/trezor/blockbook/blob/master/docs/api.md
 */
export const blockbookConnectors: readonly AddressConnector[] = CHAINS.map((chain) => ({
  slug: chain.slug,
  method: 'wallet',
  exchange: chain.exchange,
  family: 'utxo-chain',

  async *fetch(visit, from) {
    let walk = await walkFrom(visit, chain, from)
    for (;;) {
      const { since, until, page } = walk
      const answer = await transactionsPage(visit, chain, walk)
      // A page beyond the last one is answered with the last one.
      const isLast = answer.page !== page || answer.transactions < answer.size
      walk = { since, until, page: page + 1 }
      const next: Position = isLast ? { until } : { ...walk }
      // The first page states the balance, whether anything is new or not.
      const entries = answer.transactions || (page === 1 && answer.isUsed ? 1 : 0)
      yield { stream: 'transactions', place: `${since}-${until}+${page}`, text: answer.text, entries, next }
      if (isLast) return
    }
  },

  read: (pages, access) => readPages(pages, access, chain),

  entry({ text }, remoteId) {
    const json = exactJsonOf(text)
    const all = isObject(json) ? objectsOf(json['transactions']) : []
    const found = all.find((transaction) => textIn(transaction, 'txid') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}))

/** Where a walk is: the blocks it reads, both included, and the page that is next. */
interface Walk {
  readonly since: number
  readonly until: number
  readonly page: number
}

async function walkFrom(
  visit: Visit<AddressAccess>,
  { provider }: BlockbookChain,
  from: Position | null,
): Promise<Walk> {
  const { since, until, page } = from ?? {}
  if (typeof since === 'number' && typeof until === 'number' && typeof page === 'number')
    return { since, until, page }
  const { json } = await askChain(visit, provider, { path: '/api/' })
  const server = isObject(json) ? json['blockbook'] : undefined
  const height = isObject(server) ? Number(textIn(server, 'bestHeight')) : 0
  if (!Number.isSafeInteger(height) || height <= 0)
    throw new ProviderFailed('Its server does not say which block is the last one.')
  return {
    since: typeof until === 'number' ? Math.max(0, until - OVERLAP_BLOCKS) : 0,
    until: height,
    page: 1,
  }
}

async function transactionsPage(
  visit: Visit<AddressAccess>,
  { provider }: BlockbookChain,
  { since, until, page }: Walk,
) {
  const { address, isExtendedKey } = visit.access
  const path = `/api/v2/${isExtendedKey ? 'xpub' : 'address'}/${encodeURIComponent(address)}`
  const query = new URLSearchParams({
    details: 'txs',
    page: String(page),
    pageSize: String(PAGE),
    from: String(since),
    to: String(until),
    ...(isExtendedKey && { tokens: 'used', gap: String(GAP_LIMIT) }),
  })
  const { text, json } = await askChain(visit, provider, { path: `${path}?${query.toString()}` })
  const read = isObject(json) ? transactionsOf(json, '') : undefined
  if (!isObject(json) || read === undefined)
    throw new ProviderFailed('Its server answered without transactions.')
  return {
    text,
    transactions: objectsOf(json['transactions']).length,
    page: Number(textIn(json, 'page') || page),
    size: Number(textIn(json, 'itemsOnPage') || PAGE),
    isUsed: textIn(json, 'txs') !== '0',
  }
}

function readPages(
  pages: readonly StoredPage[],
  access: AddressAccess | null,
  chain: BlockbookChain,
): Reading {
  const answers = latestFirst(pages).map((page) => ({ ...page, json: exactJsonOf(page.text) }))
  const own = new Set(access === null || access.isExtendedKey ? [] : [access.address])
  for (const { json } of answers)
    if (isObject(json)) {
      // As the server writes it: with its prefix, or with the version that is usual today.
      if (access?.isExtendedKey === false) own.add(textIn(json, 'address'))
      for (const token of objectsOf(json['tokens'])) own.add(textIn(token, 'name'))
    }
  const listed = answers.map(({ place, json }) => ({
    place,
    read: isObject(json) ? transactionsOf(json, place) : undefined,
  }))
  const refused = listed.filter(({ read }) => read === undefined).map(({ place }) => unreadablePage(place))
  const transactions = listed.flatMap(({ read }) => read ?? [])
  return {
    ...readOutputTransactions(transactions, own, chain, refused),
    balances: answers.flatMap(({ json, fetchedAt }) => balanceOf(json, chain, fetchedAt)).slice(0, 1),
  }
}

function balanceOf(json: unknown, { ticker }: BlockbookChain, at: number): StatedBalance[] {
  const balance = isObject(json) ? textIn(json, 'balance') : ''
  if (!/^\d{1,25}$/.test(balance)) return []
  return [{ asset: ticker, part: '', at, quantity: formatDecimal(amountOf(BigInt(balance)).value) }]
}

/** The confirmed transactions of an answer; undefined where it is none. */
function transactionsOf(answer: JsonObject, page: string): OutputTransaction[] | undefined {
  const { transactions = [] } = answer
  // An address that was never used has no list.
  if (!Array.isArray(transactions) || (textIn(answer, 'txs') === '' && transactions.length === 0))
    return undefined
  const all = objectsOf(transactions)
  if (all.length !== transactions.length || all.some((one) => textIn(one, 'txid') === '')) return undefined
  return all.flatMap((transaction) => {
    const height = textIn(transaction, 'blockHeight')
    if (!/^[1-9]\d*$/.test(height)) return []
    const inputs = objectsOf(transaction['vin'])
    return {
      hash: textIn(transaction, 'txid'),
      page,
      time: textIn(transaction, 'blockTime'),
      height,
      fee: textIn(transaction, 'fees') || '0',
      isCoinbase: inputs.some((input) => textIn(input, 'coinbase') !== ''),
      inputs: inputs.filter((input) => textIn(input, 'coinbase') === '').map(outputOf),
      outputs: objectsOf(transaction['vout']).map(outputOf),
    }
  })
}

function outputOf(output: JsonObject): Output {
  const { addresses } = output
  const named = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  return { addresses: named, units: textIn(output, 'value') || '0' }
}
