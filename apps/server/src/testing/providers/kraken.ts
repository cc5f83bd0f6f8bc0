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
export function krakenProvider(accountOf: (apiKey: string) => KrakenAccount | undefined): ProviderHandler {
  const lastNonces = new Map<string, bigint>()
  return (call) => {
    const form = new URLSearchParams(call.body)
    const nonce = form.get('nonce') ?? ''
    const account = accountOf(call.headers['api-key'] ?? '')
    if (account === undefined) return errors('EAPI:Invalid key')
    if (call.headers['api-sign'] !== signature(call, nonce, account.apiSecret))
      return errors('EAPI:Invalid signature')
    if (BigInt(nonce) <= (lastNonces.get(account.apiKey) ?? 0n)) return errors('EAPI:Invalid nonce')
    lastNonces.set(account.apiKey, BigInt(nonce))
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

const FIRST_DAY = Date.UTC(2023, 0, 2) / 1000

/** A deposit of 100,000 dollars, and buys of 0.001 BTC for 30 dollars, one a day. */
export function krakenHistory(buys: number): readonly (readonly [id: string, entry: KrakenEntry])[] {
  const deposit: KrakenEntry = {
    refid: 'R0',
    time: FIRST_DAY - 60,
    type: 'deposit',
    asset: 'ZUSD',
    amount: '100000.0000',
    balance: '100000.0000',
  }
  const entries: [string, KrakenEntry][] = [['L0', deposit]]
  for (let n = 0; n < buys; n += 1) {
    const of = { refid: `T${n}`, time: FIRST_DAY + n * 86_400, type: 'trade', subtype: 'tradespot' }
    const cash = `${100_000 - 30 * (n + 1)}.0000`
    const coins = `0.${String(n + 1).padStart(3, '0')}0000000`
    entries.push(
      [`L${n}a`, { ...of, asset: 'ZUSD', amount: '-30.0000', balance: cash }],
      [`L${n}b`, { ...of, asset: 'XXBT', amount: '0.0010000000', balance: coins }],
    )
  }
  return entries
}
