import { type ExchangeFake, hmac, isFresh, numberIn } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * AscendEX: time and path are signed, the path without its version; deposits and withdrawals come in one list, the newest first.
 * https://ascendex.github.io/ascendex-pro-api/
 */
export const ascendexFake: ExchangeFake = (accountOf, now) => (call) => {
  const path = call.path.replace('/api/pro/v1/', '')
  const time = call.headers['x-auth-timestamp']
  const account = accountOf(call.headers['x-auth-key'] ?? '')
  if (account === undefined) return refusal(200001, 'INVALID_API_KEY')
  if (call.headers['x-auth-signature'] !== hmac('sha256', account.apiSecret, `${time}+${path}`, 'base64'))
    return refusal(200002, 'INVALID_API_SIGNATURE')
  if (!isFresh(time, now(), 30_000)) return refusal(200003, 'INVALID_TIMESTAMP')
  if (path === 'info')
    return data({
      email: 'a@b.c',
      accountGroup: 6,
      viewPermission: true,
      tradePermission: false,
      transferPermission: false,
    })
  if (path !== 'wallet/transactions') return { status: 404, body: {} }
  const [page, pageSize] = [
    numberIn(call.query, 'page', 1),
    Math.min(50, numberIn(call.query, 'pageSize', 20)),
  ]
  const all = account.movements.toSorted((a, b) => b.at - a.at)
  return data({
    page,
    pageSize,
    hasNext: page * pageSize < all.length,
    data: all.slice((page - 1) * pageSize, page * pageSize).map((one) => ({
      requestId: `r${one.id}`,
      time: one.at,
      asset: one.coin,
      transactionType: one.kind,
      amount: one.amount,
      commission: one.fee,
      networkTransactionId: one.txid,
      status: 'confirmed',
      numConfirmed: 20,
      numConfirmations: 20,
      destAddress: { address: 'an address' },
    })),
  })
}

const data = (value: unknown): ProviderReply => ({ body: { code: 0, data: value } })
const refusal = (code: number, reason: string): ProviderReply => ({ body: { code, reason, message: reason } })
