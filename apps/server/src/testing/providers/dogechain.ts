import {
  type ChainOutput,
  type ChainTransaction,
  feeOf,
  sumsOfAddress,
  transactionsOfAddress,
} from './output-chain.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const coins = (units: number) => (units / 100_000_000).toFixed(8)
const success = (data: object): ProviderReply => ({ body: { status: 'success', data } })
const notFound = (what: string): ProviderReply => ({
  status: 404,
  body: { status: 'fail', data: { error_message: `no such ${what}` } },
})

/** Dogechain.com: https://github.com/BlockIo/dogechain-cli/blob/main/src/schema.rs. Ten transactions come to a page. */
export function dogechainProvider(transactions: readonly ChainTransaction[]): ProviderHandler {
  return ({ path, query }) => {
    if (path === '/api/v3/find') return success({ kind: 'none', value: query.get('q') })
    const [, kind, of = ''] = /^\/api\/v3\/(address|tx)\/(\w+)$/.exec(path) ?? []
    if (kind === 'address') return addressReply(transactions, of, Number(query.get('page') ?? 1))
    const found = transactions.find(({ txid }) => txid === of)
    return found === undefined ? notFound('transaction') : success(transactionData(found))
  }
}

function addressReply(
  transactions: readonly ChainTransaction[],
  address: string,
  page: number,
): ProviderReply {
  const all = transactionsOfAddress(transactions, address)
  if (all.length === 0) return notFound('address')
  const listed = all.slice((page - 1) * 10, page * 10)
  if (listed.length === 0) return notFound('page')
  const { received, spent } = sumsOfAddress(transactions, address)
  return success({
    address,
    page,
    label: null,
    summary: {
      confirmed_balance: coins(received - spent),
      unconfirmed_balance: '0.00000000',
      confirmed_received: coins(received),
      txs_total: all.length,
    },
    transactions: listed.map(({ txid, height, time }) => ({ hash: txid, block: height, time })),
  })
}

function transactionData(transaction: ChainTransaction) {
  const { txid, height, time, inputs, outputs } = transaction
  const side = ({ address, units }: ChainOutput, index: number) => ({ index, address, value: coins(units) })
  const made = [{ index: 0, address: null, previous_output: null }]
  return {
    transaction: {
      hash: txid,
      confirmations: 100,
      block_hash: txid,
      block_height: height,
      time,
      fee: coins(feeOf(transaction)),
      inputs_n: Math.max(1, inputs.length),
      outputs_n: outputs.length,
      inputs: inputs.length === 0 ? made : inputs.map(side),
      outputs: outputs.map(side),
    },
    explain: { headline: 'Someone sent DOGE.', detail: '' },
    warnings: [],
  }
}
