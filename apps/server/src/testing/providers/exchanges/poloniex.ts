import {
  COINS,
  type ExchangeFake,
  hmac,
  isFresh,
  MARKETS,
  movementsOf,
  numberIn,
  plus,
  queryText,
  within,
} from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * Poloniex: verb, path and sorted query with the time are signed, on lines of their own; deposits and withdrawals come in one answer, between
 * two seconds. What was withdrawn includes its fee. https://api-docs.poloniex.com/spot
 */
export const poloniexFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/markets') return { body: MARKETS.map(marketOf) }
  if (call.path === '/v3/market/allInstruments') return { body: { code: 200, data: [] } }
  const time = call.headers['signtimestamp'] ?? ''
  const account = accountOf(call.headers['key'] ?? '')
  if (account === undefined) return refusal()
  const sorted = [...queryText(call).split('&').filter(Boolean), `signTimestamp=${time}`].toSorted().join('&')
  if (
    call.headers['signature'] !==
    hmac('sha256', account.apiSecret, `${call.method}\n${call.path}\n${sorted}`, 'base64')
  )
    return refusal()
  if (!isFresh(time, now(), 10_000)) return refusal()
  const { query } = call
  switch (call.path) {
    case '/accounts/balances':
      return {
        body: [
          {
            accountId: '1',
            accountType: 'SPOT',
            balances: COINS.map((currency) => ({ currency, available: '0', hold: '0' })),
          },
        ],
      }
    case '/trades':
      return {
        body: within(account.trades, numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0))
          .slice(0, Math.min(1000, numberIn(query, 'limit', 100)))
          .map((one) => ({
            id: one.id,
            symbol: `${one.base}_${one.quote}`,
            accountType: 'SPOT',
            orderId: one.id,
            side: one.side.toUpperCase(),
            type: 'MARKET',
            matchRole: 'TAKER',
            createTime: one.at,
            price: one.price,
            quantity: one.amount,
            amount: one.cost,
            feeCurrency: one.feeCoin,
            feeAmount: one.fee,
          })),
      }
    case '/wallets/activity': {
      const [from, to] = [numberIn(query, 'start', 0) * 1000, numberIn(query, 'end', 0) * 1000]
      return {
        body: {
          adjustments: [],
          deposits: within(movementsOf(account, 'deposit'), from, to).map((one) => ({
            depositNumber: Number(one.id),
            currency: one.coin,
            address: 'an address',
            amount: one.amount,
            confirmations: 6,
            txid: one.txid,
            timestamp: Math.floor(one.at / 1000),
            status: 'COMPLETED',
          })),
          withdrawals: within(movementsOf(account, 'withdrawal'), from, to).map((one) => ({
            withdrawalRequestsId: Number(one.id),
            currency: one.coin,
            address: 'an address',
            amount: plus(one.amount, one.fee),
            fee: one.fee,
            timestamp: Math.floor(one.at / 1000),
            status: 'COMPLETE',
            txid: one.txid,
          })),
        },
      }
    }
  }
  return { status: 404, body: {} }
}

const marketOf = ([baseCurrencyName, quoteCurrencyName]: readonly [string, string]) => ({
  symbol: `${baseCurrencyName}_${quoteCurrencyName}`,
  baseCurrencyName,
  quoteCurrencyName,
  state: 'NORMAL',
  symbolTradeLimit: { priceScale: 2, quantityScale: 6, minQuantity: '0.000001', minAmount: '1' },
})

const refusal = (): ProviderReply => ({ status: 401, body: { code: 401, message: 'Authorization failed' } })
