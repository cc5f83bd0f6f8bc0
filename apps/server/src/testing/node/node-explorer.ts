import {
  emptyExplorer,
  type ExplorerChain,
  type ExplorerRow,
  explorerProvider,
} from '../providers/explorer.ts'
import type { ProviderHandler } from '../providers/serve.ts'
import type { LocalNode } from './local-node.ts'

/** Fields that are read, as https://ethereum.org/en/developers/docs/apis/json-rpc names them. */
interface Block {
  readonly timestamp: string
  readonly transactions: readonly Sent[]
}
interface Sent {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly input: string
}
interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly contractAddress: string | null
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}
/** A call and those inside of it: https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer */
interface Traced {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly error?: string
  readonly calls?: readonly Traced[]
}

/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Rows = Pick<ExplorerChain, 'txlist' | 'txlistinternal' | 'tokentx'>

/** An explorer of the Etherscan kind that knows what a node tells it: its blocks, receipts and traces. */
export function nodeExplorer(node: LocalNode): ProviderHandler {
  const known: Rows = { txlist: [], txlistinternal: [], tokentx: [] }
  let upTo = 0
  return async (call) => {
    // A node of its own has no validators that pay anybody.
    if (call.path.startsWith('/api/v2/')) return { status: 404, body: { message: 'Not found' } }
    const last = Number(await node.call('eth_blockNumber'))
    for (; upTo < last; upTo += 1) await readBlock(node, upTo + 1, known)
    const inPath = /\/addresses\/(\w+)/.exec(call.path)?.[1]
    const address = (call.query.get('address') ?? inPath ?? '').toLowerCase()
    const balance = decimal(await node.call('eth_getBalance', address, 'latest'))
    const around = (rows: readonly ExplorerRow[]) =>
      rows.filter(({ from, to, contractAddress: made }) => [from, to, made].includes(address))
    const chain: ExplorerChain = {
      ...emptyExplorer(),
      txlist: around(known.txlist),
      txlistinternal: around(known.txlistinternal),
      tokentx: around(known.tokentx),
      balances: { [address]: balance },
    }
    return explorerProvider(chain)(call)
  }
}

async function readBlock(node: LocalNode, number: number, into: Rows): Promise<void> {
  const block = (await node.call('eth_getBlockByNumber', `0x${number.toString(16)}`, true)) as Block
  for (const sent of block.transactions) {
    const receipt = (await node.call('eth_getTransactionReceipt', sent.hash)) as Receipt
    const trace = (await node.call('debug_traceTransaction', sent.hash, { tracer: 'callTracer' })) as Traced
    const place = { blockNumber: String(number), timeStamp: decimal(block.timestamp), hash: sent.hash }
    into.txlist.push(sentRow(place, sent, receipt))
    into.txlistinternal.push(...internalRows(place, trace))
    into.tokentx.push(...(await tokenRows(node, place, receipt)))
  }
}

function sentRow(place: ExplorerRow, { from, to, value, input }: Sent, receipt: Receipt): ExplorerRow {
  return {
    ...place,
    from: lower(from),
    to: lower(to),
    value: decimal(value),
    input,
    gasUsed: decimal(receipt.gasUsed),
    gasPrice: decimal(receipt.effectiveGasPrice),
    isError: receipt.status === '0x1' ? '0' : '1',
    txreceipt_status: receipt.status === '0x1' ? '1' : '0',
    contractAddress: lower(receipt.contractAddress),
  }
}

/** Calls below the outermost that carry coins; one inside of a call that failed has failed too. */
function internalRows(place: ExplorerRow, { calls = [], error }: Traced, isLost = false): ExplorerRow[] {
  const hasFailed = isLost || error !== undefined
  return calls.flatMap((inner) => {
    const isError = hasFailed || inner.error !== undefined
    const isMade = inner.type.startsWith('CREATE')
    // A DELEGATECALL runs with the value of its caller, and moves none.
    const moved = inner.type === 'DELEGATECALL' ? '0' : decimal(inner.value ?? '0x0')
    const row = {
      ...place,
      from: lower(inner.from),
      to: isMade ? '' : lower(inner.to),
      contractAddress: isMade ? lower(inner.to) : '',
      value: moved,
      type: inner.type.toLowerCase(),
      isError: isError ? '1' : '0',
    }
    return [...(moved === '0' ? [] : [row]), ...internalRows(place, inner, hasFailed)]
  })
}

async function tokenRows(node: LocalNode, place: ExplorerRow, { logs }: Receipt): Promise<ExplorerRow[]> {
  const rows: ExplorerRow[] = []
  for (const { address, topics, data } of logs) {
    if (topics[0] !== TRANSFER || topics.length !== 3) continue
    const ask = (selector: string) => node.call('eth_call', { to: address, data: selector }, 'latest')
    rows.push({
      ...place,
      from: addressIn(topics[1]),
      to: addressIn(topics[2]),
      value: decimal(data),
      contractAddress: lower(address),
      tokenName: textIn(await ask('0x06fdde03')),
      tokenSymbol: textIn(await ask('0x95d89b41')),
      tokenDecimal: decimal(await ask('0x313ce567')),
    })
  }
  return rows
}

const lower = (address: string | null | undefined): string => address?.toLowerCase() ?? ''
const decimal = (hex: unknown): string => String(BigInt(String(hex)))
/** An address in a word of 32 bytes. */
const addressIn = (word = ''): string => `0x${word.slice(-40)}`.toLowerCase()

/** A text as contracts return it: the place of its length, its length, its bytes. */
function textIn(hex: unknown): string {
  const bytes = Buffer.from(String(hex).slice(2), 'hex')
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`))
  return bytes.subarray(64, 64 + length).toString()
}
