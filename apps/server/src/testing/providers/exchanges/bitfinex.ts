import { COINS, type ExchangeFake, hmac, MARKETS, within } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/** Coins that Bitfinex calls by a name of its own. */
const OWN_NAME: Readonly<Record<string, string>> = { USDT: 'UST' }
const named = (coin: string): string => OWN_NAME[coin] ?? coin

/**
 * Bitfinex, version 2: entries are lists of values, amounts are numbers, a sale and a withdrawal are below zero, and so is a fee.
 * https://docs.bitfinex.com/reference/rest-auth-trades, https://docs.bitfinex.com/reference/rest-auth-movements
 */
export const bitfinexFake: ExchangeFake = (accountOf) => (call) => {
  if (call.path.startsWith('/v2/conf/'))
    return { body: conf(decodeURIComponent(call.path.slice('/v2/conf/'.length))) }
  const { 'bfx-apikey': key = '', 'bfx-nonce': nonce, 'bfx-signature': signature } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal(10100, 'apikey: invalid')
  if (signature !== hmac('sha384', account.apiSecret, `/api${call.path}${nonce}${call.body}`))
    return refusal(10100, 'apikey: digest invalid')
  const asked = JSON.parse(call.body) as { start?: number; end?: number; limit?: number }
  const page = <E extends { readonly at: number; readonly id: string }>(all: readonly E[], most: number) =>
    within(all, asked.start ?? 0, asked.end ?? 9e15).slice(0, Math.min(most, asked.limit ?? 25))
  switch (call.path) {
    case '/v2/auth/r/wallets':
      return { body: COINS.map((coin) => ['exchange', named(coin), 0, 0, 0, null, null]) }
    case '/v2/auth/r/trades/hist':
      return listed(
        page(account.trades, 2500).map((one) => [
          one.id,
          `"t${named(one.base)}${named(one.quote)}"`,
          one.at,
          one.id,
          signed(one.amount, one.side === 'sell'),
          one.price,
          '"EXCHANGE MARKET"',
          one.price,
          -1,
          `-${one.fee}`,
          `"${named(one.feeCoin)}"`,
          'null',
        ]),
      )
    case '/v2/auth/r/movements/hist':
      return listed(
        page(account.movements, 1000).map((one) => [
          `"${one.id}"`,
          `"${named(one.coin)}"`,
          '"BITCOIN"',
          'null',
          'null',
          one.at,
          one.at,
          'null',
          'null',
          '"COMPLETED"',
          'null',
          'null',
          signed(one.amount, one.kind === 'withdrawal'),
          one.kind === 'withdrawal' ? `-${one.fee}` : 0,
          'null',
          'null',
          '"an address"',
          'null',
          'null',
          'null',
          `"${one.txid}"`,
          'null',
        ]),
      )
  }
  return { status: 404, body: [] }
}

const signed = (amount: string, isBelow: boolean): string => (isBelow ? `-${amount}` : amount)

/** Numbers are written with every digit. */
const listed = (rows: readonly (readonly (string | number)[])[]): ProviderReply => ({
  headers: { 'content-type': 'application/json' },
  body: `[${rows.map((row) => `[${row.join(',')}]`).join(',')}]`,
})

function conf(names: string): readonly unknown[] {
  return names.split(',').map((name) => {
    switch (name) {
      case 'pub:info:pair':
        return MARKETS.map(([base, quote]) => [
          `${named(base)}${named(quote)}`,
          [null, null, null, '0.00006', '2000.0', null, null, null, 0.2, 0.1],
        ])
      case 'pub:list:currency':
        return COINS.map(named)
      case 'pub:map:currency:sym':
        return [['UST', 'USDt']]
      default:
        return []
    }
  })
}

const refusal = (code: number, message: string): ProviderReply => ({
  status: 500,
  body: ['error', code, message],
})
