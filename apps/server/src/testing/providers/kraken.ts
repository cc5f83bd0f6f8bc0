import { createHash, createHmac } from 'node:crypto'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** An entry of the ledger, as https://docs.kraken.com/api/docs/rest-api/get-ledgers shows it. */
export interface KrakenEntry {
  readonly refid: string
  /** Seconds since 1970, with a fraction. */
  readonly time: number
  readonly type: string
  readonly subtype?: string
  readonly asset: string
  readonly amount: string
  readonly fee?: string
  readonly balance: string
}

export interface KrakenAccount {
  apiKey: string
  /** Base64. */
  apiSecret: string
  permissions: string[]
  /** By id; entries can be added while they are being fetched. */
  readonly ledger: Map<string, KrakenEntry>
}

const PAGE = 50

/** Kraken's private calls that Lotbook makes: the signature is checked, nonces must rise, 50 entries a page, newest first. */
export function krakenProvider(account: KrakenAccount): ProviderHandler {
  let lastNonce = 0n
  return (call) => {
    const form = new URLSearchParams(call.body)
    const nonce = form.get('nonce') ?? ''
    if (call.headers['api-key'] !== account.apiKey) return errors('EAPI:Invalid key')
    if (call.headers['api-sign'] !== signature(call, nonce, account.apiSecret))
      return errors('EAPI:Invalid signature')
    if (BigInt(nonce) <= lastNonce) return errors('EAPI:Invalid nonce')
    lastNonce = BigInt(nonce)
    if (call.path === '/0/private/GetApiKeyInfo')
      return result({ api_key_name: 'taxes', permissions: account.permissions })
    if (call.path === '/0/private/Ledgers') return ledgers(account, form)
    return errors('EGeneral:Unknown method')
  }
}

function ledgers({ permissions, ledger }: KrakenAccount, form: URLSearchParams): ProviderReply {
  if (!permissions.includes('query-ledger')) return errors('EGeneral:Permission denied')
  const from = form.has('start') ? Number(form.get('start')) : Number.NEGATIVE_INFINITY
  const until = form.has('end') ? Number(form.get('end')) : Number.POSITIVE_INFINITY
  const inside = [...ledger]
    .filter(([, { time }]) => time > from && time <= until)
    .toSorted(([, a], [, b]) => b.time - a.time)
  const offset = Number(form.get('ofs') ?? 0)
  const page = inside
    .slice(offset, offset + PAGE)
    .map(([id, entry]) => [id, { aclass: 'currency', subtype: '', fee: '0.0000000000', ...entry }])
  return result({ ledger: Object.fromEntries(page), count: inside.length })
}

function signature(call: ProviderCall, nonce: string, secret: string): string {
  const digest = createHash('sha256')
    .update(nonce + call.body)
    .digest()
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(call.path).update(digest).digest('base64')
}

const result = (value: unknown): ProviderReply => ({ body: { error: [], result: value } })
const errors = (...error: readonly string[]): ProviderReply => ({ body: { error } })
