import { COINS, type ExchangeFake, hmac, isFresh, MARKETS, movementsOf, within } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

const DAY_MS = 86_400_000

type Asked = Readonly<Record<string, number | string | undefined>>

/**
 * Crypto.com Exchange: method, id, key, sorted parameters and nonce are signed; trades of a day and movements of 90 at most. A fee is
 * below zero. https://exchange-docs.crypto.com/exchange/v1/rest-ws/index.html
 */
export const cryptoComFake: ExchangeFake = (accountOf, now) => (call) => {
  const method = call.path.replace('/exchange/v1/', '')
  if (method === 'public/get-instruments') return result({ data: MARKETS.map(marketOf) })
  const {
    id,
    api_key: key,
    nonce,
    sig,
    params,
  } = JSON.parse(call.body) as {
    id: string
    api_key: string
    nonce: string
    sig: string
    params: Asked
  }
  const account = accountOf(key)
  if (account === undefined) return refusal(40101, 'Unauthorised')
  const parameters = Object.keys(params)
    .toSorted()
    .map((name) => `${name}${params[name]}`)
    .join('')
  if (sig !== hmac('sha256', account.apiSecret, `${method}${id}${key}${parameters}${nonce}`))
    return refusal(40101, 'Unauthorised')
  if (!isFresh(nonce, now(), 60_000)) return refusal(40102, 'Nonce value differs by more than 60 seconds')
  switch (method) {
    case 'private/user-balance':
      return result({
        data: [
          {
            position_balances: COINS.map((coin) => ({
              instrument_name: coin,
              quantity: '0',
              reserved_qty: '0',
            })),
          },
        ],
      })
    case 'private/get-trades': {
      const { start_time: from, end_time: to, limit } = params
      if (!isWithin(from, to, DAY_MS)) return refusal(40003, 'The interval is too long')
      return result({
        data: within(account.trades, Number(from), Number(to))
          .slice(0, Math.min(100, Number(limit ?? 100)))
          .map((one) => ({
            event_type: 'TRADING',
            trade_id: one.id,
            order_id: one.id,
            instrument_name: `${one.base}_${one.quote}`,
            side: one.side.toUpperCase(),
            traded_quantity: one.amount,
            traded_price: one.price,
            fees: `-${one.fee}`,
            fee_instrument_name: one.feeCoin,
            taker_side: 'TAKER',
            create_time: one.at,
          })),
      })
    }
    case 'private/get-deposit-history':
    case 'private/get-withdrawal-history': {
      const kind = method.includes('deposit') ? 'deposit' : 'withdrawal'
      const { start_ts: from, end_ts: to, page_size: size } = params
      if (!isWithin(from, to, 90 * DAY_MS)) return refusal(40003, 'The interval is too long')
      const rows = within(movementsOf(account, kind), Number(from), Number(to))
        .slice(0, Math.min(200, Number(size ?? 20)))
        .map((one) => ({
          id: one.id,
          currency: one.coin,
          amount: one.amount,
          fee: one.fee,
          create_time: one.at,
          update_time: one.at,
          address: 'an address',
          // Behind the hash stands which of the outputs of its transaction it is.
          txid: kind === 'deposit' ? `${one.txid}/0` : one.txid,
          ...(kind === 'deposit' ? { status: '1' } : { status: '5', client_wid: '' }),
        }))
      return result({ [`${kind}_list`]: rows })
    }
  }
  return { status: 404, body: {} }
}

const isWithin = (from: unknown, to: unknown, longestMs: number): boolean =>
  Number(to) - Number(from) <= longestMs

const marketOf = ([base_ccy, quote_ccy]: readonly [string, string]) => ({
  symbol: `${base_ccy}_${quote_ccy}`,
  inst_type: 'CCY_PAIR',
  base_ccy,
  quote_ccy,
  tradable: true,
  price_tick_size: '0.01',
  qty_tick_size: '0.00001',
})

const result = (value: unknown): ProviderReply => ({ body: { id: 1, method: '', code: 0, result: value } })
const refusal = (code: number, message: string): ProviderReply => ({ status: 401, body: { code, message } })
