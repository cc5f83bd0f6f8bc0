import { formatDecimal } from '@lotbook/money'
import type {
  AddressAccess,
  AddressConnector,
  Position,
  StoredPage,
  Visit,
} from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { cellsOf, exactJsonOf, isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import { type BlockPage, derivedIn, lastBlockOf, transactionsIn, transactionsPage } from './blockbook-api.ts'
import { amountOf, type OutputChain, readOutputTransactions } from './output-transaction.ts'

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
  { slug: 'bitcoin-gold', exchange: 'Bitcoin Gold', ticker: 'BTG', provider: 'blockbook-btg' },
  { slug: 'syscoin', exchange: 'Syscoin', ticker: 'SYS', provider: 'blockbook-sys' },
]

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
    const { address, isExtendedKey } = visit.access
    let walk = await walkFrom(visit, chain, from)
    for (;;) {
      const { since, until, page } = walk
      const asked = { of: address, isKey: isExtendedKey }
      const { text, entries, isLast } = await transactionsPage(visit, chain.provider, asked, walk)
      walk = { since, until, page: page + 1 }
      const next: Position = isLast ? { until } : { ...walk }
      yield { stream: 'transactions', place: `${since}-${until}+${page}`, text, entries, next }
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

async function walkFrom(
  visit: Visit<AddressAccess>,
  { provider }: BlockbookChain,
  from: Position | null,
): Promise<BlockPage> {
  const { since, until, page } = from ?? {}
  if (typeof since === 'number' && typeof until === 'number' && typeof page === 'number')
    return { since, until, page }
  const height = await lastBlockOf(visit, provider)
  const known = typeof until === 'number' ? Math.max(0, until - OVERLAP_BLOCKS) : 0
  return { since: known, until: height, page: 1 }
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
      for (const address of derivedIn(json)) own.add(address)
    }
  const listed = answers.map(({ place, json }) => ({
    place,
    read: isObject(json) ? transactionsIn(json, place) : undefined,
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
