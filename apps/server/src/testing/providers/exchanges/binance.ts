import {
  COINS,
  type ExchangeAccount,
  type ExchangeFake,
  hmac,
  isFresh,
  type ListedEntry,
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
    case '/sapi/v1/fiat/payments':
    case '/sapi/v1/fiat/orders':
      return paidPage(account, call)
    case '/sapi/v1/convert/tradeFlow': {
      if (isLonger(call, 30)) return refusal(400, -1127, 'More than 720 hours between startTime and endTime.')
      const found = listedWithin(account, call, 'createTime')
      const list = found.slice(0, Math.min(1000, numberIn(call.query, 'limit', 100)))
      return { body: { list, limit: 1000, moreData: found.length > list.length } }
    }
    case '/sapi/v1/asset/query/dust-logs':
    case '/sapi/v1/asset/dribblet': {
      if (isLonger(call, 90))
        return refusal(400, -1127, 'More than 2160 hours between startTime and endTime.')
      const found = listedWithin(account, call, 'operateTime').slice(0, 100)
      return { body: { total: found.length, userAssetDribblets: found } }
    }
    case '/sapi/v1/simple-earn/flexible/history/rewardsRecord':
    case '/sapi/v1/simple-earn/locked/history/rewardsRecord': {
      if (isLonger(call, 92)) return refusal(400, -1127, 'More than 3 months between startTime and endTime.')
      const found = listedWithin(account, call, 'time')
      const size = Math.min(100, numberIn(call.query, 'size', 10))
      return { body: { rows: pageOf(found, numberIn(call.query, 'current', 1), size), total: found.length } }
    }
    // Binance.US.
    case '/sapi/v1/otc/orders':
    case '/sapi/v1/ocbs/orders': {
      const found = listedWithin(account, call, 'createTime')
      const rows = pageOf(
        found,
        numberIn(call.query, 'page', 1),
        Math.min(100, numberIn(call.query, 'limit', 10)),
      )
      const list = call.path.includes('/otc/') ? 'rows' : 'dataList'
      return { body: { total: found.length, [list]: rows } }
    }
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

/** Purchases and sales by card, and money paid in and out: each type by itself, page by page. */
function paidPage(account: ExchangeAccount, call: ProviderCall): ProviderReply {
  const type = call.query.get('transactionType')
  if (type !== '0' && type !== '1')
    return refusal(400, -1102, "Mandatory parameter 'transactionType' was not sent")
  const found = listedWithin(account, call, 'createTime', 'beginTime', ` ${type}`)
  const data = pageOf(
    found,
    numberIn(call.query, 'page', 1),
    Math.min(500, numberIn(call.query, 'rows', 100)),
  )
  return { body: { code: '000000', message: 'success', data, total: found.length, success: true } }
}

/** Entries of a list by the field of their time, the newest first. */
function listedWithin(
  { listed = {} }: ExchangeAccount,
  { path, query }: ProviderCall,
  time: string,
  begins = 'startTime',
  type = '',
): ListedEntry[] {
  const [from, to] = [numberIn(query, begins, 0), numberIn(query, 'endTime', Number.MAX_SAFE_INTEGER)]
  return (listed[`${path}${type}`] ?? [])
    .filter((one) => Number(one[time]) >= from && Number(one[time]) <= to)
    .toSorted((a, b) => Number(b[time]) - Number(a[time]))
}

const pageOf = (all: readonly ListedEntry[], page: number, size: number): ListedEntry[] =>
  all.slice((page - 1) * size, page * size)

const isLonger = ({ query }: ProviderCall, days: number): boolean =>
  numberIn(query, 'endTime', 0) - numberIn(query, 'startTime', 0) > days * 86_400_000

function rewarded(
  { rewards }: ExchangeAccount,
  { query }: ProviderCall,
  list: string,
  shape: (one: MadeReward) => object,
): ProviderReply {
  const [from, to] = [numberIn(query, 'startTime', 0), numberIn(query, 'endTime', 0)]
  if (to - from > 180 * 86_400_000) return refusal(400, -1127, 'The interval is longer than 180 days.')
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
