import { type KeyObject, verify } from 'node:crypto'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** A transaction as https://docs.cdp.coinbase.com/coinbase-app/track-apis/transactions shows it. */
export interface CoinbaseTransaction {
  readonly id: string
  readonly type: string
  status: string
  readonly amount: { readonly amount: string; readonly currency: string }
  readonly native_amount: { readonly amount: string; readonly currency: string }
  readonly created_at: string
  readonly [more: string]: unknown
}

export interface CoinbaseWallet {
  readonly id: string
  readonly currency: string
  balance: string
  /** Oldest first; they can be added while they are being fetched. */
  readonly transactions: CoinbaseTransaction[]
}

export interface CoinbaseAccount {
  readonly wallets: CoinbaseWallet[]
  /** Public keys by the name of the key. */
  readonly keys: Map<string, KeyObject>
  permissions: { can_view: boolean; can_trade: boolean; can_transfer: boolean }
  /** Calls until its grants are taken back; without it they last. */
  callsUntilRevoked?: number
}

/** Who an access token of a grant belongs to; undefined for one that is unknown or has expired. */
export type AccountOfToken = (token: string) => CoinbaseAccount | undefined

const TOKEN_SECONDS = 120

/**
 * Coinbase's reading calls: tokens are verified with their times and the request that they were made for, lists come in pages of at most
 * 100 behind a cursor.
 */
export function coinbaseProvider(
  accountOfKey: (name: string) => CoinbaseAccount | undefined,
  accountOfToken: AccountOfToken = () => undefined,
  now: () => number = Date.now,
): ProviderHandler {
  return (call) => {
    const bearer = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? ''
    const account = accountOfToken(bearer) ?? signedFor(call, bearer, accountOfKey, now())
    if (account === undefined) return refusal(401, 'invalid_token', 'The access token is invalid')
    if (!account.permissions.can_view) return refusal(403, 'insufficient_scope', 'Missing scope')
    if (call.path === '/api/v3/brokerage/key_permissions') return { body: account.permissions }
    if (call.path === '/api/v3/brokerage/orders/historical/fills') return { body: { fills: [], cursor: '' } }
    const listed = account.wallets.map(({ id, currency, balance }) => ({
      id,
      currency: { code: currency },
      type: 'wallet',
      balance: { amount: balance, currency },
    }))
    if (call.path === '/v2/accounts') return pageOf(call, listed)
    const [, id] = /^\/v2\/accounts\/([^/]+)\/transactions$/.exec(call.path) ?? []
    const wallet = account.wallets.find((one) => one.id === id)
    return wallet === undefined
      ? refusal(404, 'not_found', 'Not found')
      : pageOf(call, wallet.transactions, call.query.get('order') !== 'asc')
  }
}

/** The account of a token that its key signed, for this request and this moment. */
function signedFor(
  call: ProviderCall,
  token: string,
  accountOfKey: (name: string) => CoinbaseAccount | undefined,
  now: number,
): CoinbaseAccount | undefined {
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = jsonIn(head)
  const claims = jsonIn(body)
  const name = String(header['kid'])
  const account = accountOfKey(name)
  const key = account?.keys.get(name)
  if (account === undefined || key === undefined || claims['sub'] !== name) return undefined
  const isEd25519 = header['alg'] === 'EdDSA'
  const uris = isEd25519 ? claims['uris'] : [claims['uri']]
  const seconds = Math.floor(now / 1000)
  const [from, until] = [Number(claims['nbf']), Number(claims['exp'])]
  const isNow = from <= seconds + 30 && until > seconds && until - from <= TOKEN_SECONDS
  const isMeant = Array.isArray(uris) && uris.includes(`${call.method} api.coinbase.com${call.path}`)
  const isIssued = claims['iss'] === (isEd25519 ? 'cdp' : 'coinbase-cloud')
  const signed = Buffer.from(`${head}.${body}`)
  const bytes = Buffer.from(signature, 'base64url')
  const isTrue = isEd25519
    ? verify(null, signed, key, bytes)
    : header['alg'] === 'ES256' && verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)
  return isNow && isMeant && isIssued && isTrue ? account : undefined
}

