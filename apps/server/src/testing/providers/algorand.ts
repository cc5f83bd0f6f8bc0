import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  lastBlock,
  pageBehind,
  secondsOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

/** An indexer of Algorand: https://developer.algorand.org/docs/rest-apis/indexer */
export function algorandProvider(account: AccountHistory, most = 1_000): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const round = lastBlock(account)
    if (path === '/health') return { body: { round, 'is-migrating': false, 'db-available': true } }
    const [, address = '', list] = /^\/v2\/accounts\/([^/]+)(\/transactions)?$/.exec(path) ?? []
    if (address !== account.address)
      return { status: 404, body: { message: 'no accounts found for address' } }
    if (list === undefined)
      return { body: { account: { address, amount: Number(heldAfter(account)) }, 'current-round': round } }
    // Newest first; an answer goes on behind its last transaction, whatever was added in front.
    const newest = account.payments
      .filter((payment) => blockOf(payment) >= Number(query.get('min-round') ?? 0))
      .toSorted((a, b) => b.at - a.at)
    const last = query.get('next')
    const start = last === null ? 0 : newest.findIndex((payment) => hashOf(payment) === last) + 1
    const { page, next } = pageBehind(newest, start, Math.min(Number(query.get('limit') ?? 100), most))
    const behind = page.at(-1)
    return {
      body: {
        'current-round': round,
        transactions: page.map((payment) => transactionOf(account, payment)),
        ...(next !== null && behind !== undefined && { 'next-token': hashOf(behind) }),
      },
    }
  }
}

function transactionOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const [sender, receiver] = payment.isOut ? [address, other] : [other, address]
  return {
    id: hashOf(payment),
    fee: Number(FEE),
    sender,
    'confirmed-round': blockOf(payment),
    'round-time': secondsOf(payment),
    'intra-round-offset': 3,
    'sender-rewards': 0,
    'receiver-rewards': 0,
    'close-rewards': 0,
    'closing-amount': 0,
    'tx-type': 'pay',
    'payment-transaction': { amount: Number(payment.units), 'close-amount': 0, receiver },
  }
}
