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

const DAY_MS = 86_400_000

/**
 * MEXC, version 3: the query is signed as it is sent; trades of a market reach back a month, movements come in seven days at most. A deposit has
 * no id, and what was withdrawn includes its fee. https://www.mexc.com/api-docs/spot-v3/introduction
 */
export const mexcFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v3/exchangeInfo') return { body: { symbols: MARKETS.map(marketOf) } }
  if (call.path === '/api/v1/contract/detail') return { body: { success: true, code: 0, data: [] } }
  const account = accountOf(call.headers['x-mexc-apikey'] ?? '')
  if (account === undefined) return refusal(10072, 'Api key info invalid')
  const [signed = '', signature] = queryText(call).split('&signature=')
  if (signature !== hmac('sha256', account.apiSecret, signed))
    return refusal(700002, 'Signature for this request is not valid.')
  if (!isFresh(call.query.get('timestamp'), now()))
    return refusal(700003, 'Timestamp for this request is outside of the recvWindow.')
  const { query } = call
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0)]
  switch (call.path) {
    case '/api/v3/account':
      return {
        body: { canTrade: false, balances: COINS.map((asset) => ({ asset, free: '0', locked: '0' })) },
      }
    case '/api/v3/myTrades': {
      const symbol = query.get('symbol')
      if (from < now() - 31 * DAY_MS) return refusal(700004, 'Only the last month can be asked for')
      const trades = account.trades.filter(({ base, quote }) => `${base}${quote}` === symbol)
      return {
        body: within(trades, from, to)
          .slice(0, Math.min(100, numberIn(query, 'limit', 100)))
          .map((one) => ({
            symbol,
            id: one.id,
            orderId: one.id,
            price: one.price,
            qty: one.amount,
            quoteQty: one.cost,
            commission: one.fee,
            commissionAsset: one.feeCoin,
            time: one.at,
            isBuyer: one.side === 'buy',
            isMaker: false,
            isBestMatch: true,
          })),
      }
    }
    case '/api/v3/capital/deposit/hisrec':
    case '/api/v3/capital/withdraw/history': {
      if (to - from > 7 * DAY_MS) return refusal(700004, 'The interval is longer than seven days')
      const isDeposit = call.path.includes('deposit')
      const rows = within(movementsOf(account, isDeposit ? 'deposit' : 'withdrawal'), from, to)
      return {
        body: rows.slice(0, Math.min(1000, numberIn(query, 'limit', 1000))).map((one) => ({
          coin: one.coin,
          network: one.coin,
          address: 'an address',
          memo: '',
          ...(isDeposit
            ? { amount: one.amount, status: 5, txId: one.txid, insertTime: one.at }
            : {
                id: `w${one.id}`,
                amount: plus(one.amount, one.fee),
                transactionFee: one.fee,
                status: 7,
                transHash: one.txid,
                applyTime: one.at,
              }),
        })),
      }
    }
  }
  return { status: 404, body: {} }
}

const marketOf = ([baseAsset, quoteAsset]: readonly [string, string]) => ({
  symbol: `${baseAsset}${quoteAsset}`,
  status: '1',
  baseAsset,
  quoteAsset,
  baseAssetPrecision: 8,
  quoteAssetPrecision: 8,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
})

const refusal = (code: number, msg: string): ProviderReply => ({ status: 400, body: { code, msg } })
