import {
  type Ask,
  needsOperatorKey,
  OPERATOR_KEYS,
  type Provider,
  type ProviderAnswer,
  ProviderBusy,
  ProviderDown,
  type ProviderName,
  type ProviderRequest,
  PROVIDERS,
} from '@lotbook/sources'
import type { Network } from './io.ts'

const TRIES = 5
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 120_000

/**
 * The way to a provider from this computer: at the provider's rate, one request after the other, and again where it says to wait or does
 * not answer. `PROVIDERS_URL` names a server that speaks for all of them, `PROVIDER_URLS` one's own for some, and the variables of
 * `OPERATOR_KEYS` the keys that some ask for, as for a server of Lotbook.
 */
export function providerWay(network: Network): (provider: ProviderName) => Ask {
  const free = new Map<ProviderName, Promise<void>>()
  return (provider) => async (made) => {
    for (let tries = 1; ; tries += 1) {
      await free.get(provider)
      free.set(provider, network.wait(1000 / PROVIDERS[provider].perSecond))
      const request = typeof made === 'function' ? await made() : made
      const answer = await send(network, provider, request)
      const isBusy = answer !== undefined && (isTooOften(answer.status) || request.isBusy?.(answer) === true)
      const isDown = answer === undefined || (answer.status >= 500 && request.isRefusal?.(answer) !== true)
      if (!isBusy && !isDown) return answer
      const pause = pauseAfter(tries, answer)
      if (tries === TRIES)
        throw isBusy ? busy(network, provider, pause) : new ProviderDown(provider, 'status', true)
      await network.wait(pause)
    }
  }
}

const isTooOften = (status: number): boolean => status === 429 || status === 418

/** As long as the answer asks for, else twice as long each time. */
function pauseAfter(tries: number, answer: ProviderAnswer | undefined): number {
  const asked = answer?.headers['retry-after'] ?? ''
  const ms = /^\d{1,5}$/.test(asked) ? Number(asked) * 1000 : FIRST_PAUSE_MS * 2 ** (tries - 1)
  return Math.min(LONGEST_PAUSE_MS, ms)
}

const busy = (network: Network, provider: ProviderName, pause: number) =>
  new ProviderBusy(provider, new Date(network.now().getTime() + pause))

/** An answer, whatever its status; undefined where there was none. */
async function send(
  network: Network,
  provider: ProviderName,
  { method = 'GET', path, headers = {}, body }: ProviderRequest,
): Promise<ProviderAnswer | undefined> {
  const base = ownAddress(network, provider) ?? PROVIDERS[provider].base
  const asked = withKey(network, provider, base + path, headers)
  try {
    const answer = await network.send(asked.url, {
      method,
      headers: asked.headers,
      ...(body === undefined ? {} : { body }),
    })
    // One that repeats the key in its answer must not bring it into a recording.
    const key = keyOf(network, provider)
    return key === undefined ? answer : { ...answer, text: answer.text.replaceAll(key, '[key]') }
  } catch {
    return undefined
  }
}

/** Whether a provider can be asked from here: it takes no key, or there is one, or an address of one's own is named. */
export function isOpenFrom(network: Network): (provider: ProviderName) => boolean {
  return (provider) => {
    const { isOperators }: Provider = PROVIDERS[provider]
    if (ownAddress(network, provider) !== undefined) return true
    return isOperators !== true && (!needsOperatorKey(provider) || keyOf(network, provider) !== undefined)
  }
}

function ownAddress({ environment }: Network, provider: ProviderName): string | undefined {
  const named = (environment('PROVIDER_URLS') ?? '').split(',').map((one) => one.trim())
  const own = named.find((one) => one.startsWith(`${provider}=`))?.slice(provider.length + 1)
  const all = environment('PROVIDERS_URL')
  const base = own ?? (all === undefined ? undefined : `${all.replace(/\/$/, '')}/${provider}`)
  return base?.replace(/\/$/, '')
}

function keyOf({ environment }: Network, provider: ProviderName): string | undefined {
  const variable = OPERATOR_KEYS[provider]?.variable
  return variable === undefined ? undefined : environment(variable) || undefined
}

function withKey(
  network: Network,
  provider: ProviderName,
  text: string,
  headers: Readonly<Record<string, string>>,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const place = OPERATOR_KEYS[provider]
  const key = keyOf(network, provider)
  if (place === undefined || key === undefined) return { url: text, headers }
  if ('header' in place) {
    const scheme = place.scheme === undefined ? '' : `${place.scheme} `
    return { url: text, headers: { ...headers, [place.header]: `${scheme}${key}` } }
  }
  const url = new URL(text)
  url.searchParams.set(place.parameter, key)
  return { url: url.href, headers }
}
