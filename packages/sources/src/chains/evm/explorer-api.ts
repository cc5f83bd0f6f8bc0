import type { ProviderRequest } from '../../connecting/ask.ts'
import { type AddressAccess, ProviderFailed, type Visit } from '../../connecting/connector.ts'
import { refuseOwnKey } from '../../connecting/own-keys.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain, type ChainAnswer } from '../chain-answer.ts'
import type { EvmChain } from './evm-chains.ts'

/** The lists of an address. */
export const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
export type List = (typeof LISTS)[number]

/** Rows of a list from a block to another, of which one page is asked for. */
interface Window {
  readonly start: number
  readonly end?: number
  readonly page: number
  readonly size: number
}

/** Beyond any block. */
const LAST_BLOCK = 999_999_999_999

/** Its name of the list of withdrawals; explorers that tell actions apart by their letters know one of them. */
const WITHDRAWAL_ACTIONS = ['txsBeaconWithdrawal', 'txsbeaconwithdrawal'] as const

type Parameters = Readonly<Record<string, string>>

/**
 * The API of an explorer of the Etherscan kind: https://docs.etherscan.io/api-endpoints/accounts, which Blockscout
 * (https://docs.blockscout.com/devs/apis/rpc; for all chains at one address, https://docs.blockscout.com/devs/pro-api-routes) and Routescan
 * answer alike. The key of the operator is added on the way out.
 */
export class ExplorerApi {
  readonly #visit: Visit<AddressAccess>
  readonly #chain: EvmChain
  readonly #provider: ProviderName

  constructor(visit: Visit<AddressAccess>, chain: EvmChain, provider: ProviderName) {
    this.#visit = visit
    this.#chain = chain
    this.#provider = provider
  }

