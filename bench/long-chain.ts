import {
  emptyExplorer,
  explorerProvider,
  type ExplorerRow,
} from '../apps/server/src/testing/providers/explorer.ts'
import type { ProviderHandler } from '../apps/server/src/testing/providers/serve.ts'

/** The address whose history is long. */
export const LONG_ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'

/** An address of the chain whose provider never answers. */
export const SILENT_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/** An explorer of the Etherscan kind: every address has a history of so many, made up as it is asked for. */
export function longHistory(count: number): ProviderHandler {
  const rest = explorerProvider(emptyExplorer())
  return (call) => {
    const action = call.query.get('action')
    if (action !== 'txlist' && action !== 'tokentx') return rest(call)
    const start = Math.max(1, Number(call.query.get('startblock')))
    const first = action === 'txlist' ? start + ((start + 1) % 2) : start + (start % 2)
    const most = Number(call.query.get('offset'))
    const own = call.query.get('address') ?? ''
    const rows: ExplorerRow[] = []
    for (let block = first; block <= count && rows.length < most; block += 2)
      rows.push(action === 'txlist' ? coin(own, block) : token(own, block))
    return rows.length === 0
      ? { body: { status: '0', message: 'No transactions found', result: [] } }
      : { body: { status: '1', message: 'OK', result: rows } }
  }
}

const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'

const of = (block: number) => ({
  blockNumber: String(block),
  timeStamp: String(FIRST_SECOND + block * 600),
  hash: `0x${block.toString(16).padStart(64, '0')}`,
  nonce: String(block),
  blockHash: `0x${(block + 1).toString(16).padStart(64, 'b')}`,
  transactionIndex: '3',
  gas: '21000',
  gasPrice: '20000000000',
  gasUsed: '21000',
  cumulativeGasUsed: '4210000',
  confirmations: '900000',
})

/** A payment in an odd block, a token in an even one: as many transactions as blocks. */
const coin = (own: string, block: number): ExplorerRow => ({
  ...of(block),
  from: own,
  to: OTHER,
  value: '1000000000000000',
  isError: '0',
  txreceipt_status: '1',
  input: '0x',
  contractAddress: '',
  methodId: '0x',
  functionName: '',
})
const token = (own: string, block: number): ExplorerRow => ({
  ...of(block),
  from: OTHER,
  to: own,
  value: '2500000',
  contractAddress: TOKEN,
  tokenName: 'USD Coin',
  tokenSymbol: 'USDC',
  tokenDecimal: '6',
  input: 'deprecated',
})
