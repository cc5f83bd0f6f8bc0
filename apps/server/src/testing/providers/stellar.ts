import {
  type AccountHistory,
  type AccountPayment,
  FEE,
  hashOf,
  heldAfter,
  isoTimeOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const NOT_FOUND: ProviderReply = { status: 404, body: { title: 'Resource Missing', status: 404 } }

/** A Horizon server: https://developers.stellar.org/docs/data/apis/horizon/api-reference */
export function stellarProvider(account: AccountHistory, most = 200): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const [, address = '', list = ''] = /^\/accounts\/([^/]+)(?:\/(transactions|effects))?$/.exec(path) ?? []
    const { payments } = account
    if (address !== account.address || payments.length === 0) return NOT_FOUND
    if (list === '') {
      const balances = [{ balance: textOf(heldAfter(account)), asset_type: 'native' }]
      return { body: { id: address, account_id: address, balances } }
    }
    const all = payments.map((payment, n) =>
      list === 'transactions' ? transactionOf(account, payment) : effectOf(account, payment, n === 0),
    )
    const behind = query.get('cursor') ?? ''
    const start = behind === '' ? 0 : all.findIndex(({ paging_token }) => paging_token === behind) + 1
    const size = Math.min(Number(query.get('limit') ?? 10), most)
    return { body: { _links: {}, _embedded: { records: all.slice(start, start + size) } } }
  }
}

const textOf = (stroops: bigint): string => {
  const digits = String(stroops).padStart(8, '0')
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`
}

/** Number of a transaction: its ledger, its place there, and twelve bits for its operations (SEP-35). */
const numberOf = ({ n }: AccountPayment): bigint =>
  (BigInt(50_000_000 + n) << 32n) | (BigInt(1 + (n % 3)) << 12n)

function transactionOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const source = payment.isOut ? address : other
  return {
    id: hashOf(payment),
    hash: hashOf(payment),
    paging_token: String(numberOf(payment)),
    successful: true,
    created_at: isoTimeOf(payment),
    source_account: source,
    fee_account: source,
    fee_charged: String(FEE),
    operation_count: 1,
  }
}

function effectOf({ address }: AccountHistory, payment: AccountPayment, isFirst: boolean) {
  const operation = numberOf(payment) | 1n
  const amount = textOf(payment.units)
  return {
    id: `${String(operation).padStart(19, '0')}-0000000001`,
    paging_token: `${operation}-1`,
    account: address,
    created_at: isoTimeOf(payment),
    ...(isFirst
      ? { type: 'account_created', starting_balance: amount }
      : {
          type: payment.isOut ? 'account_debited' : 'account_credited',
          asset_type: 'native',
          amount,
        }),
  }
}
