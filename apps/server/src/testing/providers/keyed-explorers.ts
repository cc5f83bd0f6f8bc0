import type { ProviderHandler } from './serve.ts'

/** A key that an explorer knows: a free one of Etherscan's does not open every chain. */
export type KeyKind = 'free' | 'paid' | undefined

/** Chains that Etherscan's free keys do not open: https://docs.etherscan.io/supported-chains. */
const NOT_FREE: ReadonlySet<string> = new Set(['10', '56', '8453', '43114'])

const refused = (result: string) => ({ body: { status: '0', message: 'NOTOK', result } })

/** Etherscan with keys: it refuses with status 200. */
export function etherscanWithKeys(
  handler: ProviderHandler,
  kindOf: (key: string) => KeyKind,
): ProviderHandler {
  return (call) => {
    const key = call.query.get('apikey') ?? ''
    const kind = kindOf(key)
    if (kind === undefined) return refused(`Invalid API Key (#err2)|${key}`)
    if (kind === 'free' && NOT_FREE.has(call.query.get('chainid') ?? ''))
      return refused(
        'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.',
      )
    return handler(call)
  }
}

/** Blockscout for all chains with keys: it refuses with status 401. */
export function blockscoutWithKeys(
  handler: ProviderHandler,
  isKey: (key: string) => boolean,
): ProviderHandler {
  return (call) =>
    isKey(call.query.get('apikey') ?? '')
      ? handler(call)
      : { status: 401, body: { message: `Unauthorized: ${call.query.get('apikey')}` } }
}
