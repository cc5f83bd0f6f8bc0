import type { ProviderReply } from '../serve.ts'
import {
  COINS,
  type ExchangeFake,
  isFresh,
  MARKETS,
  movementsOf,
  numberIn,
  within,
} from './exchange-account.ts'
import { createHash } from 'node:crypto'

/**
 * CoinEx, version 2: verb, path with query, time and secret are hashed; deals of a market between two moments come by pages, movements by pages
 * alone. https://docs.coinex.com/api/v2
 */
export const coinexFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/v2/spot/market') return data(MARKETS.map(marketOf))
  if (call.path === '/v2/futures/market') return data([])
  const { 'x-coinex-key': key = '', 'x-coinex-timestamp': time = '', 'x-coinex-sign': sign } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal(4005, 'Invalid access id')
  const hash = createHash('sha256').update(`${call.method}${call.target}${time}${account.apiSecret}`)
  if (sign !== hash.digest('hex')) return refusal(4006, 'Signature verification failed')
  if (!isFresh(time, now())) return refusal(4010, 'Expired request')
  const { query } = call
  const page = <E extends { readonly at: number; readonly id: string }>(
    all: readonly E[],
    most: number,
    [from, to]: readonly [number, number],
  ): E[] => {
    const size = Math.min(most, numberIn(query, 'limit', 10))
    const start = (numberIn(query, 'page', 1) - 1) * size
    return within(all, from, to).slice(start, start + size)
  }
  switch (call.path) {
    case '/v2/assets/spot/balance':
      return data(COINS.map((ccy) => ({ ccy, available: '0', frozen: '0' })))
    case '/v2/spot/user-deals':
      return data(
        page(
          account.trades.filter(({ base, quote }) => `${base}${quote}` === query.get('market')),
          1000,
          [numberIn(query, 'start_time', 0), numberIn(query, 'end_time', 9e15)],
        ).map((one) => ({
          deal_id: Number(one.id),
          order_id: Number(one.id),
          created_at: one.at,
          market: `${one.base}${one.quote}`,
          margin_market: '',
          side: one.side,
          price: one.price,
          amount: one.amount,
          role: 'taker',
          fee: one.fee,
          fee_ccy: one.feeCoin,
        })),
      )
    case '/v2/assets/deposit-history':
      return data(
        page(movementsOf(account, 'deposit'), 100, [0, 9e15]).map((one) => ({
          deposit_id: Number(one.id),
          created_at: one.at,
          tx_id: one.txid,
          ccy: one.coin,
          chain: one.coin,
          deposit_method: 'ON_CHAIN',
          amount: one.amount,
          actual_amount: '',
          to_address: 'an address',
          status: 'finished',
          remark: '',
        })),
      )
    case '/v2/assets/withdraw':
      return data(
        page(movementsOf(account, 'withdrawal'), 100, [0, 9e15]).map((one) => ({
          withdraw_id: Number(one.id),
          created_at: one.at,
          withdraw_method: 'ON_CHAIN',
          ccy: one.coin,
          actual_amount: one.amount,
          chain: one.coin,
          tx_fee: one.fee,
          fee_asset: one.coin,
          fee_amount: one.fee,
          to_address: 'an address',
          memo: '',
          tx_id: one.txid,
          status: 'finished',
        })),
      )
  }
  return { status: 404, body: {} }
}

const marketOf = ([base_ccy, quote_ccy]: readonly [string, string]) => ({
  market: `${base_ccy}${quote_ccy}`,
  base_ccy,
  quote_ccy,
  taker_fee_rate: '0.002',
  maker_fee_rate: '0.002',
  min_amount: '0.0005',
  base_ccy_precision: 8,
  quote_ccy_precision: 2,
  is_api_trading_available: true,
})

const data = (body: unknown): ProviderReply => ({ body: { code: 0, message: 'OK', data: body } })
const refusal = (code: number, message: string): ProviderReply => ({ body: { code, message, data: {} } })
