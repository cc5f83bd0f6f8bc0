import { type ChainTransaction, feeOf, sumsOfAddress, transactionsOfAddress } from './output-chain.ts'
import type { ProviderHandler } from './serve.ts'

/**
 * BlockCypher: https://www.blockcypher.com/dev/bitcoin/#address-full-endpoint. A list goes on below a height, and of a long transaction so
 * many inputs and outputs come at once.
 */
export function blockcypherProvider(
  chains: Readonly<Record<string, readonly ChainTransaction[]>>,
  { pageSize = 50, sides = 100 }: { readonly pageSize?: number; readonly sides?: number } = {},
): ProviderHandler {
  return ({ path, query }) => {
    const [, coin = '', kind, of = '', list] =
      /^\/v1\/(\w+)\/main\/(addrs|txs)\/(\w+)(?:\/(balance|full))?$/.exec(path) ?? []
    const chain = chains[coin]
    if (chain === undefined) return { status: 404, body: { error: 'Blockchain not found.' } }
    if (kind === 'txs') {
      const found = chain.find(({ txid }) => txid === of)
      const starts = [Number(query.get('instart') ?? 0), Number(query.get('outstart') ?? 0)] as const
      return found === undefined ? { status: 404, body: {} } : { body: transactionBody(found, sides, starts) }
    }
    const all = transactionsOfAddress(chain, of)
    const { received, spent } = sumsOfAddress(chain, of)
    const facts = {
      address: of,
      total_received: received,
      total_sent: spent,
      balance: received - spent,
      unconfirmed_balance: 0,
      final_balance: received - spent,
      n_tx: all.length,
      unconfirmed_n_tx: 0,
      final_n_tx: all.length,
    }
    if (list !== 'full') return { body: facts }
    const before = Number(query.get('before') ?? Infinity)
    const below = all.filter(({ height }) => height < before)
    const page = below.slice(0, pageSize)
    return {
      body: {
        ...facts,
        ...(below.length > pageSize && { hasMore: true }),
        txs: page.map((transaction) => transactionBody(transaction, sides, [0, 0])),
      },
    }
  }
}

function transactionBody(
  transaction: ChainTransaction,
  sides: number,
  [inputsFrom, outputsFrom]: readonly [number, number],
) {
  const { txid, height, time, inputs, outputs } = transaction
  const vin =
    inputs.length === 0
      ? [{ output_index: -1, script: '03', script_type: 'empty', age: height }]
      : inputs.map(({ address, units }, index) => ({
          prev_hash: txid,
          output_index: index,
          output_value: units,
          addresses: [address],
          script_type: 'pay-to-pubkey-hash',
        }))
  return {
    block_hash: txid,
    block_height: height,
    hash: txid,
    addresses: [...inputs, ...outputs].map(({ address }) => address),
    total: outputs.reduce((sum, { units }) => sum + units, 0),
    fees: feeOf(transaction),
    confirmed: new Date(time * 1000).toISOString().replace('.000', ''),
    received: new Date(time * 1000).toISOString(),
    confirmations: 100,
    vin_sz: vin.length,
    vout_sz: outputs.length,
    inputs: vin.slice(inputsFrom, inputsFrom + sides),
    outputs: outputs.slice(outputsFrom, outputsFrom + sides).map(({ address, units }) => ({
      value: units,
      script: '76a9',
      addresses: [address],
      script_type: 'pay-to-pubkey-hash',
    })),
  }
}
