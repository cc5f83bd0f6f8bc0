import type { ProviderReply } from '../serve.ts'
import { COINS, type ExchangeFake, hmac, MARKETS, movementsOf, numberIn, within } from './exchange-account.ts'

/**
 * BigONE, version 3: a token of JSON in base64 is signed and names the key and a nonce; every list goes on behind a token that the answer before
 * gave. https://open.big.one/docs/api.html
 */
export const bigoneFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v3/asset_pairs') return { body: { code: 0, data: MARKETS.map(marketOf) } }
  if (call.path === '/api/contract/v2/symbols') return { body: [] }
  const [head = '', body = '', signature] = (call.headers['authorization'] ?? '')
    .replace('Bearer ', '')
    .split('.')
  const claims = claimsOf(body)
  const account = accountOf(String(claims['sub']))
  const signed = Buffer.from(
    account === undefined ? '' : hmac('sha256', account.apiSecret, `${head}.${body}`),
    'hex',
  )
  const isNow = Math.abs(Number(claims['nonce']) / 1e6 - now()) < 30_000
  if (account === undefined || signed.toString('base64url') !== signature || !isNow)
    return { status: 401, body: { code: 40004, message: 'invalid jwt' } }
  const { query } = call
  const page = <E extends { readonly at: number; readonly id: string }>(
    all: readonly E[],
    entryOf: (one: E) => object,
  ): ProviderReply => {
    const start = Number(Buffer.from(query.get('page_token') ?? '', 'base64').toString() || 0)
    const size = Math.min(200, numberIn(query, 'limit', 20))
    const rows = within(all, 0, 9e15).slice(start, start + size)
    const isMore = rows.length === size
    const page_token = isMore ? Buffer.from(String(start + size)).toString('base64') : ''
    return { body: { code: 0, data: rows.map(entryOf), page_token } }
  }
  switch (call.path) {
    case '/api/v3/viewer/accounts':
      return {
        body: {
          code: 0,
          data: COINS.map((asset_symbol) => ({ asset_symbol, balance: '0', locked_balance: '0' })),
        },
      }
    case '/api/v3/viewer/trades': {
      const ofMarket = account.trades.filter(
        ({ base, quote }) => `${base}-${quote}` === query.get('asset_pair_name'),
      )
      return page(ofMarket, (one) => ({
        id: Number(one.id),
        asset_pair_name: `${one.base}-${one.quote}`,
        price: one.price,
        amount: one.amount,
        taker_side: one.side === 'buy' ? 'BID' : 'ASK',
        side: one.side === 'buy' ? 'BID' : 'ASK',
        taker_order_id: Number(one.id),
        maker_order_id: null,
        taker_fee: one.fee,
        maker_fee: null,
        inserted_at: new Date(one.at).toISOString(),
      }))
    }
    case '/api/v3/viewer/deposits':
      return page(movementsOf(account, 'deposit'), (one) => ({ ...movementOf(one), kind: 'default' }))
    case '/api/v3/viewer/withdrawals':
      return page(movementsOf(account, 'withdrawal'), (one) => ({
        ...movementOf(one),
        customer_id: '10',
        target_address: 'an address',
        fee: one.fee,
      }))
  }
  return { status: 404, body: {} }
}

const movementOf = (one: ReturnType<typeof movementsOf>[number]) => ({
  id: Number(one.id),
  asset_symbol: one.coin,
  amount: one.amount,
  state: one.kind === 'deposit' ? 'WITHHOLD' : 'COMPLETED',
  txid: one.txid,
  is_internal: false,
  inserted_at: new Date(one.at).toISOString(),
  memo: '',
})

function claimsOf(part: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

const marketOf = ([base, quote]: readonly [string, string]) => ({
  id: `pair ${base} ${quote}`,
  name: `${base}-${quote}`,
  base_scale: 8,
  quote_scale: 2,
  base_asset: { id: base, symbol: base, name: base },
  quote_asset: { id: quote, symbol: quote, name: quote },
  min_quote_value: '1',
})
