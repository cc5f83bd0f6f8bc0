import { type ChainTransaction, feeOf, sumsOfAddress, transactionsOfAddress } from './output-chain.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const PLACES = 8

/** An Insight server: https://github.com/bitpay/insight-api */
export function insightProvider(transactions: readonly ChainTransaction[], pageSize = 10): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const [, address] = /^\/addr\/([^/]+)$/.exec(path) ?? []
    if (address !== undefined) {
      const { received, spent } = sumsOfAddress(transactions, address)
      return { body: { addrStr: address, balanceSat: received - spent } }
    }
    if (path !== '/txs') return { status: 404, body: 'Not found' }
    const all = transactionsOfAddress(transactions, query.get('address') ?? '').toSorted(
      (a, b) => b.height - a.height,
    )
    const page = Number(query.get('pageNum') ?? 0)
    const txs = all.slice(page * pageSize, (page + 1) * pageSize).map(transactionBody)
    return { body: { pagesTotal: Math.ceil(all.length / pageSize), txs } }
  }
}

const textOf = (units: number) => {
  const digits = String(units).padStart(PLACES + 1, '0')
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

function transactionBody(transaction: ChainTransaction) {
  const { txid, height, time, inputs, outputs } = transaction
  return {
    txid,
    blockheight: height,
    time,
    blocktime: time,
    fees: textOf(feeOf(transaction)),
    vin:
      inputs.length === 0
        ? [{ coinbase: '03a1b2', n: 0 }]
        : inputs.map(({ address, units }) => ({ addr: address, value: textOf(units) })),
    vout: outputs.map(({ address, units }, n) => ({
      n,
      value: textOf(units),
      scriptPubKey: { addresses: [address] },
    })),
  }
}
