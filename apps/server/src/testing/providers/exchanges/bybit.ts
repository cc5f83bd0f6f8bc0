import {
  COINS,
  type ExchangeFake,
  hmac,
  isFresh,
  MARKETS,
  movementsOf,
  numberIn,
  queryText,
  within,
} from './exchange-account.ts'
import type { ProviderCall, ProviderReply } from '../serve.ts'

const DAY_MS = 86_400_000

/**
 * Bybit, version 5: fills of seven days and movements of thirty at most, with a cursor that comes with each answer that is not the last.
 * https://bybit-exchange.github.io/docs/v5/order/execution
 */
export const bybitFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/v5/market/instruments-info')
    return result({ category: 'spot', list: MARKETS.map(marketOf) })
  const { 'x-bapi-api-key': key = '', 'x-bapi-timestamp': time, 'x-bapi-sign': sign } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal(10003, 'API key is invalid.')
  if (
    sign !==
    hmac('sha256', account.apiSecret, `${time}${key}${call.headers['x-bapi-recv-window']}${queryText(call)}`)
  )
    return refusal(10004, 'Error sign, please check your signature generation algorithm.')
  if (!isFresh(time, now())) return refusal(10002, 'The request time exceeds the time window range.')
  switch (call.path) {
    case '/v5/user/query-api':
      return result({ id: '1', note: 'taxes', apiKey: key, readOnly: 1, uta: 1, unified: 0 })
    case '/v5/account/info':
      return result({ unifiedMarginStatus: 6 })
    case '/v5/account/wallet-balance':
      return result({
        list: [
          { accountType: 'UNIFIED', coin: COINS.map((coin) => ({ coin, walletBalance: '0', locked: '0' })) },
        ],
      })
    case '/v5/execution/list':
      if (call.query.get('category') !== 'spot') return result({ list: [], nextPageCursor: '' })
      return paged(call, account.trades, 7 * DAY_MS, 100, 'list', (one) => ({
        symbol: `${one.base}${one.quote}`,
        execId: `e-${one.id}`,
        orderId: one.id,
        side: one.side === 'buy' ? 'Buy' : 'Sell',
        execPrice: one.price,
        execQty: one.amount,
        execValue: one.cost,
        execFee: one.fee,
        feeCurrency: one.feeCoin,
        execTime: String(one.at),
        execType: 'Trade',
        isMaker: false,
        orderType: 'Market',
      }))
    case '/v5/asset/deposit/query-record':
      return paged(call, movementsOf(account, 'deposit'), 30 * DAY_MS, 50, 'rows', (one) => ({
        id: one.id,
        coin: one.coin,
        chain: one.coin,
        amount: one.amount,
        txID: one.txid,
        status: 3,
        toAddress: 'an address',
        tag: '',
        depositFee: '',
        successAt: String(one.at),
      }))
    case '/v5/asset/withdraw/query-record':
      return paged(call, movementsOf(account, 'withdrawal'), 30 * DAY_MS, 50, 'rows', (one) => ({
        withdrawId: one.id,
        coin: one.coin,
        chain: one.coin,
        amount: one.amount,
        withdrawFee: one.fee,
        txID: one.txid,
        withdrawType: 0,
        status: 'success',
        toAddress: 'an address',
        tag: '',
        createTime: String(one.at),
        updateTime: String(one.at),
      }))
  }
  return { status: 404, body: {} }
}

function paged<E extends { readonly at: number; readonly id: string }>(
  { query }: ProviderCall,
  all: readonly E[],
  longestMs: number,
  most: number,
  field: string,
  shape: (one: E) => unknown,
): ProviderReply {
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0)]
  if (to - from > longestMs) return refusal(10001, 'The time range is too long.')
  const limit = Math.min(most, numberIn(query, 'limit', 20))
  const start = Number(Buffer.from(query.get('cursor') ?? '', 'base64').toString() || '0')
  const inside = within(all, from, to)
  const hasMore = start + limit < inside.length
  return result({
    [field]: inside.slice(start, start + limit).map(shape),
    nextPageCursor: hasMore ? Buffer.from(String(start + limit)).toString('base64') : '',
  })
}

const marketOf = ([baseCoin, quoteCoin]: readonly [string, string]) => ({
  symbol: `${baseCoin}${quoteCoin}`,
  baseCoin,
  quoteCoin,
  status: 'Trading',
  marginTrading: 'none',
  lotSizeFilter: {
    basePrecision: '0.000001',
    quotePrecision: '0.00000001',
    minOrderQty: '0.00001',
    maxOrderQty: '100',
  },
  priceFilter: { tickSize: '0.01' },
})

const result = (value: unknown): ProviderReply => ({
  body: { retCode: 0, retMsg: 'OK', result: value, time: 0 },
})
const refusal = (retCode: number, retMsg: string): ProviderReply => ({
  body: { retCode, retMsg, result: {} },
})
