import { COINS, type ExchangeFake, heldOf, hmac, isFresh, MARKETS } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * Gemini: the request stands in a header, in Base64, and is signed there. From a moment on, trades of a market and transfers give what comes
 * first, and list it newest first. https://developer.gemini.com/trading/rest-api/orders/list-past-trades
 */
export const geminiFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/v1/symbols') return { body: MARKETS.map(symbolOf) }
  const payload = call.headers['x-gemini-payload'] ?? ''
  const account = accountOf(call.headers['x-gemini-apikey'] ?? '')
  if (
    account === undefined ||
    call.headers['x-gemini-signature'] !== hmac('sha384', account.apiSecret, payload)
  )
    return refusal('InvalidSignature')
  const asked = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
    request: string
    nonce: string
    symbol?: string
    timestamp?: number
    limit_trades?: number
    limit_transfers?: number
    account?: string
  }
  // A key of a group has to name the account with every request.
  if (account.apiKey.startsWith('master-') && asked.account === undefined)
    return refusal('MissingAccounts', 'Expected a JSON payload with accounts')
  if (asked.request !== call.path) return refusal('EndpointMismatch')
  if (!isFresh(asked.nonce, now(), 30_000)) return refusal('InvalidNonce')
  switch (call.path) {
    case '/v1/balances':
      return {
        body: COINS.map((currency) => {
          const amount = heldOf(account, currency)
          return { type: 'exchange', currency, amount, available: amount }
        }),
      }
    case '/v1/mytrades': {
      const trades = account.trades.filter((one) => symbolOf([one.base, one.quote]) === asked.symbol)
      return listed(
        first(trades, (asked.timestamp ?? 0) * 1000, Math.min(500, asked.limit_trades ?? 50)).map(
          (one) =>
            `{"price":"${one.price}","amount":"${one.amount}","timestamp":${Math.floor(one.at / 1000)},"timestampms":${one.at},` +
            `"type":"${one.side === 'buy' ? 'Buy' : 'Sell'}","aggressor":true,"fee_currency":"${one.feeCoin}","fee_amount":"${one.fee}",` +
            `"tid":${one.id},"order_id":"${one.id}","exchange":"gemini","is_clearing_fill":false}`,
        ),
      )
    }
    case '/v1/transfers':
      return listed(
        first(account.movements, asked.timestamp ?? 0, Math.min(50, asked.limit_transfers ?? 10)).map((one) =>
          JSON.stringify({
            type: one.kind === 'deposit' ? 'Deposit' : 'Withdrawal',
            status: 'Complete',
            timestampms: one.at,
            eid: Number(one.id),
            currency: one.coin,
            amount: one.amount,
            ...(one.kind === 'withdrawal' && { feeAmount: one.fee, feeCurrency: one.coin }),
            method: 'CRYPTO',
            txHash: one.txid,
            destination: 'an address',
          }),
        ),
      )
  }
  return { status: 404, body: {} }
}

/** The first entries from a moment on, the newest of them first. */
const first = <E extends { readonly at: number }>(all: readonly E[], from: number, most: number): E[] =>
  all
    .filter(({ at }) => at >= from)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .toReversed()

const symbolOf = ([base, quote]: readonly [string, string]) => `${base}${quote}`.toLowerCase()

const listed = (rows: readonly string[]): ProviderReply => ({
  headers: { 'content-type': 'application/json' },
  body: `[${rows.join(',')}]`,
})
const refusal = (reason: string, message = reason): ProviderReply => ({
  status: 400,
  body: { result: 'error', reason, message },
})
