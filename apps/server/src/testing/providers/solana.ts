import type { ProviderHandler, ProviderReply } from './serve.ts'

/** What an account holds before and after a transaction. */
export interface SolanaChange {
  readonly account: string
  /** Lamports. */
  readonly before: number
  readonly after: number
  readonly token?: {
    readonly mint: string
    readonly owner: string
    readonly decimals: number
    /** Units of the token; undefined where the account does not exist. */
    readonly before?: string
    readonly after?: string
  }
}

export interface SolanaTransaction {
  readonly signature: string
  readonly slot: number
  /** Seconds since 1970. */
  readonly time: number
  readonly fee: number
  readonly hasFailed?: boolean
  /** The first account pays the fee; what it holds afterwards is without it. */
  readonly changes: readonly SolanaChange[]
  /** Instructions of the stake program, as a node explains them. */
  readonly stake?: readonly { readonly type: string; readonly info: Readonly<Record<string, unknown>> }[]
}

/** What a node knows. Transactions can be added while they are fetched. */
export interface SolanaNode {
  readonly transactions: SolanaTransaction[]
  /** Token accounts that exist now, by owner: with their lamports. */
  readonly tokenAccounts?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly balances?: Readonly<Record<string, number>>
  readonly programs?: readonly string[]
  readonly epoch?: number
  /** Lamports that stake accounts earned, by epoch and account; an epoch that is missing was forgotten. */
  readonly rewards?: Readonly<Record<number, Readonly<Record<string, number>>>>
}

/** A node of Solana: https://solana.com/docs/rpc/http */
export function solanaProvider(node: SolanaNode): ProviderHandler {
  return ({ method, body }): ProviderReply => {
    if (method !== 'POST') return { status: 405 }
    const { method: called, params } = JSON.parse(body) as { method: string; params: unknown[] }
    if (called === 'getInflationReward') return rewardsOf(node, params)
    const result = resultOf(node, called, String(params[0]), (params[1] ?? {}) as Record<string, unknown>)
    return { body: { jsonrpc: '2.0', id: 1, ...(result === undefined ? METHOD_NOT_FOUND : { result }) } }
  }
}

/** The slots of an epoch. */
const SLOTS = 432_000

function rewardsOf({ rewards }: SolanaNode, params: readonly unknown[]): ProviderReply {
  const [accounts, { epoch }] = params as [string[], { epoch: number }]
  const paid = rewards?.[epoch]
  if (paid === undefined)
    return { body: { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Block cleaned up' } } }
  const result = accounts.map((account) => {
    const amount = paid[account]
    return amount === undefined ? null : { epoch, effectiveSlot: (epoch + 1) * SLOTS, amount, postBalance: 1 }
  })
  return { body: { jsonrpc: '2.0', id: 1, result } }
}

const METHOD_NOT_FOUND = { error: { code: -32601, message: 'Method not found' } }
const FIRST_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

function resultOf(node: SolanaNode, method: string, of: string, options: Record<string, unknown>): unknown {
  const context = { slot: Math.max(0, ...node.transactions.map(({ slot }) => slot)) }
  switch (method) {
    case 'getAccountInfo':
      return { context, value: { executable: node.programs?.includes(of) === true, lamports: 1 } }
    case 'getBalance':
      return { context, value: node.balances?.[of] ?? 0 }
    case 'getTokenAccountsByOwner': {
      const own = options['programId'] === FIRST_PROGRAM ? Object.entries(node.tokenAccounts?.[of] ?? {}) : []
      return { context, value: own.map(([pubkey, lamports]) => ({ pubkey, account: { lamports } })) }
    }
    case 'getSlot':
      return context.slot
    case 'getEpochInfo':
      return { epoch: node.epoch ?? 0 }
    case 'getBlockTime':
      return 1_700_000_000 + Number(of)
    case 'getMultipleAccounts':
      return { context, value: of.split(',').map((account) => ({ lamports: node.balances?.[account] ?? 0 })) }
    case 'getSignaturesForAddress':
      return signatures(node, of, options)
    case 'getTransaction': {
      const found = node.transactions.find(({ signature }) => signature === of)
      return found === undefined ? null : transactionBody(found)
    }
    default:
      return undefined
  }
}

function signatures(
  { transactions }: SolanaNode,
  account: string,
  { limit, before }: Record<string, unknown>,
) {
  const all = transactions
    .filter(({ changes }) => changes.some((change) => change.account === account))
    .toSorted((a, b) => b.slot - a.slot)
  const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
  return all.slice(from, from + Number(limit)).map(({ signature, slot, time, hasFailed }) => ({
    signature,
    slot,
    blockTime: time,
    err: hasFailed ? {} : null,
  }))
}

function transactionBody({ signature, slot, time, fee, hasFailed, changes, stake = [] }: SolanaTransaction) {
  const tokens = (side: 'before' | 'after') =>
    changes.flatMap(({ token }, accountIndex) => {
      const amount = token?.[side]
      if (token === undefined || amount === undefined) return []
      const { mint, owner, decimals } = token
      return { accountIndex, mint, owner, uiTokenAmount: { amount, decimals, uiAmountString: '' } }
    })
  return {
    slot,
    blockTime: time,
    version: 0,
    meta: {
      err: hasFailed === true ? { InstructionError: [0, 'Custom'] } : null,
      fee,
      preBalances: changes.map(({ before }) => before),
      postBalances: changes.map(({ after }) => after),
      preTokenBalances: tokens('before'),
      postTokenBalances: tokens('after'),
    },
    transaction: {
      signatures: [signature],
      message: {
        instructions: stake.map((parsed) => ({ program: 'stake', parsed })),
        accountKeys: changes.map(({ account }, n) => ({ pubkey: account, signer: n === 0, writable: true })),
      },
    },
  }
}
