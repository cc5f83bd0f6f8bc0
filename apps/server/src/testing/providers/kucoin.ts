import { createHmac } from 'node:crypto'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** A fill, deposit or withdrawal as https://www.kucoin.com/docs/rest shows it. */
export type KucoinEntry = Readonly<Record<string, unknown>> & { readonly createdAt: number }

export interface KucoinAccount {
  readonly apiKey: string
  readonly apiSecret: string
  readonly passphrase: string
  readonly fills: KucoinEntry[]
  /** Fills of the high-frequency account. */
  readonly hfFills: KucoinEntry[]
  readonly deposits: KucoinEntry[]
  readonly withdrawals: KucoinEntry[]
}

const WEEK_MS = 7 * 86_400_000
const VALID_MS = 5_000

const SYMBOLS = [
  ['BTC', 'USDT'],
  ['ETH', 'BTC'],
].map(([baseCurrency, quoteCurrency]) => ({
  symbol: `${baseCurrency}-${quoteCurrency}`,
  name: `${baseCurrency}-${quoteCurrency}`,
  baseCurrency,
  quoteCurrency,
  feeCurrency: quoteCurrency,
  market: 'USDS',
  baseMinSize: '0.00001',
  quoteMinSize: '0.1',
  baseMaxSize: '10000000000',
  quoteMaxSize: '99999999',
  baseIncrement: '0.00000001',
  quoteIncrement: '0.000001',
  priceIncrement: '0.1',
  priceLimitRate: '0.1',
  minFunds: '0.1',
  isMarginEnabled: false,
  enableTrading: true,
}))

/** KuCoin's reading calls: signature, passphrase and time are checked; a window is a week at most, and the newest entries come first. */
export function kucoinProvider(
  accountOf: (apiKey: string) => KucoinAccount | undefined,
  now: () => number = Date.now,
): ProviderHandler {
  return (call) => {
    if (call.path.endsWith('/symbols')) return data(SYMBOLS)
    if (call.path.endsWith('/allTickers')) return data({ time: now(), ticker: [] })
    if (call.path.endsWith('/currencies')) return data([])
    const account = accountOf(call.headers['kc-api-key'] ?? '')
    if (account === undefined) return refusal('400003', 'KC-API-KEY not exists')
    if (Math.abs(now() - Number(call.headers['kc-api-timestamp'])) > VALID_MS)
      return refusal('400002', 'KC-API-TIMESTAMP Invalid')
    const hmac = (text: string) => createHmac('sha256', account.apiSecret).update(text).digest('base64')
    if (call.headers['kc-api-passphrase'] !== hmac(account.passphrase))
      return refusal('400004', 'Invalid KC-API-PASSPHRASE')
    const text = `${call.headers['kc-api-timestamp']}${call.method}${call.target}${call.body}`
    if (call.headers['kc-api-sign'] !== hmac(text)) return refusal('400005', 'Invalid KC-API-SIGN')
    // What ccxt would add for its own partner account.
    if (call.headers['kc-api-partner'] !== undefined) return refusal('400006', 'No partner')
    switch (call.path) {
      case '/api/v1/fills':
        return listed(call, account.fills)
      case '/api/v1/hf/fills': {
        const symbol = call.query.get('symbol')
        if (symbol === null) return refusal('400100', 'symbol')
        return listed(
          call,
          account.hfFills.filter((fill) => fill['symbol'] === symbol),
          100,
        )
      }
      case '/api/v1/hf/accounts/opened':
        return data(true)
      case '/api/v1/deposits':
        return listed(call, account.deposits)
      case '/api/v1/withdrawals':
        return listed(call, account.withdrawals)
      case '/api/v1/accounts':
      case '/api/v3/hf/accounts':
        return data(
          ['BTC', 'ETH', 'USDT'].map((currency) => ({
            id: currency,
            currency,
            type: call.query.get('type') ?? 'trade',
            balance: '0',
            available: '0',
            holds: '0',
          })),
        )
      case '/api/v3/migrate/user/account/status':
        return data({ status: 2 })
      case '/api/ua/v1/account/mode':
        return data({ selfAccountMode: 'CLASSIC' })
    }
    return { status: 404, body: { code: '404', msg: call.path } }
  }
}

function listed(call: ProviderCall, all: readonly KucoinEntry[], most = 500): ProviderReply {
  const [from, to] = ['startAt', 'endAt'].map((name) => Number(call.query.get(name)))
  if (from === undefined || to === undefined || !(to - from <= WEEK_MS))
    return refusal('400100', 'Time range')
  const inside = all
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const pageSize = Math.min(most, Number(call.query.get('pageSize') ?? call.query.get('limit') ?? 20))
  const items = inside.slice(0, pageSize)
  return data({
    currentPage: 1,
    pageSize,
    totalNum: inside.length,
    totalPage: Math.ceil(inside.length / pageSize),
    items,
  })
}

const data = (value: unknown): ProviderReply => ({ body: { code: '200000', data: value } })
const refusal = (code: string, msg: string): ProviderReply => ({ status: 200, body: { code, msg } })

const HOUR = 3_600_000

/** A deposit of 5,000 USDT, `trades` buys of 0.001 BTC within two days, and a withdrawal of 0.01 BTC, in the weeks before `until`. */
export function kucoinHistory(
  trades: number,
  until: number,
): Pick<KucoinAccount, 'fills' | 'hfFills' | 'deposits' | 'withdrawals'> {
  const first = until - 100 * 24 * HOUR
  const step = Math.floor((48 * HOUR) / trades)
  return {
    deposits: [
      {
        address: '0x1',
        memo: '',
        amount: '5000',
        fee: '0',
        currency: 'USDT',
        isInner: false,
        walletTxId: 'deposit-1',
        status: 'SUCCESS',
        remark: '',
        createdAt: first - HOUR,
        updatedAt: first - HOUR,
      },
    ],
    fills: Array.from({ length: trades }, (_, n) => ({
      symbol: 'BTC-USDT',
      tradeId: `fill-${n}`,
      orderId: `order-${n}`,
      counterOrderId: 'x',
      side: 'buy',
      liquidity: 'taker',
      forceTaker: true,
      price: '1000.0',
      size: '0.001000000000000001',
      funds: '1.000000000000000001',
      fee: '0.001',
      feeRate: '0.001',
      feeCurrency: 'USDT',
      tax: '',
      taxRate: '0',
      stop: '',
      type: 'market',
      tradeType: 'TRADE',
      createdAt: first + n * step,
    })),
    // A coin that no deposit names, bought with one that the fills name.
    hfFills: [
      {
        id: 1,
        symbol: 'ETH-BTC',
        tradeId: 'hf-1',
        orderId: 'hf-order-1',
        counterOrderId: 'x',
        side: 'buy',
        liquidity: 'taker',
        forceTaker: true,
        price: '0.05',
        size: '0.02',
        funds: '0.001',
        fee: '0.000001',
        feeRate: '0.001',
        feeCurrency: 'BTC',
        tax: '',
        taxRate: '0',
        stop: '',
        type: 'limit',
        tradeType: 'TRADE',
        createdAt: until - 50 * 24 * HOUR,
      },
    ],
    withdrawals: [
      {
        id: 'withdrawal-1',
        address: 'bc1q',
        memo: '',
        currency: 'BTC',
        amount: '0.01',
        fee: '0.0005',
        walletTxId: 'hash-1',
        isInner: false,
        remark: '',
        status: 'SUCCESS',
        createdAt: until - 24 * HOUR,
        updatedAt: until - 24 * HOUR,
      },
    ],
  }
}
