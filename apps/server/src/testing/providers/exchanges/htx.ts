import { COINS, type ExchangeFake, hmac, MARKETS, numberIn, within } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

const WINDOW_MS = 2 * 86_400_000

/**
 * HTX: verb, host, path and sorted query are signed, on lines of their own; results of two days at most, newest first.
 * https://www.htx.com/en-us/opend/newApiPages
 */
export const htxFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/v1/common/symbols') return data(MARKETS.map(marketOf))
  const { query } = call
  const account = accountOf(query.get('AccessKeyId') ?? '')
  if (account === undefined)
    return refusal('api-signature-not-valid', 'Signature not valid: Incorrect Access key')
  const signed = call.target.split('?')[1]?.replace(/&Signature=.*$/, '') ?? ''
  const sorted = signed.split('&').toSorted().join('&')
  const text = ['GET', 'api.huobi.pro', call.path, sorted].join('\n')
  if (query.get('Signature') !== hmac('sha256', account.apiSecret, text, 'base64'))
    return refusal('api-signature-not-valid', 'Signature not valid: Verification failure')
  if (!(Math.abs(now() - Date.parse(`${query.get('Timestamp')}Z`)) < 300_000))
    return refusal('api-signature-not-valid', 'Signature not valid: Invalid Timestamp')
  switch (call.path) {
    case '/v1/account/accounts':
      return data([{ id: 1, type: 'spot', subtype: '', state: 'working' }])
    case '/v1/account/accounts/1/balance':
      return data({
        id: 1,
        type: 'spot',
        state: 'working',
        list: COINS.map((coin) => ({ currency: coin.toLowerCase(), type: 'trade', balance: '0' })),
      })
    case '/v1/order/matchresults': {
      const [from, to] = [numberIn(query, 'start-time', 0), numberIn(query, 'end-time', 0)]
      if (to - from > WINDOW_MS)
        return refusal('invalid-interval', 'The query window is longer than 48 hours')
      return data(
        within(account.trades, from, to)
          .slice(0, Math.min(500, numberIn(query, 'size', 100)))
          .map((one) => ({
            symbol: `${one.base}${one.quote}`.toLowerCase(),
            id: Number(one.id),
            'trade-id': Number(one.id),
            'match-id': Number(one.id),
            'order-id': Number(one.id),
            type: `${one.side}-market`,
            source: 'spot-web',
            price: one.price,
            'filled-amount': one.amount,
            'filled-fees': one.fee,
            'fee-currency': one.feeCoin.toLowerCase(),
            'filled-points': '0.0',
            'fee-deduct-currency': '',
            'created-at': one.at,
            role: 'taker',
          })),
      )
    }
  }
  return { status: 404, body: {} }
}

const marketOf = ([base, quote]: readonly [string, string]) => ({
  'base-currency': base.toLowerCase(),
  'quote-currency': quote.toLowerCase(),
  'price-precision': 2,
  'amount-precision': 6,
  'value-precision': 8,
  symbol: `${base}${quote}`.toLowerCase(),
  state: 'online',
})

const data = (value: unknown): ProviderReply => ({ body: { status: 'ok', data: value } })
const refusal = (code: string, message: string): ProviderReply => ({
  body: { status: 'error', 'err-code': code, 'err-msg': message, data: null },
})
