import type { ProviderReply } from '../serve.ts'
import {
  COINS,
  type ExchangeFake,
  heldOf,
  hmac,
  isFresh,
  MARKETS,
  numberIn,
  plus,
  within,
} from './exchange-account.ts'

/**
 * Coinbase Exchange: second, verb, path and body are signed with a secret in base64; fills of a product go on behind an id, transfers of a
 * type behind a moment. What was withdrawn includes its fee. https://docs.cdp.coinbase.com/exchange/rest-api
 */
export const coinbaseExchangeFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/products') return { body: MARKETS.map(marketOf) }
  const {
    'cb-access-key': key = '',
    'cb-access-timestamp': time = '',
    'cb-access-passphrase': passphrase,
  } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal('Invalid API Key')
  if (passphrase !== account.passphrase) return refusal('Invalid Passphrase')
  const secret = Buffer.from(account.apiSecret, 'base64')
  const text = `${time}${call.method}${call.target}${call.body}`
  if (call.headers['cb-access-sign'] !== hmac('sha256', secret, text, 'base64'))
    return refusal('invalid signature')
  if (!isFresh(String(Number(time) * 1000), now(), 30_000)) return refusal('request timestamp expired')
  const { query } = call
  const most = Math.min(100, numberIn(query, 'limit', 100))
  switch (call.path) {
    case '/accounts':
      return {
        body: COINS.map((currency) => ({
          id: `account of ${currency}`,
          currency,
          balance: heldOf(account, currency, ({ quote }) => quote),
          available: heldOf(account, currency, ({ quote }) => quote),
          hold: '0',
        })),
      }
    case '/fills': {
      const [below, from, to] = ['after', 'start_date', 'end_date'].map((name) => query.get(name))
      return {
        body: within(
          account.trades.filter(({ base, quote }) => `${base}-${quote}` === query.get('product_id')),
          from ? Date.parse(from) : 0,
          to ? Date.parse(to) : 9e15,
        )
          .filter(({ id }) => !below || BigInt(id) < BigInt(below))
          .slice(0, most)
          .map((one) => ({
            trade_id: Number(one.id),
            product_id: `${one.base}-${one.quote}`,
            order_id: `order ${one.id}`,
            created_at: new Date(one.at).toISOString(),
            liquidity: 'T',
            price: one.price,
            size: one.amount,
            fee: one.fee,
            side: one.side,
            settled: true,
          })),
      }
    }
    case '/transfers': {
      const after = query.get('after')
      const kind = { deposit: 'deposit', withdraw: 'withdrawal' }[query.get('type') ?? '']
      return {
        body: within(
          account.movements.filter((one) => one.kind === kind),
          0,
          after === null ? 9e15 : Date.parse(after) - 1,
        )
          .slice(0, most)
          .map((one) => ({
            id: `transfer ${one.id}`,
            type: query.get('type'),
            created_at: momentOf(one.at),
            completed_at: momentOf(one.at),
            canceled_at: null,
            processed_at: momentOf(one.at),
            account_id: `account of ${one.coin}`,
            amount: one.kind === 'deposit' ? one.amount : plus(one.amount, one.fee),
            details: {
              crypto_transaction_hash: one.txid,
              ...(one.kind === 'withdrawal' && { fee: one.fee, sent_to_address: 'an address' }),
            },
          })),
      }
    }
  }
  return { status: 404, body: { message: 'NotFound' } }
}

/** Transfers have times to the microsecond. */
const momentOf = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '123+00')

const marketOf = ([base, quote]: readonly [string, string]) => ({
  id: `${base}-${quote}`,
  base_currency: base,
  quote_currency: quote,
  base_increment: '0.00000001',
  quote_increment: '0.01',
  min_market_funds: '1',
  margin_enabled: false,
  status: 'online',
})

const refusal = (message: string): ProviderReply => ({ status: 401, body: { message } })