function jsonIn(part: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

function pageOf(
  call: ProviderCall,
  all: readonly { readonly id: string }[],
  isNewestFirst = false,
): ProviderReply {
  const ordered = isNewestFirst ? all.toReversed() : all
  const limit = Math.min(100, Number(call.query.get('limit') ?? 25))
  const after = call.query.get('starting_after')
  const at = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  if (after !== null && at === 0) return refusal(400, 'invalid_request', 'Unknown cursor')
  const data = ordered.slice(at, at + limit)
  const last = data.at(-1)
  const isMore = at + limit < ordered.length && last !== undefined
  const next_uri = isMore ? `${call.path}?limit=${limit}&starting_after=${last.id}` : null
  return { body: { pagination: { limit, next_uri, next_starting_after: isMore ? last.id : null }, data } }
}

const refusal = (status: number, id: string, message: string): ProviderReply => ({
  status,
  body: { errors: [{ id, message }] },
})

const FIRST_DAY = Date.UTC(2024, 0, 2)
const DAY = 86_400_000

/** A deposit of 10,000 dollars, buys of 0.01 BTC for 400 dollars on the order book with a commission of 1, one a day, and a reward a day. */
export function coinbaseHistory(days: number): CoinbaseWallet[] {
  const cash: CoinbaseTransaction[] = []
  const coins: CoinbaseTransaction[] = []
  const rewards: CoinbaseTransaction[] = []
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  const at = (day: number, minutes = 0) =>
    new Date(FIRST_DAY + day * DAY + minutes * 60_000).toISOString().replace('.000Z', 'Z')
  const done = { status: 'completed' }
  cash.push({
    id: 'd0',
    type: 'fiat_deposit',
    ...done,
    amount: usd('10000.00'),
    native_amount: usd('10000.00'),
    created_at: at(0, -60),
  })
  for (let day = 0; day < days; day += 1) {
    const order = { order_id: `o${day}`, product_id: 'BTC-USD', fill_price: '40000.00', order_side: 'buy' }
    const fill = { type: 'advanced_trade_fill', ...done, native_amount: usd('400.00'), created_at: at(day) }
    coins.push({
      ...fill,
      id: `b${day}`,
      amount: { amount: '0.0100000000', currency: 'BTC' },
      advanced_trade_fill: { ...order, commission: '1.00' },
    })
    cash.push({
      ...fill,
      id: `c${day}`,
      amount: usd('-400.00'),
      native_amount: usd('-400.00'),
      advanced_trade_fill: order,
    })
    rewards.push({
      id: `r${day}`,
      type: 'staking_reward',
      ...done,
      amount: { amount: '0.0001', currency: 'ETH' },
      native_amount: usd('0.25'),
      created_at: at(day, 30),
    })
  }
  const held = (units: number, places: number) => (units / 10 ** places).toFixed(places)
  return [
    { id: 'wallet-usd', currency: 'USD', balance: held(1_000_000 - 40_100 * days, 2), transactions: cash },
    { id: 'wallet-btc', currency: 'BTC', balance: held(days, 2), transactions: coins },
    { id: 'wallet-eth', currency: 'ETH', balance: held(days, 4), transactions: rewards },
  ]
}

/**
 * A history in the shapes that Coinbase answers with of late: a network fee inside what was sent, a sale whose money has an id of its own, a
 * convert with its fee, a move to the exchange that a send tells as well, and a word for what a card gave.
 */
export function coinbaseOfLate(): CoinbaseWallet[] {
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  const entry = (
    id: string,
    minute: number,
    [type, amount, currency, worth]: readonly [string, string, string, string],
    more: object = {},
  ): CoinbaseTransaction => ({
    ...{ id, type, status: 'completed', amount: { amount, currency }, native_amount: usd(worth) },
    created_at: new Date(FIRST_DAY + minute * 60_000).toISOString(),
    ...more,
  })
  const trade = { id: 'trade-1', fee: usd('5.00') }
  const fee = { amount: '0.00050000', currency: 'BTC' }
  const network = { status: 'confirmed', hash: 'ab'.repeat(32), transaction_fee: fee }
  return [
    {
      ...{ id: 'wallet-usd', currency: 'USD', balance: '1080.00' },
      transactions: [
        entry('u1', 0, ['fiat_deposit', '1000.00', 'USD', '1000.00']),
        entry('u2', 30, ['sell', '80.00', 'USD', '80.00'], { sell: { id: 'money' } }),
      ],
    },
    {
      ...{ id: 'wallet-usdc', currency: 'USDC', balance: '120.000000' },
      transactions: [
        entry('c1', 1, ['receive', '200.000000', 'USDC', '200.00']),
        entry('c2', 30, ['sell', '-80.000000', 'USDC', '-80.00'], { sell: { id: 'coins' } }),
      ],
    },
    {
      ...{ id: 'wallet-btc', currency: 'BTC', balance: '0.52050000' },
      transactions: [
        entry('b1', 2, ['receive', '2.00000000', 'BTC', '80000.00']),
        entry('b2', 10, ['send', '-1.00050000', 'BTC', '-40020.00'], { network }),
        entry('b3', 20, ['send', '-0.50000000', 'BTC', '-20000.00']),
        // It moves nothing of its own.
        entry('b4', 20, ['exchange_deposit', '-0.50000000', 'BTC', '-20000.00']),
        entry('b5', 40, ['trade', '0.02000000', 'BTC', '995.00'], { trade }),
        entry('b6', 50, ['cardbuyback', '0.00100000', 'BTC', '40.00']),
      ],
    },
    {
      ...{ id: 'wallet-eth', currency: 'ETH', balance: '0.50000000' },
      transactions: [
        entry('e1', 3, ['receive', '1.00000000', 'ETH', '2000.00']),
        entry('e2', 40, ['trade', '-0.50000000', 'ETH', '-1000.00'], { trade }),
      ],
    },
  ]
}
