import {
  type ChainOutput,
  type ChainTransaction,
  feeOf,
  sumsOfAddress,
  transactionsOfAddress,
} from './output-chain.ts'
import type { ProviderHandler } from './serve.ts'

export interface BlockbookChain {
  /** Transactions can be added while they are fetched. */
  readonly transactions: readonly ChainTransaction[]
  /** Extended keys, with their addresses. */
  readonly keys?: Readonly<Record<string, readonly string[]>>
  /** The most that this server gives at once. */
  readonly pageSize?: number
}

/** A Blockbook server: https://github.com/trezor/blockbook/blob/master/docs/api.md */
export function blockbookProvider({
  transactions,
  keys = {},
  pageSize = 1000,
}: BlockbookChain): ProviderHandler {
  const best = () => Math.max(0, ...transactions.map(({ height }) => height))
  return ({ path, query }) => {
    if (path === '/api/' || path === '/api')
      return { body: { blockbook: { bestHeight: best() }, backend: {} } }
    const [, kind, text = ''] = /^\/api\/v2\/(address|xpub)\/([^/]+)$/.exec(path) ?? []
    const given = decodeURIComponent(text)
    const addresses = kind === 'xpub' ? keys[given] : [given]
    if (kind === undefined || addresses === undefined)
      return { status: 400, body: { error: 'Invalid address' } }
    const all = [
      ...new Set(addresses.flatMap((address) => transactionsOfAddress(transactions, address))),
    ].toSorted((a, b) => b.height - a.height)
    const inside = all.filter(
      ({ height }) => height >= Number(query.get('from') ?? 0) && height <= Number(query.get('to') ?? best()),
    )
    const size = Math.min(Number(query.get('pageSize') ?? 1000), pageSize)
    // A page beyond the last one is answered with the last one.
    const last = Math.max(1, Math.ceil(inside.length / size))
    const page = Math.min(Number(query.get('page') ?? 1), last)
    const sums = addresses.map((address) => sumsOfAddress(transactions, address))
    const balance = sums.reduce((sum, { received, spent }) => sum + received - spent, 0)
    return {
      body: {
        page,
        totalPages: last,
        itemsOnPage: size,
        address: given,
        balance: String(balance),
        unconfirmedTxs: 0,
        txs: all.length,
        ...(inside.length > 0 && {
          transactions: inside.slice((page - 1) * size, page * size).map(transactionBody),
        }),
        ...(kind === 'xpub' && {
          tokens: addresses.map((name) => ({ type: 'XPUBAddress', name, transfers: 1, decimals: 8 })),
        }),
      },
    }
  }
}

function transactionBody(transaction: ChainTransaction) {
  const { txid, height, time, inputs, outputs } = transaction
  const side = ({ address, units }: ChainOutput, n: number) => ({
    n,
    addresses: [address],
    isAddress: true,
    value: String(units),
  })
  return {
    txid,
    vin: inputs.length === 0 ? [{ n: 0, isAddress: false, coinbase: '03a1b2' }] : inputs.map(side),
    vout: outputs.map(side),
    blockHeight: height,
    blockTime: time,
    confirmations: 10,
    fees: String(feeOf(transaction)),
  }
}
