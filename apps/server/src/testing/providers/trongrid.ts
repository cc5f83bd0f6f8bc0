import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  pageBehind,
} from './account-history.ts'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** A transfer of a TRC-20 token, as TronGrid lists it. */
export interface TronTokenTransfer {
  readonly transaction_id: string
  readonly token_info: Readonly<Record<string, unknown>>
  readonly block_timestamp: number
  readonly from: string
  readonly to: string
  readonly type: string
  readonly value: string
}

export interface TronAccount extends AccountHistory {
  /** The two addresses in hexadecimal, as transactions write them. */
  readonly hex: { readonly own: string; readonly other: string }
  readonly tokens?: readonly TronTokenTransfer[]
  /** Addresses of contracts. */
  readonly contracts?: readonly string[]
}

/** TronGrid: https://developers.tron.network/reference/get-transaction-info-by-account-address */
export function trongridProvider(account: TronAccount, most = 200): ProviderHandler {
  return (call): ProviderReply => {
    if (call.path === '/wallet/getcontract') {
      const { value } = JSON.parse(call.body) as { value: string }
      return { body: account.contracts?.includes(value) === true ? { contract_address: value } : {} }
    }
    const [, address = '', list] =
      /^\/v1\/accounts\/([^/]+)(\/transactions(?:\/trc20)?)?$/.exec(call.path) ?? []
    if (address === '') return { status: 404, body: { success: false, error: 'not found', statusCode: 404 } }
    const isKnown = address === account.address
    if (list === undefined) {
      const balance = Number(heldAfter(account))
      return { body: { success: true, meta: { page_size: 1 }, data: isKnown ? [{ address, balance }] : [] } }
    }
    const entries = list.endsWith('trc20') ? (account.tokens ?? []) : account.payments.map(entryOf(account))
    return pageOf(call, isKnown ? entries : [], most)
  }
}

function pageOf(
  { query }: ProviderCall,
  all: readonly { readonly block_timestamp: number }[],
  most: number,
): ProviderReply {
  const inside = all.filter((entry) => entry.block_timestamp >= Number(query.get('min_timestamp') ?? 0))
  const size = Math.min(Number(query.get('limit') ?? 20), most)
  const { page, next } = pageBehind(inside, Number(query.get('fingerprint') ?? 0), size)
  const meta = { at: 1, page_size: page.length, ...(next !== null && { fingerprint: String(next) }) }
  return { body: { data: page, success: true, meta } }
}

const entryOf =
  ({ hex }: TronAccount) =>
  (payment: AccountPayment) => {
    const { units, isOut } = payment
    const [from, to] = isOut ? [hex.own, hex.other] : [hex.other, hex.own]
    return {
      ret: [{ contractRet: 'SUCCESS', fee: Number(FEE) }],
      txID: hashOf(payment),
      net_fee: Number(FEE),
      energy_fee: 0,
      blockNumber: blockOf(payment),
      block_timestamp: payment.at,
      raw_data: {
        contract: [
          {
            parameter: {
              value: { amount: Number(units), owner_address: from, to_address: to },
              type_url: 'type.googleapis.com/protocol.TransferContract',
            },
            type: 'TransferContract',
          },
        ],
      },
      internal_transactions: [],
    }
  }
