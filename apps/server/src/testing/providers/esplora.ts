import {
  type ChainOutput,
  type ChainTransaction,
  feeOf,
  sumsOfAddress,
  transactionsOfAddress,
} from './output-chain.ts'
import type { ProviderHandler } from './serve.ts'

const PAGE = 25

/** An Esplora server: https://github.com/Blockstream/esplora/blob/master/API.md. Transactions can be added while they are fetched. */
export function esploraProvider(chain: readonly ChainTransaction[]): ProviderHandler {
  return ({ path }) => {
    const [, address = '', list, last] = /^\/api\/address\/(\w+)(\/txs\/chain)?(?:\/(\w+))?$/.exec(path) ?? []
    if (address === '') return { status: 404, body: 'endpoint does not exist' }
    const all = transactionsOfAddress(chain, address)
    if (list === undefined) return { body: facts(chain, address, all.length) }
    const behind = last === undefined ? 0 : all.findIndex(({ txid }) => txid === last) + 1
    return { body: all.slice(behind, behind + PAGE).map(transactionBody) }
  }
}

function facts(chain: readonly ChainTransaction[], address: string, tx_count: number) {
  const { received, spent } = sumsOfAddress(chain, address)
  const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }
  return {
    address,
    chain_stats: { ...none, funded_txo_sum: received, spent_txo_sum: spent, tx_count },
    mempool_stats: none,
  }
}

function transactionBody(transaction: ChainTransaction) {
  const { txid, height, time, inputs, outputs } = transaction
  const output = ({ address, units }: ChainOutput) => ({
    scriptpubkey: '0014',
    scriptpubkey_type: 'v0_p2wpkh',
    scriptpubkey_address: address,
    value: units,
  })
  const coinbase = { txid: '0'.repeat(64), vout: 4_294_967_295, prevout: null, is_coinbase: true }
  return {
    txid,
    version: 2,
    vin:
      inputs.length === 0
        ? [coinbase]
        : inputs.map((input, vout) => ({ txid, vout, prevout: output(input), is_coinbase: false })),
    vout: outputs.map(output),
    fee: feeOf(transaction),
    status: { confirmed: true, block_height: height, block_time: time },
  }
}
