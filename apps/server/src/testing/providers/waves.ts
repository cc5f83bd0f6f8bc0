import {
  type AccountHistory,
  type AccountPayment,
  FEE,
  hashOf,
  heldAfter,
  pageBehind,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

/** A node of Waves: https://docs.waves.tech/en/waves-node/node-api */
export function wavesProvider(account: AccountHistory, most = 1_000): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const [, kind = '', address = '', limit] =
      /^\/(addresses\/balance|alias\/by-address|transactions\/address)\/([^/]+)(?:\/limit\/(\d+))?$/.exec(
        path,
      ) ?? []
    const isKnown = address === account.address
    if (kind === 'addresses/balance')
      return { body: { address, confirmations: 0, balance: isKnown ? Number(heldAfter(account)) : 0 } }
    if (kind === 'alias/by-address') return { body: [] }
    if (kind === '') return { status: 404, body: { error: 1 } }
    // Newest first; an answer goes on behind a transaction, whatever was added in front.
    const newest = (isKnown ? account.payments : []).toSorted((a, b) => b.at - a.at)
    const after = query.get('after')
    const start = after === null ? 0 : newest.findIndex((payment) => hashOf(payment) === after) + 1
    const { page } = pageBehind(newest, start, Math.min(Number(limit), most))
    return { body: [page.map((payment) => transactionOf(account, payment))] }
  }
}

function transactionOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const [sender, recipient] = payment.isOut ? [address, other] : [other, address]
  return {
    type: 4,
    id: hashOf(payment),
    fee: Number(FEE),
    feeAssetId: null,
    timestamp: payment.at,
    sender,
    recipient,
    assetId: null,
    amount: Number(payment.units),
    applicationStatus: 'succeeded',
  }
}
