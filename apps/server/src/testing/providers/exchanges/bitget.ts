import type { ProviderReply } from '../serve.ts'
import {
  COINS,
  type ExchangeFake,
  hmac,
  isFresh,
  MARKETS,
  movementsOf,
  numberIn,
  plus,
  within,
} from './exchange-account.ts'

const DAYS_90_MS = 90 * 86_400_000
const MOST = 100

/**
 * Bitget, version 2, of an account that is not unified: time, verb and path with query are signed; fills of a market reach back 90 days, movements
 * come in windows of 90 days, and both go on below an id. What was withdrawn includes its fee. https://www.bitget.com/api-doc
 */
export const bitgetFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v2/spot/public/symbols') return data(MARKETS.map(marketOf))
  if (call.path === '/api/v2/margin/currencies') return data([])
  const { 'access-key': key = '', 'access-timestamp': time = '' } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal('40006', 'Invalid ACCESS_KEY')
  if (call.headers['access-passphrase'] !== account.passphrase)
    return refusal('40012', 'apikey/password is incorrect')
  const text = `${time}${call.method}${call.target}${call.body}`
  if (call.headers['access-sign'] !== hmac('sha256', account.apiSecret, text, 'base64'))
    return refusal('40009', 'sign signature error')
  if (!isFresh(time, now(), 30_000)) return refusal('40008', 'Request timestamp expired')
  const { query } = call
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 9e15)]
  const below = query.get('idLessThan')
  const page = <E extends { readonly at: number; readonly id: string }>(all: readonly E[]): E[] =>
    within(all, from, to)
      .filter(({ id }) => below === null || BigInt(id) < BigInt(below))
      .slice(0, Math.min(MOST, numberIn(query, 'limit', MOST)))
  switch (call.path) {
    case '/api/v2/spot/account/assets':
      return data(COINS.map((coin) => ({ coin, available: '0', frozen: '0', locked: '0' })))
    case '/api/v2/spot/trade/fills':
      if (from < now() - DAYS_90_MS) return refusal('40034', 'Only 90 days can be asked for')
      return data(
        page(account.trades.filter(({ base, quote }) => `${base}${quote}` === query.get('symbol'))).map(
          (one) => ({
            symbol: `${one.base}${one.quote}`,
            orderId: one.id,
            tradeId: one.id,
            side: one.side,
            priceAvg: one.price,
            size: one.amount,
            amount: one.cost,
            feeDetail: { deduction: 'no', feeCoin: one.feeCoin, totalFee: `-${one.fee}` },
            tradeScope: 'taker',
            cTime: String(one.at),
          }),
        ),
      )
    case '/api/v2/spot/wallet/deposit-records':
    case '/api/v2/spot/wallet/withdrawal-records': {
      if (to - from > DAYS_90_MS) return refusal('40034', 'The window is longer than 90 days')
      const kind = call.path.includes('deposit') ? 'deposit' : 'withdrawal'
      return data(
        page(movementsOf(account, kind)).map((one) => ({
          orderId: one.id,
          tradeId: one.txid,
          coin: one.coin,
          type: kind === 'deposit' ? 'deposit' : 'withdraw',
          dest: 'on_chain',
          size: kind === 'deposit' ? one.amount : plus(one.amount, one.fee),
          ...(kind === 'withdrawal' && { fee: `-${one.fee}` }),
          status: 'success',
          toAddress: 'an address',
          chain: one.coin,
          cTime: String(one.at),
        })),
      )
    }
  }
  return { status: 404, body: {} }
}

const marketOf = ([baseCoin, quoteCoin]: readonly [string, string]) => ({
  symbol: `${baseCoin}${quoteCoin}`,
  baseCoin,
  quoteCoin,
  pricePrecision: '2',
  quantityPrecision: '8',
  status: 'online',
})

const data = (body: unknown): ProviderReply => ({ body: { code: '00000', msg: 'success', data: body } })
const refusal = (code: string, msg: string): ProviderReply => ({
  status: 400,
  body: { code, msg, data: null },
})
