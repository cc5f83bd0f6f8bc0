import {
  COINS,
  type ExchangeFake,
  heldOf,
  hmac,
  isFresh,
  MARKETS,
  movementsOf,
  numberIn,
  within,
} from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * Bitvavo, version 2: time, verb and path with query are signed; trades of a market, deposits and withdrawals between two moments. These have no
 * id. https://docs.bitvavo.com
 */
export const bitvavoFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/v2/markets') return { body: MARKETS.map(marketOf) }
  const time = call.headers['bitvavo-access-timestamp'] ?? ''
  const account = accountOf(call.headers['bitvavo-access-key'] ?? '')
  if (account === undefined) return refusal(305, 'No active API key found.')
  const text = `${time}${call.method}${call.target}${call.body}`
  if (call.headers['bitvavo-access-signature'] !== hmac('sha256', account.apiSecret, text))
    return refusal(309, 'The signature is invalid.')
  if (!isFresh(time, now(), 10_000)) return refusal(304, 'Request was not received within the access window.')
  const { query } = call
  const page = <E extends { readonly at: number; readonly id: string }>(all: readonly E[]): E[] =>
    within(all, numberIn(query, 'start', 0), numberIn(query, 'end', 9e15)).slice(
      0,
      Math.min(1000, numberIn(query, 'limit', 500)),
    )
  switch (call.path) {
    case '/v2/balance':
      return { body: COINS.map((symbol) => ({ symbol, available: heldOf(account, symbol), inOrder: '0' })) }
    case '/v2/trades':
      return {
        body: page(
          account.trades.filter(({ base, quote }) => `${base}-${quote}` === query.get('market')),
        ).map((one) => ({
          id: one.id,
          orderId: one.id,
          timestamp: one.at,
          market: query.get('market'),
          side: one.side,
          amount: one.amount,
          price: one.price,
          taker: true,
          fee: one.fee,
          feeCurrency: one.feeCoin,
          settled: true,
        })),
      }
    case '/v2/depositHistory':
      return {
        body: page(movementsOf(account, 'deposit')).map((one) => ({
          timestamp: one.at,
          symbol: one.coin,
          amount: one.amount,
          fee: '0',
          status: 'completed',
          txId: one.txid,
        })),
      }
    case '/v2/withdrawalHistory':
      return {
        body: page(movementsOf(account, 'withdrawal')).map((one) => ({
          timestamp: one.at,
          symbol: one.coin,
          amount: one.amount,
          fee: one.fee,
          address: 'an address',
          status: 'completed',
          txId: one.txid,
        })),
      }
  }
  return { status: 404, body: {} }
}

const marketOf = ([base, quote]: readonly [string, string]) => ({
  market: `${base}-${quote}`,
  status: 'trading',
  base,
  quote,
  quantityDecimals: 8,
  notionalDecimals: 2,
  tickSize: '0.01',
})

const refusal = (errorCode: number, error: string): ProviderReply => ({
  status: 403,
  body: { errorCode, error },
})
