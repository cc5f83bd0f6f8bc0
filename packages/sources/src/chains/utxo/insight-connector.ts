import { formatDecimal } from '@lotbook/money'
import {
  type AddressAccess,
  type AddressConnector,
  OVERLAP_MS,
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
import { askChainMaybe, latestFirst, unreadablePage } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { exactUnits } from './coin-units.ts'
import {
  amountOf,
  type Output,
  type OutputChain,
  type OutputTransaction,
  readOutputTransactions,
} from './output-transaction.ts'

interface InsightChain extends OutputChain {
  readonly slug: string
  readonly provider: ProviderName
  /** No public server speaks Insight: the operator's own is asked. */
  readonly isOperators?: true
}

const CHAINS: readonly InsightChain[] = [
  { slug: 'decred', exchange: 'Decred', ticker: 'DCR', provider: 'insight-dcr' },
  { slug: 'reddcoin', exchange: 'ReddCoin', ticker: 'RDD', provider: 'insight-rdd' },
  { slug: 'verge', exchange: 'Verge', ticker: 'XVG', provider: 'insight-xvg', isOperators: true },
]

/**
 * Chains of outputs by an Insight server: of an address what it holds, and its transactions, newest first, ten at a time. A new one moves
 * the others on, so that one may come twice and none is missing.
 * https://github.com/bitpay/insight-api#transactions-by-address
 * From memory: the server of ReddCoin.
 */
export const insightConnectors: readonly AddressConnector[] = CHAINS.map((chain) => ({
  slug: chain.slug,
  method: 'wallet',
  exchange: chain.exchange,
  family: 'utxo-chain',
  ...(chain.isOperators === true && { needs: [chain.provider] }),

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit, chain), from, async () => ({ transactions: String(visit.now() - OVERLAP_MS) })),

  read: (pages, access) => readPages(pages, access, chain),

  entry({ text }, remoteId) {
    const found = rowsOf(exactJsonOf(text))?.find((row) => textIn(row, 'txid') === remoteId)
    return found === undefined ? [] : cellsOf(found)
  },
}))

function listsOf(visit: Visit<AddressAccess>, { provider }: InsightChain): CursorList[] {
  const { address } = visit.access
  return [
    {
      name: 'address',
      async ask() {
        const answer = await askChainMaybe(visit, provider, { path: `/addr/${address}?noTxList=1` })
        return { text: answer?.text ?? '{}', entries: answer === undefined ? 0 : 1, cursor: null }
      },
    },
    {
      name: 'transactions',
      async ask({ mark, cursor }) {
        const page = Number(cursor || 0)
        const answer = await askChainMaybe(visit, provider, {
          path: `/txs?address=${address}&pageNum=${page}`,
        })
        if (answer === undefined) return { text: '{}', entries: 0, cursor: null }
        const rows = rowsOf(answer.json)
        if (rows === undefined) throw new ProviderFailed('Its server answered without transactions.')
        const pages = isObject(answer.json) ? Number(textIn(answer.json, 'pagesTotal') || 0) : 0
        // One that is in no block yet has no time.
        const times = rows.map((row) => Number(timeIn(row)) * 1000).filter((time) => time > 0)
        const isOld = mark !== '' && times.some((time) => time < Number(mark))
        const isLast = rows.length === 0 || page + 1 >= pages || isOld
        return { text: answer.text, entries: rows.length, cursor: isLast ? null : String(page + 1) }
      },
    },
  ]
}

const rowsOf = (json: unknown): readonly JsonObject[] | undefined =>
  isObject(json) && Array.isArray(json['txs']) ? objectsOf(json['txs']) : undefined

const timeIn = (row: JsonObject): string => textIn(row, 'blocktime') || textIn(row, 'time')

function readPages(pages: readonly StoredPage[], access: AddressAccess | null, chain: InsightChain): Reading {
  const latest = latestFirst(pages)
  const listed = latest
    .filter(({ stream }) => stream === 'transactions')
    .map(({ place, text }) => ({ place, rows: rowsOf(exactJsonOf(text)) }))
  const refused = listed.filter(({ rows }) => rows === undefined).map(({ place }) => unreadablePage(place))
  const transactions = listed.flatMap(({ rows = [], place }) =>
    rows.flatMap((row) => transactionOf(row, place)),
  )
  const own = new Set(access === null ? [] : [access.address])
  return { ...readOutputTransactions(transactions, own, chain, refused), balances: balanceOf(latest, chain) }
}

/** A transaction in a block; none where it is in no block yet. */
function transactionOf(row: JsonObject, page: string): OutputTransaction[] {
  const height = textIn(row, 'blockheight')
  if (!/^[1-9]\d*$/.test(height)) return []
  const inputs = objectsOf(row['vin'])
  const outputs = objectsOf(row['vout']).map(outputOf)
  const [first] = outputs
  const isMade = inputs.some((input) => textIn(input, 'coinbase') !== '')
  // A stake begins with an output of nothing to nobody; so does a vote of Decred, whose server does not say that it is one.
  const isStake = !isMade && outputs.length > 1 && first?.units === '0' && first.addresses.length === 0
  return [
    {
      hash: textIn(row, 'txid'),
      page,
      time: timeIn(row),
      height,
      fee: isStake ? '0' : exactUnits(textIn(row, 'fees') || '0'),
      isCoinbase: isMade,
      isStake,
      inputs: inputs
        .filter((input) => textIn(input, 'addr') !== '')
        .map((input) => ({
          addresses: [textIn(input, 'addr')],
          units: exactUnits(textIn(input, 'value') || '0'),
        })),
      outputs,
    },
  ]
}

function outputOf(output: JsonObject): Output {
  const { scriptPubKey: script } = output
  const named = isObject(script) && Array.isArray(script['addresses']) ? script['addresses'] : []
  return {
    addresses: named.filter((address) => typeof address === 'string'),
    units: exactUnits(textIn(output, 'value') || '0'),
  }
}

function balanceOf(latest: readonly StoredPage[], { ticker }: OutputChain): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'address')
  const json = page === undefined ? undefined : exactJsonOf(page.text)
  const units = isObject(json) ? textIn(json, 'balanceSat') || exactUnits(textIn(json, 'balance')) : ''
  if (page === undefined || !/^\d{1,25}$/.test(units)) return []
  return [
    { asset: ticker, part: '', at: page.fetchedAt, quantity: formatDecimal(amountOf(BigInt(units)).value) },
  ]
}