  /** Rows of a list from a block on, oldest first. @throws ProviderFailed */
  async rows(
    list: List,
    { start, page, size, end = LAST_BLOCK }: Window,
  ): Promise<{
    readonly text: string
    readonly rows: readonly JsonObject[]
    readonly isUnfinished: boolean
  }> {
    const { text, json } = await this.#ask({
      module: 'account',
      action: list,
      address: this.#visit.access.address,
      startblock: String(start),
      endblock: String(end),
      page: String(page),
      offset: String(size),
      sort: 'asc',
    })
    const rows = rowsOf(json)
    if (typeof rows === 'string') {
      // An older explorer has no list of NFTs by themselves: they stand among the tokens.
      if (list.startsWith('token') && list !== 'tokentx' && /unknown action/i.test(rows))
        return { text, rows: [], isUnfinished: false }
      throw new ProviderFailed(`Its server answered: ${shown(rows)}`)
    }
    return { text, rows, isUnfinished: isUnfinished(json) }
  }

  /** What the address holds of the chain's own coin. */
  balance(): Promise<ChainAnswer> {
    const { address } = this.#visit.access
    return this.#ask({ module: 'account', action: 'balance', address, tag: 'latest' })
  }

  /** What the address holds of tokens; undefined where the explorer has no such list. */
  async tokens(): Promise<ChainAnswer | undefined> {
    if (!this.#provider.startsWith('blockscout')) return undefined
    const { address } = this.#visit.access
    try {
      const answer = await this.#ask({ module: 'account', action: 'tokenlist', address })
      return typeof rowsOf(answer.json) === 'string' ? undefined : answer
    } catch (error) {
      // It only holds the history against what is held: an import does not fail for it.
      if (error instanceof ProviderFailed) return undefined
      throw error
    }
  }

  /** The last block at a moment; 0 where the explorer does not tell. */
  async blockAt(seconds: number): Promise<number> {
    const { json } = await this.#ask({
      module: 'block',
      action: 'getblocknobytime',
      timestamp: String(seconds),
      closest: 'before',
    })
    const result = isObject(json) ? json['result'] : undefined
    const block = isObject(result) ? textIn(result, 'blockNumber') : typeof result === 'string' ? result : ''
    return /^\d{1,12}$/.test(block) ? Number(block) : 0
  }

  /** A call of a node, through the explorer. */
  node(
    method: 'eth_getCode' | 'eth_getTransactionCount' | 'eth_getTransactionReceipt',
    of: string,
  ): Promise<ChainAnswer> {
    if (!this.#provider.startsWith('blockscout'))
      return this.#ask({
        module: 'proxy',
        action: method,
        ...(method === 'eth_getTransactionReceipt' ? { txhash: of } : { address: of, tag: 'latest' }),
      })
    const params = method === 'eth_getTransactionReceipt' ? [of] : [of, 'latest']
    return askChain(this.#visit, this.#provider, {
      method: 'POST',
      path: this.#provider === 'blockscout' ? `/${this.#chain.chainId}/json-rpc` : '/api/eth-rpc',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      isRead: true,
    })
  }

  /** Rows of withdrawals from a block on, oldest first; undefined where the explorer has no such list. */
  async withdrawalRows({ start, page, size }: Window): Promise<ChainAnswer | undefined> {
    const parameters = {
      module: 'account',
      address: this.#visit.access.address,
      startblock: String(start),
      endblock: String(LAST_BLOCK),
      page: String(page),
      offset: String(size),
      sort: 'asc',
    }
    for (const action of WITHDRAWAL_ACTIONS) {
      const answer = await this.#askMaybe(this.#request({ ...parameters, action }))
      const rows = answer && rowsOf(answer.json)
      if (rows === undefined) continue
      if (typeof rows !== 'string') return answer
      if (!/action/i.test(rows)) throw new ProviderFailed(`Its server answered: ${shown(rows)}`)
    }
    return undefined
  }

  /** Withdrawals behind a cursor, newest first, as Blockscout alone lists them; undefined where it does not. */
  async withdrawalItems(cursor: string): Promise<ChainAnswer | undefined> {
    if (!this.#provider.startsWith('blockscout')) return undefined
    const chain = this.#provider === 'blockscout' ? `/${this.#chain.chainId}` : ''
    const path = `${chain}/api/v2/addresses/${this.#visit.access.address}/withdrawals${cursor === '' ? '' : `?${cursor}`}`
    const answer = await this.#askMaybe({ path })
    return isObject(answer?.json) && Array.isArray(answer.json['items']) ? answer : undefined
  }

  async #ask(parameters: Parameters): Promise<ChainAnswer> {
    const answer = await askChain(this.#visit, this.#provider, this.#request(parameters))
    if (isClosedToKey(answer)) throw new ChainNotOpened(this.#chain.name)
    return answer
  }

  /** Asks for what an explorer may not have. Blockscout refuses an unknown action with status 400, an unknown path with 404. */
  async #askMaybe(request: ProviderRequest): Promise<ChainAnswer | undefined> {
    const { status, text } = await this.#visit.ask(this.#provider)(request)
    refuseOwnKey(this.#visit, this.#provider, { status, text })
    if (UNKNOWN.has(status)) return undefined
    if (status !== 200) throw new ProviderFailed(`Its server answered with status ${status}: ${shown(text)}`)
    return { text, json: exactJsonOf(text) }
  }

  #request(parameters: Parameters): ProviderRequest {
    const query = new URLSearchParams(parameters).toString()
    return { path: this.#path(query), isBusy: ({ text }) => isTooMany(text) }
  }

  #path(query: string): string {
    const { chainId } = this.#chain
    if (this.#provider === 'etherscan') return `/v2/api?chainid=${chainId}&${query}`
    if (this.#provider === 'blockscout') return `/v2/api?chain_id=${chainId}&${query}`
    if (this.#provider === 'routescan') return `/v2/network/mainnet/evm/${chainId}/etherscan/api?${query}`
    return `/api?${query}`
  }
}

/** The key is good, and its plan does not open the chain: Etherscan's free keys open selected chains alone. */
export class ChainNotOpened extends ProviderFailed {
  constructor(chain: string) {
    super(`The plan of the key does not open ${chain}.`)
    this.name = 'ChainNotOpened'
  }
}

/** "Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage." */
function isClosedToKey({ json }: ChainAnswer): boolean {
  return (
    isObject(json) &&
    /api access is not supported for this chain/i.test(`${textIn(json, 'result')} ${textIn(json, 'message')}`)
  )
}

/** Statuses of who does not know what is asked for. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404, 422])

/** Said with status 200. */
const isTooMany = (text: string): boolean =>
  text.length < 1_000 &&
  /max (?:calls per sec )?rate limit reached|too many (?:invalid api key attempts|requests)/i.test(text)

/** The rows of an answer, or the reason why it has none. */
export function rowsOf(json: unknown): readonly JsonObject[] | string {
  if (!isObject(json)) return 'no list'
  const { result } = json
  if (Array.isArray(result)) {
    const rows = objectsOf(result)
    return rows.length === result.length ? rows : 'no list'
  }
  const message = textIn(json, 'message')
  if (/^No .*found/i.test(message)) return []
  return typeof result === 'string' && result !== '' ? result : message || 'no list'
}

/** Whether Blockscout has not traced all blocks that were asked about: what contracts paid there is missing, also with rows. */
const isUnfinished = (json: unknown): boolean => isObject(json) && textIn(json, 'status') === '2'

/** The block of a row. */
export const blockOf = (row: JsonObject): number => Number(textIn(row, 'blockNumber'))
/** The hash of a row: Blockscout names that of an internal one in its own way. */
export const hashOf = (row: JsonObject): string =>
  (textIn(row, 'hash') || textIn(row, 'transactionHash')).toLowerCase()
