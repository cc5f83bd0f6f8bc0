import { ProviderBusy, ProviderDown, PROVIDERS } from '@lotbook/sources'
import { expect, test } from 'vitest'
import type { Network } from './io.ts'
import { isOpenFrom, providerWay } from './provider-way.ts'

/** Between two requests. */
const PACE_MS = 1000 / PROVIDERS.bybit.perSecond

/** A network that gives these answers in turn, and notes where it was asked and what was waited for. */
function networkOf(...statuses: readonly (number | 'nothing')[]) {
  const asked: string[] = []
  const waited: number[] = []
  const network: Network = {
    environment: () => undefined,
    now: () => new Date('2026-07-01T00:00:00Z'),
    wait: async (ms) => void waited.push(ms),
    async send(url) {
      asked.push(url)
      const status = statuses[asked.length - 1] ?? 200
      if (status === 'nothing') throw new Error('no route')
      const headers: Record<string, string> = status === 429 ? { 'retry-after': '7' } : {}
      return { status, headers, text: 'an answer' }
    },
  }
  return { asked, waited, ask: providerWay(network)('bybit') }
}

test('an answer is handed on whatever its status, at the pace of the provider', async () => {
  const { ask, asked, waited } = networkOf(200, 404)
  expect((await ask({ path: '/v5/time' })).status).toBe(200)
  expect((await ask({ path: '/v5/time' })).status).toBe(404)
  expect(asked).toEqual(['https://api.bybit.com/v5/time', 'https://api.bybit.com/v5/time'])
  expect(waited).toEqual([PACE_MS, PACE_MS])
})

test('a provider that asks to wait is asked again then, with a request made anew', async () => {
  const { ask, waited } = networkOf(429, 503, 'nothing', 200)
  let made = 0
  const request = () => {
    made += 1
    return { path: `/${made}` }
  }
  expect((await ask(request)).status).toBe(200)
  expect(made).toBe(4)
  expect(waited.filter((ms) => ms !== PACE_MS)).toEqual([7000, 4000, 8000])
})

test.each([
  [[429, 429, 429, 429, 429], ProviderBusy],
  [[500, 500, 500, 500, 500], ProviderDown],
  [['nothing', 'nothing', 'nothing', 'nothing', 'nothing'], ProviderDown],
] as const)('after five tries it is said that nothing came: %j', async (statuses, error) => {
  const { ask, asked } = networkOf(...statuses)
  await expect(ask({ path: '/' })).rejects.toThrow(error)
  expect(asked.length).toBe(5)
})

test('a provider is asked with a key of one’s own, or at a server of one’s own, and no answer brings the key back', async () => {
  const environment: Readonly<Record<string, string>> = {
    HELIUS_API_KEY: 'KEYOFMINE1',
    KOIOS_API_KEY: 'KEYOFMINE2',
    PROVIDER_URLS: 'xrpl=https://xrp.example.org/, blockbook-bch=https://bch.example.org',
  }
  const sent: { url: string; headers: Readonly<Record<string, string>> }[] = []
  const network: Network = {
    environment: (name) => environment[name],
    now: () => new Date('2026-07-01T00:00:00Z'),
    wait: async () => undefined,
    async send(url, { headers }) {
      sent.push({ url, headers })
      return { status: 200, headers: {}, text: `you asked ${url}` }
    },
  }
  const way = providerWay(network)
  expect((await way('solana')({ path: '/' })).text).toBe(
    'you asked https://mainnet.helius-rpc.com/?api-key=[key]',
  )
  await way('koios')({ path: '/api/v1/tip', headers: { accept: 'text/plain' } })
  await way('xrpl')({ path: '/' })
  expect(sent).toEqual([
    { url: 'https://mainnet.helius-rpc.com/?api-key=KEYOFMINE1', headers: {} },
    {
      url: 'https://api.koios.rest/api/v1/tip',
      headers: { accept: 'text/plain', authorization: 'Bearer KEYOFMINE2' },
    },
    { url: 'https://xrp.example.org/', headers: {} },
  ])
  const isOpen = isOpenFrom(network)
  expect((['solana', 'xrpl', 'blockbook-bch', 'esplora', 'trongrid'] as const).map(isOpen)).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect((['etherscan', 'subscan', 'blockbook-btc'] as const).map(isOpen)).toEqual([false, false, false])
})
