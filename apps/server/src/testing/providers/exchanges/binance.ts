import {
  COINS,
  type ExchangeAccount,
  type ExchangeFake,
  hmac,
  isFresh,
  type MadeReward,
  MARKETS,
  movementsOf,
  numberIn,
  queryText,
  within,
} from './exchange-account.ts'
import type { ProviderCall, ProviderReply } from '../serve.ts'

const DAYS_90_MS = 90 * 86_400_000

/**
 * Binance and Binance.US: the query is signed as it is sent, trades are asked for market by market from an id, deposits and withdrawals in
 * 90 days at most; a withdrawal says when in whole seconds. https://docs.binance.us, https://developers.binance.com/docs/binance-spot-api-docs
 */
export const binanceFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v3/exchangeInfo') return { body: { symbols: MARKETS.map(marketOf) } }
  const account = accountOf(call.headers['x-mbx-apikey'] ?? '')
  if (account === undefined) return refusal(401, -2015, 'Invalid API-key, IP, or permissions for action.')
  const [signed = '', signature] = queryText(call).split('&signature=')
  if (signature !== hmac('sha256', account.apiSecret, signed))
    return refusal(400, -1022, 'Signature for this request is not valid.')
  if (!isFresh(call.query.get('timestamp'), now()))
    return refusal(400, -1021, 'Timestamp for this request is outside of the recvWindow.')
  switch (call.path) {
    case '/api/v3/account':
      return {
        body: { canTrade: false, balances: COINS.map((asset) => ({ asset, free: '0', locked: '0' })) },
      }
    case '/api/v3/myTrades':
      return tradesFrom(account, call)
    case '/sapi/v1/capital/deposit/hisrec':
      return moved(account, call, 'deposit')
    case '/sapi/v1/capital/withdraw/history':
      return moved(account, call, 'withdrawal')
    case '/sapi/v1/asset/assetDividend':
      return rewarded(account, call, 'rows', (one) => ({
        id: one.id,
        divTime: one.at,
        enInfo: 'Flexible',
        tranId: one.id,
      }))
    // Binance.US.
    case '/sapi/v1/asset/assetDistributionHistory':
      return rewarded(account, call, 'rows', (one) => ({
        divTime: one.at,
        category: 'Staking',
        tranId: one.id,
      }))
    case '/sapi/v1/staking/stakingRewardsHistory':
      return rewarded(account, call, 'data', (one) => ({ time: one.at, tranId: one.id, autoRestaked: false }))
  }
  return { status: 404, body: {} }
}

function rewarded(
  { rewards }: ExchangeAccount,
  { query }: ProviderCall,
  list: string,
  shape: (one: MadeReward) => object,
): ProviderReply {
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0)]
  if (to - from > DAYS_90_MS) return refusal(400, -1100, 'The interval is longer than 90 days.')
  const page = within(rewards, from, to).slice(0, numberIn(query, 'limit', 20))
  return {
    body: {
      total: page.length,
      [list]: page.map((one) => ({ asset: one.coin, amount: one.amount, ...shape(one) })),
    },
  }
}

function tradesFrom({ trades }: ExchangeAccount, { query }: ProviderCall): ProviderReply {
  const symbol = query.get('symbol')
  if (symbol === null) return refusal(400, -1102, "Mandatory parameter 'symbol' was not sent")
  const fromId = BigInt(query.get('fromId') ?? '0')
  const page = trades
    .filter(({ id, base, quote }) => `${base}${quote}` === symbol && BigInt(id) >= fromId)
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .slice(0, numberIn(query, 'limit', 500))
  const rows = page.map(
    (one) =>
      `{"symbol":"${symbol}","id":${one.id},"orderId":${one.id},"price":"${one.price}","qty":"${one.amount}","quoteQty":"${one.cost}",` +
      `"commission":"${one.fee}","commissionAsset":"${one.feeCoin}","time":${one.at},"isBuyer":${one.side === 'buy'},"isMaker":false,"isBestMatch":true}`,
  )
  return { body: `[${rows.join(',')}]` }
}

function moved(
  account: ExchangeAccount,
  { query }: ProviderCall,
  kind: 'deposit' | 'withdrawal',
): ProviderReply {
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0)]
  if (to - from > DAYS_90_MS) return refusal(400, -1100, 'The interval is longer than 90 days.')
  const page = within(movementsOf(account, kind), from, to).slice(0, numberIn(query, 'limit', 1000))
  const common = (one: (typeof page)[number]) => ({
    amount: one.amount,
    coin: one.coin,
    network: one.coin,
    address: 'an address',
    addressTag: '',
    txId: one.txid,
    transferType: 0,
  })
  return {
    body: page.map((one) =>
      kind === 'deposit'
        ? { ...common(one), id: `d${one.id}`, status: 1, insertTime: one.at }
        : {
            ...common(one),
            id: `w${one.id}`,
            status: 6,
            transactionFee: one.fee,
            applyTime: new Date(one.at).toISOString().slice(0, 19).replace('T', ' '),
          },
    ),
  }
}

const marketOf = ([baseAsset, quoteAsset]: readonly [string, string]) => ({
  symbol: `${baseAsset}${quoteAsset}`,
  status: 'TRADING',
  baseAsset,
  quoteAsset,
  baseAssetPrecision: 8,
  quotePrecision: 8,
  orderTypes: ['LIMIT', 'MARKET'],
  isSpotTradingAllowed: true,
  permissions: ['SPOT'],
  filters: [],
})

const refusal = (status: number, code: number, msg: string): ProviderReply => ({
  status,
  body: { code, msg },
})
