import {
  type Ask,
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
 * not answer. `PROVIDERS_URL` names a server that speaks for all of them.
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
  const all = network.environment('PROVIDERS_URL')
  const base = all === undefined ? PROVIDERS[provider].base : `${all.replace(/\/$/, '')}/${provider}`
  try {
    return await network.send(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    return undefined
  }
}
