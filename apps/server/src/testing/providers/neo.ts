import { type AccountHistory, type AccountPayment, FEE, hashOf, heldAfter } from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const GAS = '0xd2a4cff31913016155e38e474a2c06d08be276cf'

/** A node of Neo N3 that follows tokens, of an address that moves gas alone: https://docs.neo.org/docs/n3/reference/rpc/api */
export function neoProvider(account: AccountHistory, most = 1000): ProviderHandler {
  return ({ body }): ProviderReply => {
    const { method, params } = JSON.parse(body) as { method: string; params: (string | number)[] }
    const [of, from = 0, to = Number.POSITIVE_INFINITY] = params as [string, number?, number?]
    const { payments } = of === account.address ? account : { payments: [] }
    if (method === 'getnep17transfers') {
      const inside = payments.filter(({ at }) => at >= from && at <= to)
      const side = (isOut: boolean) =>
        inside
          .filter((one) => one.isOut === isOut)
          .slice(0, most)
          .map((one) => transferOf(account, one))
      return result({ sent: side(true), received: side(false), address: of })
    }
    if (method === 'getrawtransaction') {
      const found = account.payments.find((one) => hashOf(one) === of)
      return found === undefined ? unknown : result(transactionOf(account, found))
    }
    if (method === 'getnep17balances') {
      const amount = String(of === account.address ? heldAfter(account) : 0n)
      return result({ balance: [{ assethash: GAS, name: 'GasToken', symbol: 'GAS', decimals: '8', amount }] })
    }
    return { body: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } } }
  }
}

const transferOf = ({ other }: AccountHistory, payment: AccountPayment) => ({
  timestamp: payment.at,
  assethash: GAS,
  transferaddress: other,
  amount: String(payment.units),
  blockindex: payment.n + 1,
  transfernotifyindex: 0,
  txhash: hashOf(payment),
})

const transactionOf = ({ address, other }: AccountHistory, payment: AccountPayment) => ({
  hash: hashOf(payment),
  sender: payment.isOut ? address : other,
  sysfee: String(FEE - 100n),
  netfee: '100',
  blocktime: payment.at,
  confirmations: 1,
})

const result = (value: unknown): ProviderReply => ({ body: { jsonrpc: '2.0', id: 1, result: value } })
const unknown: ProviderReply = {
  body: { jsonrpc: '2.0', id: 1, error: { code: -100, message: 'Unknown transaction' } },
}
