import type { ProviderRequest } from './ask.ts'
import { exactJson } from './exact-json.ts'
import type { ProviderName } from './providers.ts'

/** What differs each time a request is sent: key, nonce, time and signature, where they stand in its path or body. */
interface Volatile {
  readonly query?: readonly string[]
  readonly body?: readonly string[]
  /** A header that holds the parameters as JSON in base64. */
  readonly payload?: string
}

const OF_BINANCE: Volatile = { query: ['timestamp', 'recvWindow', 'signature'] }

/** Providers that sign outside of headers; the others' paths and bodies are the same each time. */
const VOLATILE: Partial<Record<ProviderName, Volatile>> = {
  binance: OF_BINANCE,
  'binance-us': OF_BINANCE,
  mexc: OF_BINANCE,
  coinmate: { body: ['clientId', 'nonce', 'publicKey', 'signature'] },
  'crypto-com': { body: ['id', 'nonce', 'sig', 'api_key'] },
  gemini: { body: ['nonce'], payload: 'x-gemini-payload' },
  htx: { query: ['AccessKeyId', 'SignatureMethod', 'SignatureVersion', 'Timestamp', 'Signature'] },
  kraken: { body: ['nonce'] },
  whitebit: { body: ['nonce'] },
}

/** A request as it is compared: the same question has the same method, path and body. */
export interface StableRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
}

/** Takes out of a request what differs each time it is sent. */
export function stableRequest(provider: ProviderName, request: ProviderRequest): StableRequest {
  const { query = [], body = [], payload } = VOLATILE[provider] ?? {}
  const [target = '', parameters = ''] = splitOnce(request.path, '?')
  const kept = withoutParameters(parameters, query)
  const text = payload === undefined ? request.body : decoded(request.headers ?? {}, payload)
  return {
    method: request.method ?? 'GET',
    path: kept === '' ? target : `${target}?${kept}`,
    body: withoutFields(text ?? '', body),
  }
}

function splitOnce(text: string, at: string): readonly string[] {
  const i = text.indexOf(at)
  return i === -1 ? [text] : [text.slice(0, i), text.slice(i + 1)]
}

function withoutParameters(parameters: string, names: readonly string[]): string {
  const isKept = (one: string) => one !== '' && !names.includes(one.split('=')[0] ?? '')
  return parameters.split('&').filter(isKept).join('&')
}

/** A body without some of its fields, whether it is JSON or parameters. */
function withoutFields(body: string, names: readonly string[]): string {
  if (names.length === 0) return body
  if (!body.startsWith('{')) return withoutParameters(body, names)
  const all = Object.entries(exactJson(body) as Readonly<Record<string, unknown>>)
  return JSON.stringify(Object.fromEntries(all.filter(([name]) => !names.includes(name))))
}

function decoded(headers: Readonly<Record<string, string>>, name: string): string {
  const [, value = ''] = Object.entries(headers).find(([header]) => header.toLowerCase() === name) ?? []
  return Buffer.from(value, 'base64').toString()
}
