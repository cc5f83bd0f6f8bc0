import { createPublicKey, verify } from 'node:crypto'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** An order as https://docs.robinhood.com/crypto/trading shows it. */
export interface RobinhoodOrder {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly state: string
  readonly updated_at: string
  readonly executions: readonly {
    readonly effective_price: string
    readonly quantity: string
    readonly timestamp: string
  }[]
}

export interface RobinhoodAccount {
  /** Newest first. */
  readonly orders: RobinhoodOrder[]
  readonly holdings: Map<string, string>
}

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PAGE = 100
const VALID_SECONDS = 30

/** The API key that Robinhood gives for a public key: this one names it. */
export const apiKeyFor = (publicKey: string) =>
  `rh-api-${Buffer.from(publicKey, 'base64').toString('base64url')}`

/** Robinhood Crypto's reading calls: the signature and its time are checked, lists come in pages with the URL of the next. */
export function robinhoodProvider(
  accountOf: (apiKey: string) => RobinhoodAccount | undefined,
  now: () => number = Date.now,
): ProviderHandler {
  return (call) => {
    const apiKey = call.headers['x-api-key'] ?? ''
    const account = accountOf(apiKey)
    if (account === undefined || !isSigned(call, apiKey, now()))
      return {
        status: 401,
        body: { type: 'client_error', errors: [{ detail: 'Invalid credentials', attr: null }] },
      }
    const path = call.path.replace('/api/v1/crypto/trading', '')
    if (path === '/accounts/') return { body: { account_number: '1', status: 'active' } }
    if (path === '/holdings/')
      return listed(
        call,
        [...account.holdings].map(([asset_code, total_quantity]) => ({ asset_code, total_quantity })),
      )
    const since = call.query.get('updated_at_start') ?? ''
    if (path === '/orders/')
      return listed(
        call,
        account.orders.filter(({ updated_at }) => updated_at >= since),
      )
    return { status: 404 }
  }
}

function isSigned(call: ProviderCall, apiKey: string, now: number): boolean {
  const timestamp = call.headers['x-timestamp'] ?? ''
  const point = Buffer.from(apiKey.replace('rh-api-', ''), 'base64url')
  if (point.length !== 32 || Math.abs(now / 1000 - Number(timestamp)) > VALID_SECONDS) return false
  const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI, point]), format: 'der', type: 'spki' })
  const message = `${apiKey}${timestamp}${call.target}${call.method}${call.body}`
  return verify(null, Buffer.from(message), key, Buffer.from(call.headers['x-signature'] ?? '', 'base64'))
}

function listed(call: ProviderCall, all: readonly unknown[]): ProviderReply {
  const at = Number(call.query.get('cursor') ?? 0)
  const query = new URLSearchParams(call.query)
  query.set('cursor', String(at + PAGE))
  const next = at + PAGE < all.length ? `https://trading.robinhood.com${call.path}?${query.toString()}` : null
  return { body: { next, previous: null, results: all.slice(at, at + PAGE) } }
}

/** Buys of 0.001 BTC for 30 dollars, one a day, in two executions; the newest first. */
export function robinhoodHistory(days: number, price = '30000.00'): RobinhoodAccount {
  const orders = Array.from({ length: days }, (_, day): RobinhoodOrder => {
    const at = new Date(Date.UTC(2025, 0, 2 + day, 15)).toISOString()
    const execution = { effective_price: price, quantity: '0.000500000000000000', timestamp: at }
    return {
      id: `order-${day}`,
      symbol: 'BTC-USD',
      side: 'buy',
      state: 'filled',
      updated_at: at,
      executions: [execution, execution],
    }
  })
  return { orders: orders.toReversed(), holdings: new Map([['BTC', (days / 1000).toFixed(3)]]) }
}
