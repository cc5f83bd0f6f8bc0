import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** A row of a list, with the fields that https://docs.etherscan.io/api-endpoints/accounts shows. */
export type ExplorerRow = Readonly<Record<string, string>>

/** What an explorer of the Etherscan kind knows of one chain. Rows can be added while they are fetched. */
export interface ExplorerChain {
  readonly txlist: ExplorerRow[]
  readonly txlistinternal: ExplorerRow[]
  readonly tokentx: ExplorerRow[]
  readonly tokennfttx: ExplorerRow[]
  readonly token1155tx: ExplorerRow[]
  /** Code of contracts by address. */
  readonly code?: Readonly<Record<string, string>>
  /** Transactions that were sent, by address; counted in the list where it is not said. */
  readonly sent?: Readonly<Record<string, number>>
  /** Units of the coin by address. */
  readonly balances?: Readonly<Record<string, string>>
  /** Fee of layer one of each transaction, in hexadecimal. */
  readonly feeOfLayerOne?: string
  /** Payments of validators, in any order. */
  readonly withdrawals?: ExplorerWithdrawal[]
  /** The first block that Blockscout has not traced: internal transactions from there on are missing. */
  untracedFrom?: number
}

/** A withdrawal that the beacon chain paid into a block. */
export interface ExplorerWithdrawal {
  readonly address: string
  readonly index: number
  readonly validator: number
  readonly gwei: string
  readonly block: number
  /** Seconds since 1970. */
  readonly time: number
}

export interface ExplorerOptions {
  /** The key that every call must carry; undefined where it is open. */
  readonly apiKey?: string
  /** By its number, where one explorer knows several. */
  readonly chainOf?: (chainId: string) => ExplorerChain | undefined
  /** The most rows that a page has, whatever is asked for. */
  readonly mostRows?: number
}

/** An explorer of the Etherscan kind: Etherscan itself with `chainid`, Routescan with the number in its path, Blockscout with `chain_id` or alone. */
export function explorerProvider(
  chain: ExplorerChain | undefined,
  { apiKey, chainOf, mostRows = 10_000 }: ExplorerOptions = {},
): ProviderHandler {
  return (call) => {
    const { path, query } = call
    if (apiKey !== undefined && query.get('apikey') !== apiKey) return refusal('Missing/Invalid API Key')
    const chainId =
      query.get('chainid') ?? query.get('chain_id') ?? /^\/(?:.*\/evm\/)?(\d+)\//.exec(path)?.[1]
    const known = chain ?? (chainId === undefined ? undefined : chainOf?.(chainId))
    if (known === undefined) return refusal('Unsupported chainid')
    if (path === '/api/eth-rpc' || path.endsWith('/json-rpc')) return nodeCall(known, call)
    const [, withdrawn] = /\/api\/v2\/addresses\/(\w+)\//.exec(path) ?? []
    if (withdrawn !== undefined) return withdrawalItems(known, withdrawn, query)
    const module = query.get('module')
    const action = query.get('action') ?? ''
    if (module === 'proxy')
      return { body: rpc(nodeResult(known, action, query.get('txhash') ?? query.get('address') ?? '')) }
    if (module === 'block')
      return { body: { status: '1', message: 'OK', result: blockAt(known, Number(query.get('timestamp'))) } }
    if (action === 'balance')
      return {
        body: { status: '1', message: 'OK', result: known.balances?.[query.get('address') ?? ''] ?? '0' },
      }
    // Blockscout has no such action.
    if (action === 'txsBeaconWithdrawal' && path !== '/api') return withdrawalRows(known, query, mostRows)
    return rowsOf(known, action, query, mostRows)
  }
}

const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const

function rowsOf(
  chain: ExplorerChain,
  action: string,
  query: URLSearchParams,
  mostRows: number,
): ProviderReply {
  const list = LISTS.find((name) => name === action)
  if (list === undefined) return refusal('Unknown action')
  const offset = Number(query.get('offset'))
  const page = Number(query.get('page'))
  if (page * offset > 10_000)
    return refusal('Result window is too large, PageNo x Offset size must be less than or equal to 10000')
  const size = Math.min(offset, mostRows)
  const untraced = list === 'txlistinternal' ? (chain.untracedFrom ?? Number.POSITIVE_INFINITY) : undefined
  const isUnfinished = untraced !== undefined && Number(query.get('endblock')) >= untraced
  const rows = chain[list]
    .filter(({ blockNumber }) => Number(blockNumber) < (untraced ?? Number.POSITIVE_INFINITY))
    .filter(({ blockNumber }) => Number(blockNumber) <= Number(query.get('endblock')))
    .filter(({ blockNumber }) => Number(blockNumber) >= Number(query.get('startblock')))
    .toSorted((a, b) => Number(a['blockNumber']) - Number(b['blockNumber']))
    .slice((page - 1) * size, page * size)
  if (isUnfinished) return { body: { status: '2', message: UNFINISHED, result: rows } }
  if (rows.length === 0) return { body: { status: '0', message: 'No transactions found', result: [] } }
  return { body: { status: '1', message: 'OK', result: rows } }
}

