import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  lastBlock,
  secondsOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

/** The explorer of Qtum: https://github.com/qtumproject/qtuminfo-api */
export function qtumProvider(account: AccountHistory, most = 100): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    if (path === '/info') return { body: { height: lastBlock(account) } }
    const [, hash] = /^\/tx\/(\w+)$/.exec(path) ?? []
    const found = account.payments.find((payment) => hashOf(payment) === hash)
    if (found !== undefined) return { body: transactionOf(account, found) }
    const [, address = '', list] = /^\/address\/([^/]+)(\/txs)?$/.exec(path) ?? []
    if (address !== account.address) return { status: 404, body: 'Not Found' }
    if (list === undefined) return { body: { balance: String(heldAfter(account)), qrc20Balances: [] } }
    const inside = account.payments
      .filter((payment) => blockOf(payment) >= Number(query.get('fromBlock') ?? 0))
      .toSorted((a, b) => a.at - b.at)
    const start = Number(query.get('offset') ?? 0)
    const page = inside.slice(start, start + Math.min(Number(query.get('limit') ?? 20), most))
    return { body: { totalCount: inside.length, transactions: page.map(hashOf) } }
  }
}

/** A payment with change, when it goes out. */
function transactionOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const CHANGE = 5_000_000n
  const { units, isOut } = payment
  const [payer, taker] = isOut ? [address, other] : [other, address]
  return {
    id: hashOf(payment),
    inputs: [{ address: payer, value: String(units + FEE + CHANGE) }],
    outputs: [
      { address: taker, value: String(units) },
      { address: payer, value: String(CHANGE) },
    ],
    isCoinbase: false,
    isCoinstake: false,
    blockHeight: blockOf(payment),
    timestamp: secondsOf(payment),
    refundValue: '0',
    fees: String(FEE),
  }
}
