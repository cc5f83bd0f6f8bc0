import { createHash } from 'node:crypto'
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

const DAYS_30_SECONDS = 30 * 86_400

/**
 * Gate.io, version 4: verb, path, query, hash of the body and second are signed, on lines of their own; windows are whole seconds. What was
 * withdrawn includes its fee. https://www.gate.com/docs/developers/apiv4
 */
export const gateFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v4/margin/currency_pairs') return { body: [] }
  if (call.path === '/api/v4/spot/currency_pairs') return { body: MARKETS.map(marketOf) }
  const time = call.headers['timestamp']
  const account = accountOf(call.headers['key'] ?? '')
  if (account === undefined) return refusal('INVALID_KEY', 'Invalid key provided')
  const hash = createHash('sha512').update(call.body).digest('hex')
  const text = [call.method, call.path, decodeURIComponent(queryText(call)), hash, time].join('\n')
  if (call.headers['sign'] !== hmac('sha512', account.apiSecret, text))
    return refusal('INVALID_SIGNATURE', 'Signature mismatch')
  if (!isFresh(String(Number(time) * 1000), now(), 60_000))
    return refusal('REQUEST_EXPIRED', 'gap between request Timestamp and server time exceeds 60')
  const { query } = call
  const [from, to] = [numberIn(query, 'from', 0), numberIn(query, 'to', 0)]
  const limit = Math.min(1000, numberIn(query, 'limit', 100))
  const isTooLong = to - from > DAYS_30_SECONDS
  switch (call.path) {
    case '/api/v4/account/detail':
      return { body: { user_id: 1, key: { mode: 1 } } }
    case '/api/v4/spot/accounts':
      return { body: COINS.map((currency) => ({ currency, available: '0', locked: '0' })) }
    case '/api/v4/spot/my_trades': {
      if (isTooLong) return refusal('INVALID_PARAM_VALUE', 'The time range is too long', 400)
      const start = (numberIn(query, 'page', 1) - 1) * limit
      return {
        body: within(account.trades, from * 1000, to * 1000 + 999)
          .slice(start, start + limit)
          .map((one) => ({
            id: one.id,
            create_time: String(Math.floor(one.at / 1000)),
            create_time_ms: `${one.at}.000000`,
            currency_pair: `${one.base}_${one.quote}`,
            side: one.side,
            role: 'taker',
            amount: one.amount,
            price: one.price,
            order_id: one.id,
            fee: one.fee,
            fee_currency: one.feeCoin,
            point_fee: '0',
            gt_fee: '0',
          })),
      }
    }
    case '/api/v4/wallet/deposits':
    case '/api/v4/wallet/withdrawals': {
      if (isTooLong) return refusal('INVALID_PARAM_VALUE', 'The time range is too long', 400)
      const kind = call.path.endsWith('deposits') ? 'deposit' : 'withdrawal'
      const start = numberIn(query, 'offset', 0)
      return {
        body: within(movementsOf(account, kind), from * 1000, to * 1000 + 999)
          .slice(start, start + limit)
          .map((one) => ({
            id: `${kind === 'deposit' ? 'd' : 'w'}${one.id}`,
            timestamp: String(Math.floor(one.at / 1000)),
            currency: one.coin,
            chain: one.coin,
            address: 'an address',
            memo: '',
            txid: one.txid,
            status: 'DONE',
            amount: kind === 'deposit' ? one.amount : plus(one.amount, one.fee),
            ...(kind === 'withdrawal' && { fee: one.fee }),
          })),
      }
    }
  }
  return { status: 404, body: {} }
}

const marketOf = ([base, quote]: readonly [string, string]) => ({
  id: `${base}_${quote}`,
  base,
  quote,
  fee: '0.2',
  amount_precision: 4,
  precision: 2,
  trade_status: 'tradable',
  buy_start: 0,
})

const refusal = (label: string, message: string, status = 401): ProviderReply => ({
  status,
  body: { label, message },
})