/** Withdrawals as https://docs.etherscan.io/api-reference/endpoint/txsbeaconwithdrawal shows them, amounts in gwei. */
function withdrawalRows(
  { withdrawals = [] }: ExplorerChain,
  query: URLSearchParams,
  mostRows: number,
): ProviderReply {
  const [page, offset] = [Number(query.get('page')), Number(query.get('offset'))]
  const size = Math.min(offset, mostRows)
  const rows = withdrawals
    .filter(({ address }) => address === query.get('address'))
    .filter(({ block }) => block >= Number(query.get('startblock')) && block <= Number(query.get('endblock')))
    .toSorted((a, b) => a.index - b.index)
    .slice((page - 1) * size, page * size)
    .map(({ index, validator, gwei, block, time }) => ({
      withdrawalIndex: String(index),
      validatorIndex: String(validator),
      address: query.get('address'),
      amount: gwei,
      blockNumber: String(block),
      timestamp: String(time),
    }))
  if (rows.length === 0) return { body: { status: '0', message: 'No transactions found', result: [] } }
  return { body: { status: '1', message: 'OK', result: rows } }
}

/** Items of one page of https://docs.blockscout.com/api-reference/get-address-withdrawals: newest first, amounts in wei. */
const ITEMS = 50

function withdrawalItems(
  { withdrawals = [] }: ExplorerChain,
  of: string,
  query: URLSearchParams,
): ProviderReply {
  const before = Number(query.get('index') ?? Number.POSITIVE_INFINITY)
  const left = withdrawals
    .filter(({ address, index }) => address === of && index < before)
    .toSorted((a, b) => b.index - a.index)
  const listed = left.slice(0, ITEMS)
  const last = listed.at(-1)
  const isEnd = left.length <= ITEMS || last === undefined
  return {
    body: {
      items: listed.map(({ index, validator, gwei, block, time }) => ({
        index,
        validator_index: validator,
        amount: `${gwei}000000000`,
        block_number: block,
        timestamp: new Date(time * 1000).toISOString(),
      })),
      next_page_params: isEnd ? null : { index: last.index, items_count: ITEMS },
    },
  }
}

/** Said with the rows that there are. */
const UNFINISHED = 'Some internal transactions within this block range have not yet been processed'

function blockAt(chain: ExplorerChain, seconds: number): string {
  const before = LISTS.flatMap((list) => chain[list]).filter(({ timeStamp }) => Number(timeStamp) <= seconds)
  return String(Math.max(0, ...before.map(({ blockNumber }) => Number(blockNumber))))
}

function nodeCall(chain: ExplorerChain, { body }: ProviderCall): ProviderReply {
  const { method, params } = JSON.parse(body) as { method: string; params: string[] }
  return { body: rpc(nodeResult(chain, method, params[0] ?? '')) }
}

const rpc = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })

function nodeResult(chain: ExplorerChain, method: string, of: string): unknown {
  if (method === 'eth_getCode') return chain.code?.[of.toLowerCase()] ?? '0x'
  if (method === 'eth_getTransactionCount') {
    const sent = chain.txlist.filter(({ from }) => from?.toLowerCase() === of.toLowerCase())
    return `0x${(chain.sent?.[of.toLowerCase()] ?? sent.length).toString(16)}`
  }
  const isKnown = chain.txlist.some(({ hash }) => hash === of)
  return isKnown ? { transactionHash: of, l1Fee: chain.feeOfLayerOne ?? '0x0' } : null
}

const refusal = (result: string): ProviderReply => ({ body: { status: '0', message: 'NOTOK', result } })

/** A chain without a row. */
export const emptyExplorer = (): ExplorerChain => ({
  txlist: [],
  txlistinternal: [],
  tokentx: [],
  tokennfttx: [],
  token1155tx: [],
})
