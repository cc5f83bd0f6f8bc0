import { createHash } from 'node:crypto'
import {
  type ChainOutput,
  type ChainTransaction,
  sumsOfAddress,
  transactionsOfAddress,
} from './output-chain.ts'
import type { ProviderHandler } from './serve.ts'

/** Kinds of servers, which answer in different ways. */
export type ElectrumKind = 'electrumx' | 'fulcrum' | 'electrs'

export interface ElectrumChain {
  /** Transactions can be added while they are fetched. */
  readonly transactions: readonly ChainTransaction[]
  readonly kind?: ElectrumKind
  /** The most transactions of an address that it lists. */
  readonly most?: number
}

interface Request {
  readonly id?: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** A server of the Electrum protocol, which is handed one request: https://electrumx.readthedocs.io/en/latest/protocol-methods.html */
export function electrumProvider(chain: ElectrumChain): ProviderHandler {
  return ({ body }) => {
    const request = JSON.parse(body) as Request
    const base = { jsonrpc: '2.0', id: request.id ?? 0 }
    const answer = answerOf(chain, request)
    return { body: { ...base, ...answer } }
  }
}

type Answer = { readonly result: unknown } | { readonly error: unknown }

const refused = (kind: ElectrumKind, message: string): Answer => ({
  // Older servers of electrs answer with the words alone.
  error: kind === 'electrs' ? message : { code: 1, message },
})

function answerOf(chain: ElectrumChain, { method, params }: Request): Answer {
  const { transactions, kind = 'electrumx', most = 10_000 } = chain
  const [first = '', second] = params
  switch (method) {
    case 'server.version':
      return { result: [kind, '1.4'] }
    case 'blockchain.headers.subscribe':
      return { result: { height: Math.max(0, ...transactions.map(({ height }) => height)), hex: '00' } }
    case 'blockchain.scripthash.get_history': {
      const address = addressOf(chain, first)
      const all = address === undefined ? [] : transactionsOfAddress(transactions, address).toReversed()
      if (all.length > most) return refused(kind, 'history too large')
      return { result: all.map(({ txid, height }) => ({ tx_hash: txid, height })) }
    }
    case 'blockchain.scripthash.get_balance': {
      const { received, spent } = sumsOfAddress(transactions, addressOf(chain, first) ?? '')
      return { result: { confirmed: received - spent, unconfirmed: 0 } }
    }
    case 'blockchain.transaction.get': {
      if (second !== true || kind === 'electrs')
        return refused(kind, 'verbose transactions are currently unsupported')
      const found = allOf(transactions).find(({ txid }) => txid === first)
      return found === undefined
        ? refused(kind, 'No such transaction')
        : { result: verbose(found, transactions) }
    }
    default:
      return { error: { code: -32601, message: `unknown method "${method}"` } }
  }
}

function addressOf({ transactions }: ElectrumChain, hash: unknown): string | undefined {
  const named = transactions.flatMap(({ inputs, outputs }) => [...inputs, ...outputs])
  return named.find(({ address }) => scriptHash(address) === hash)?.address
}

/** Transactions, and those outside of the history that paid to others what they spend in it. */
function allOf(transactions: readonly ChainTransaction[]): ChainTransaction[] {
  return [
    ...transactions,
    ...transactions.flatMap((transaction) =>
      transaction.inputs.flatMap((input, n) =>
        outputSpent(transactions, transaction, input) === undefined
          ? { ...transaction, txid: outside(transaction, n), inputs: [], outputs: [input] }
          : [],
      ),
    ),
  ]
}

/** The name of a transaction that paid to somebody what an input spends. */
const outside = ({ txid }: ChainTransaction, n: number) =>
  createHash('sha256').update(`${txid}+${n}`).digest('hex')

/** The output that an input spends: an earlier one of the same address and amount. */
function outputSpent(
  transactions: readonly ChainTransaction[],
  { height, txid: by }: ChainTransaction,
  { address, units }: ChainOutput,
): { readonly txid: string; readonly vout: number } | undefined {
  for (const { txid, height: before, outputs } of transactions) {
    const vout = outputs.findIndex((output) => output.address === address && output.units === units)
    if (vout !== -1 && before <= height && txid !== by) return { txid, vout }
  }
  return undefined
}

function verbose(transaction: ChainTransaction, transactions: readonly ChainTransaction[]) {
  const { txid, time, inputs, outputs } = transaction
  const isOutside = !transactions.includes(transaction)
  return {
    txid,
    hash: txid,
    version: 2,
    size: 222,
    locktime: 0,
    vin:
      inputs.length === 0
        ? [{ coinbase: '03a1', sequence: 4_294_967_295 }]
        : inputs.map((input, n) => ({
            ...(outputSpent(transactions, transaction, input) ?? { txid: outside(transaction, n), vout: 0 }),
            scriptSig: { asm: '', hex: '' },
            sequence: 4_294_967_293,
          })),
    vout: outputs.map(({ address, units }, n) => ({
      value: units / 100_000_000,
      n,
      scriptPubKey: { asm: '', hex: scriptOf(address), type: 'pubkeyhash', addresses: [address] },
    })),
    hex: '00',
    blockhash: txid,
    confirmations: isOutside ? 200 : 100,
    time,
    blocktime: time,
  }
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const KEY_VERSIONS = new Set(['00', '30', '1e', '4c', '1cb8'])

/** The script that pays to an address, in hexadecimal. */
function scriptOf(address: string): string {
  if (/^[a-z]+1/.test(address)) {
    const [version = 0, ...words] = Array.from(address.slice(address.lastIndexOf('1') + 1, -6), (char) =>
      BECH32.indexOf(char),
    )
    const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
    const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
    return Buffer.from([version === 0 ? 0 : 0x50 + version, bytes.length, ...bytes]).toString('hex')
  }
  const value = Array.from(address).reduce((sum, char) => sum * 58n + BigInt(BASE58.indexOf(char)), 0n)
  // Four bytes at its end are a checksum.
  const hex = value.toString(16).slice(0, -8)
  const hash = hex.slice(-40)
  const version = hex.slice(0, -40).padStart(2, '0')
  return KEY_VERSIONS.has(version) ? `76a914${hash}88ac` : `a914${hash}87`
}

function scriptHash(address: string): string {
  const digest = createHash('sha256')
    .update(Buffer.from(scriptOf(address), 'hex'))
    .digest()
  return digest.reverse().toString('hex')
}
