import type { ProviderReply } from '../serve.ts'
import { COINS, type ExchangeFake, hmac, isFresh, MARKETS, movementsOf, within } from './exchange-account.ts'

/**
 * WhiteBIT, version 4: the body is signed in base64 and names the path and a nonce; lists have neither beginning nor end, and are gone through
 * by offsets. https://docs.whitebit.com
 */
export const whitebitFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v4/public/markets') return { body: MARKETS.map(marketOf) }
  const { 'x-txc-apikey': key = '', 'x-txc-payload': payload = '', 'x-txc-signature': sign } = call.headers
  const account = accountOf(key)
  const fields = fieldsOf(call.body)
  if (
    account === undefined ||
    payload !== Buffer.from(call.body).toString('base64') ||
    sign !== hmac('sha512', account.apiSecret, payload) ||
    fields['request'] !== call.path ||
    !isFresh(String(fields['nonce']), now())
  )
    return { status: 401, body: { code: 10, message: 'Unauthorized request.' } }
  const page = <E extends { readonly at: number; readonly id: string }>(all: readonly E[]): E[] => {
    const { offset = 0, limit = 50 } = fields as { offset?: number; limit?: number }
    return within(all, 0, 9e15).slice(offset, offset + Math.min(100, limit))
  }
  switch (call.path) {
    case '/api/v4/trade-account/balance':
      return { body: Object.fromEntries(COINS.map((coin) => [coin, { available: '0', freeze: '0' }])) }
    case '/api/v4/trade-account/executed-history':
      return {
        body: page(account.trades.filter(({ base, quote }) => `${base}_${quote}` === fields['market'])).map(
          (one) => ({
            id: Number(one.id),
            clientOrderId: '',
            time: `${Math.floor(one.at / 1000)}.${String(one.at % 1000).padStart(3, '0')}`,
            side: one.side,
            role: 2,
            amount: one.amount,
            price: one.price,
            deal: one.cost,
            fee: one.fee,
            feeAsset: one.feeCoin,
            orderId: Number(one.id),
          }),
        ),
      }
    case '/api/v4/main-account/history': {
      const kind = Number(fields['transactionMethod']) === 1 ? 'deposit' : 'withdrawal'
      const all = movementsOf(account, kind)
      return { body: { limit: 100, offset: 0, total: all.length, records: page(all).map(recordOf) } }
    }
  }
  return { status: 404, body: {} }
}

const recordOf = (one: ReturnType<typeof movementsOf>[number]) => ({
  address: 'an address',
  uniqueId: null,
  transactionId: `number ${one.id}`,
  createdAt: Math.floor(one.at / 1000),
  currency: one.coin,
  ticker: one.coin,
  method: one.kind === 'deposit' ? 1 : 2,
  amount: one.amount,
  description: '',
  memo: '',
  fee: one.fee,
  status: one.kind === 'deposit' ? 3 : 7,
  network: null,
  transactionHash: one.txid,
})

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}

const marketOf = ([stock, money]: readonly [string, string]): ProviderReply['body'] => ({
  name: `${stock}_${money}`,
  stock,
  money,
  stockPrec: '8',
  moneyPrec: '2',
  feePrec: '4',
  makerFee: '0.1',
  takerFee: '0.1',
  minAmount: '0.001',
  minTotal: '0.001',
  tradesEnabled: true,
  type: 'spot',
})
