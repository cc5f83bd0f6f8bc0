import { COINS, type ExchangeFake, hmac, isFresh, MARKETS, numberIn, within } from './exchange-account.ts'
import type { ProviderCall, ProviderReply } from '../serve.ts'

/**
 * HitBTC, version 3, and those who run its software: verb, path with query and time are signed and stand in one header with the key. A fee is
 * in the coin that the market names. https://api.hitbtc.com
 */
export const hitbtcFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/3/public/symbol')
    return {
      body: Object.fromEntries(MARKETS.map(([base, quote]) => [`${base}${quote}`, marketOf(base, quote)])),
    }
  const header = Buffer.from((call.headers['authorization'] ?? '').replace('HS256 ', ''), 'base64').toString()
  const [key = '', signature, time] = header.split(':')
  const account = accountOf(key)
  if (
    account === undefined ||
    signature !== hmac('sha256', account.apiSecret, `${call.method}${call.target}${time}`)
  )
    return refusal(1002, 'Authorization is required or has been failed')
  if (!isFresh(time, now(), 10_000)) return refusal(1004, 'Unsupported authorization method')
  switch (call.path) {
    case '/api/3/spot/balance':
      return { body: COINS.map((currency) => ({ currency, available: '0', reserved: '0' })) }
    case '/api/3/spot/history/trade':
      return {
        body: page(call, account.trades).map((one) => ({
          id: Number(one.id),
          order_id: Number(one.id),
          client_order_id: one.id,
          symbol: `${one.base}${one.quote}`,
          side: one.side,
          quantity: one.amount,
          price: one.price,
          fee: one.fee,
          taker: true,
          timestamp: new Date(one.at).toISOString(),
        })),
      }
    case '/api/3/wallet/transactions':
      return {
        body: page(call, account.movements).map((one) => ({
          id: Number(one.id),
          operation_id: `o${one.id}`,
          type: one.kind === 'deposit' ? 'DEPOSIT' : 'WITHDRAW',
          subtype: 'BLOCKCHAIN',
          status: 'SUCCESS',
          created_at: new Date(one.at).toISOString(),
          updated_at: new Date(one.at).toISOString(),
          native: {
            currency: one.coin,
            amount: one.amount,
            fee: one.fee,
            hash: one.txid,
            address: 'an address',
          },
        })),
      }
  }
  return { status: 404, body: {} }
}

/** Entries of a window: a moment is in milliseconds or in ISO 8601. */
function page<E extends { readonly at: number; readonly id: string }>(
  { query }: ProviderCall,
  all: readonly E[],
): E[] {
  const moment = (name: string, otherwise: number) => {
    const text = query.get(name)
    if (text === null) return otherwise
    return /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  }
  const start = numberIn(query, 'offset', 0)
  const limit = Math.min(1000, numberIn(query, 'limit', 100))
  return within(all, moment('from', 0), moment('till', 9e15)).slice(start, start + limit)
}

const marketOf = (base_currency: string, quote_currency: string) => ({
  type: 'spot',
  base_currency,
  quote_currency,
  fee_currency: quote_currency,
  status: 'working',
  quantity_increment: '0.00001',
  tick_size: '0.01',
  take_rate: '0.001',
  make_rate: '0.001',
})

const refusal = (code: number, message: string): ProviderReply => ({
  status: 401,
  body: { error: { code, message } },
})
