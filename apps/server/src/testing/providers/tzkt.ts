import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  isoTimeOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

/** A transfer of a token, as TzKT lists it. */
export interface TezosTokenTransfer {
  readonly id: number
  readonly level: number
  readonly timestamp: string
  readonly token: object
  readonly from?: { readonly address: string }
  readonly to?: { readonly address: string }
  readonly amount: string
  readonly transactionId: number
}

export interface TezosAccount extends AccountHistory {
  readonly tokens?: readonly TezosTokenTransfer[]
  /** Hashes of operations by their numbers. */
  readonly hashes?: Readonly<Record<string, string>>
  readonly contracts?: readonly string[]
}

/** TzKT: https://api.tzkt.io */
export function tzktProvider(account: TezosAccount, most = 10_000): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const [, address = '', list] = /^\/v1\/accounts\/([^/]+)(\/operations)?$/.exec(path) ?? []
    if (list !== undefined)
      return listOf(
        address === account.address ? account.payments.map((one) => operationOf(account, one)) : [],
      )
    if (address !== '') {
      const type = account.contracts?.includes(address) === true ? 'contract' : 'user'
      const balance = address === account.address ? Number(heldAfter(account)) : 0
      return { body: { type, address, balance, numTransactions: account.payments.length } }
    }
    if (path === '/v1/tokens/transfers')
      return listOf(query.get('anyof.from.to') === account.address ? (account.tokens ?? []) : [])
    if (path !== '/v1/operations/transactions') return { status: 404, body: { code: 404 } }
    const ids = (query.get('id.in') ?? '').split(',')
    return {
      body: ids.flatMap((id) =>
        account.hashes?.[id] === undefined ? [] : { id: Number(id), hash: account.hashes[id] },
      ),
    }

    function listOf(all: readonly { readonly id: number; readonly timestamp: string }[]): ProviderReply {
      const from = query.get('timestamp.ge') ?? ''
      const behind = Number(query.get('lastId') ?? query.get('offset.cr') ?? -1)
      const inside = all.filter(({ id, timestamp }) => id > behind && timestamp >= from)
      return { body: inside.slice(0, Math.min(Number(query.get('limit') ?? 100), most)) }
    }
  }
}

function operationOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const [sender, target] = payment.isOut ? [address, other] : [other, address]
  return {
    type: 'transaction',
    id: payment.n,
    level: blockOf(payment),
    timestamp: isoTimeOf(payment),
    hash: hashOf(payment),
    sender: { address: sender },
    target: { address: target },
    amount: Number(payment.units),
    bakerFee: Number(FEE),
    storageFee: 0,
    allocationFee: 0,
    status: 'applied',
  }
}
