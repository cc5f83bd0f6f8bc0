import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ProviderBusy, ProviderDown, PROVIDERS } from '@lotbook/sources'
import { afterEach, expect, test } from 'vitest'
import { type ProviderHandler, serveProviders } from '../testing/providers/serve.ts'
import { ManualClock } from './clock.ts'
import { Outbound, type OutboundOptions } from './outbound.ts'
import { Secret } from './secret.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const echo: ProviderHandler = ({ method, target, body, headers }) => ({
  body: { method, target, body, agent: headers['user-agent'] },
})

/** A fake Kraken, and a client whose sleeps take no time and are written down. */
async function asked(handler: ProviderHandler = echo, options: Partial<OutboundOptions> = {}) {
  const providers = await serveProviders({ kraken: handler })
  const clock = new ManualClock(new Date('2026-11-01T00:00:00Z'))
  const slept: number[] = []
  const outbound = new Outbound({
    config: { providersUrl: providers.url, providerUrls: {} },
    clock,
    sleep: async (ms) => {
      slept.push(ms)
      clock.advance(ms)
    },
    // The longest pause each time.
    random: () => 1,
    ...options,
  })
  ended.push(
    () => outbound.close(),
    () => providers.close(),
  )
  return { providers, clock, slept, outbound, ask: outbound.provider('kraken') }
}

const down = (reason: string, mayHaveArrived = true) => ({ name: 'ProviderDown', reason, mayHaveArrived })

test('a provider that nobody runs for others is open where the operator names one of their own', () => {
  const isOpen = (config: ConstructorParameters<typeof Outbound>[0]['config']) =>
    new Outbound({ config }).isOpen('blockbook-zec')
  expect(isOpen({ providersUrl: undefined, providerUrls: {} })).toBe(false)
  const own = { 'blockbook-zec': 'https://zec.example.org' }
  expect(isOpen({ providersUrl: undefined, providerUrls: own })).toBe(true)
  // A server of their own needs no key of the public one.
  const mirror = { providersUrl: undefined, providerUrls: { etherscan: 'https://eth.example.org' } }
  expect(new Outbound({ config: mirror }).isOpen('etherscan')).toBe(true)
  expect(
    new Outbound({ config: { providersUrl: undefined, providerUrls: {} } }).isOpen('litecoinspace'),
  ).toBe(true)
})

test('a key that a provider can do without goes along where there is one, and it is then asked faster', async () => {
  const providers = await serveProviders({ trongrid: echo, koios: echo })
  ended.push(() => providers.close())
  const clock = new ManualClock(new Date('2026-11-01T00:00:00Z'))
  const providerKeys = { trongrid: new Secret('KEYOFTRON-1'), koios: new Secret('eyJh.KEY.x-y') }
  const outboundWith = (keys: OutboundOptions['config']['providerKeys']) => {
    const outbound = new Outbound({
      config: { providersUrl: providers.url, providerUrls: {}, providerKeys: keys },
      clock,
      sleep: async (ms) => clock.advance(ms),
    })
    ended.push(() => outbound.close())
    return outbound
  }
  const secondsFor = async (outbound: Outbound) => {
    const begun = clock.now().getTime()
    for (let n = 0; n < 13; n += 1) await outbound.provider('trongrid')({ path: '/' })
    return (clock.now().getTime() - begun) / 1000
  }
  const [without, withKeys] = [outboundWith(undefined), outboundWith(providerKeys)]
  expect([without.isOpen('trongrid'), withKeys.isOpen('trongrid')]).toEqual([true, true])
  expect([without.isOpen('subscan'), without.isOpen('etherscan')]).toEqual([false, false])

  expect(await secondsFor(without)).toBeCloseTo(10)
  expect(providers.calls.at(-1)?.headers['tron-pro-api-key']).toBeUndefined()
  expect(await secondsFor(withKeys)).toBeCloseTo(1.6)
  expect(providers.calls.at(-1)?.headers['tron-pro-api-key']).toBe('KEYOFTRON-1')
  await withKeys.provider('koios')({ path: '/' })
  expect(providers.calls.at(-1)?.headers['authorization']).toBe('Bearer eyJh.KEY.x-y')
})

test('a key of a customer’s own goes in place of the operator’s, is counted for itself, and comes back in no answer', async () => {
  const providers = await serveProviders({
    etherscan: (call) => ({ body: `${call.query.get('apikey')}` }),
    subscan: ({ headers }) => ({ body: `${headers['x-api-key']}` }),
  })
  const slept: number[] = []
  const outbound = new Outbound({
    config: {
      providersUrl: providers.url,
      providerUrls: {},
      providerKeys: { etherscan: new Secret('OPERATORSKEY') },
    },
    clock: new ManualClock(new Date('2026-11-01T00:00:00Z')),
    sleep: async (ms) => void slept.push(ms),
  })
  ended.push(
    () => outbound.close(),
    () => providers.close(),
  )
  const [ana, ben] = [new Secret('KEYOFANA12'), new Secret('KEYOFBEN12')]
  const { burst } = PROVIDERS.etherscan
  // Each has its quota whole, beside that of the operator.
  for (const key of [undefined, ana, ben])
    for (let n = 0; n < burst; n += 1) {
      const { text } = await outbound.provider('etherscan', { key })({ path: '/v2/api?apikey=mine' })
      expect(text).toBe('[key]')
    }
  expect(slept).toEqual([])
  await outbound.provider('etherscan', { key: new Secret('KEYOFANA12') })({ path: '/v2/api' })
  expect(slept).toHaveLength(1)
  const sent = providers.calls.map(({ query }) => query.getAll('apikey').join())
  expect(Object.groupBy(sent, (key) => key)).toMatchObject({
    OPERATORSKEY: { length: burst },
    KEYOFANA12: { length: burst + 1 },
    KEYOFBEN12: { length: burst },
  })
  // One that is told to wait keeps nobody else from asking.
  providers.fail('etherscan', { status: 429, headers: { 'retry-after': '600' } })
  await expect(outbound.provider('etherscan', { key: ana, retries: 0 })({ path: '/' })).rejects.toThrow(
    ProviderBusy,
  )
  await expect(outbound.provider('etherscan', { key: ana })({ path: '/' })).rejects.toThrow(ProviderBusy)
  await outbound.provider('etherscan', { key: ben })({ path: '/' })
  await outbound.provider('subscan', { key: ana })({ path: '/' })
  expect(providers.calls.at(-1)?.headers['x-api-key']).toBe('KEYOFANA12')
})

test('a request arrives as it was made, and its answer comes back whatever its status', async () => {
  const { ask } = await asked()
  const answer = await ask({ method: 'POST', path: '/0/private/Ledgers?a=1', body: 'nonce=1', isRead: true })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(JSON.parse(answer.text)).toEqual({
    method: 'POST',
    target: '/0/private/Ledgers?a=1',
    body: 'nonce=1',
    agent: 'Lotbook',
  })

  const { ask: refused } = await asked(() => ({ status: 403, body: 'no' }))
  expect(await refused({ path: '/' })).toMatchObject({ status: 403, text: 'no' })
})

test('a redirect is an answer and is not followed', async () => {
  const { ask, providers } = await asked(() => ({
    status: 302,
    headers: { location: 'http://127.0.0.1:1/' },
  }))
  expect(await ask({ path: '/' })).toMatchObject({ status: 302 })
  expect(providers.calls).toHaveLength(1)
})

test('a provider that fails is asked again after pauses that double, and made anew each time', async () => {
  const { ask, providers, slept } = await asked()
  providers.fail('kraken', { status: 502 })
  providers.fail('kraken', 'reset')
  providers.fail('kraken', 'cut')
  let nonce = 0
  const answer = await ask(() => ({ path: `/?nonce=${(nonce += 1)}` }))
  expect(JSON.parse(answer.text)).toMatchObject({ target: '/?nonce=4' })
  expect(slept).toEqual([1_000, 2_000, 4_000])
})

test('after five failures in a row a provider is left alone for a minute, then asked once', async () => {
  const { ask, providers, clock } = await asked()
  providers.fail('kraken', { status: 500 }, { times: 99 })
  await expect(ask({ path: '/' })).rejects.toMatchObject(down('circuit', false))
  expect(providers.calls).toHaveLength(5)
  await expect(ask({ path: '/' })).rejects.toThrow(ProviderDown)
  expect(providers.calls).toHaveLength(5)

  clock.advance(60_000)
  await expect(ask({ path: '/' })).rejects.toThrow(ProviderDown)
  expect(providers.calls).toHaveLength(6)

  clock.advance(60_000)
  providers.mend()
  expect(await ask({ path: '/' })).toMatchObject({ status: 200 })
})

test('the silence of a provider is news once an hour, and anew after it has answered', async () => {
  const { ask, providers, clock, outbound } = await asked()
  providers.fail('kraken', { status: 500 }, { times: 99 })
  await expect(ask({ path: '/' })).rejects.toThrow(ProviderDown)
  expect([outbound.isSilenceNews('kraken'), outbound.isSilenceNews('kraken')]).toEqual([true, false])
  clock.advance(60 * 60_000)
  expect([outbound.isSilenceNews('kraken'), outbound.isSilenceNews('kraken')]).toEqual([true, false])
  providers.mend()
  await ask({ path: '/' })
  expect(outbound.isSilenceNews('kraken')).toBe(true)
})

test('a POST that changes something is sent once; what became of it is not known', async () => {
  const { ask, providers } = await asked()
  for (const [fault, reason] of [
    [{ status: 500 }, 'status'],
    ['reset', 'cut'],
    ['cut', 'cut'],
  ] as const) {
    providers.fail('kraken', fault)
    await expect(ask({ method: 'POST', path: '/oauth2/token' })).rejects.toMatchObject(down(reason))
  }
  expect(providers.calls).toHaveLength(3)
})

test('a short Retry-After is waited for, a long one is told, and nobody asks before', async () => {
  const { ask, providers, clock, slept } = await asked()
  providers.fail('kraken', { status: 429, headers: { 'retry-after': '7' } })
  expect(await ask({ path: '/' })).toMatchObject({ status: 200 })
  expect(slept).toEqual([7_000])

  providers.fail('kraken', { status: 429, headers: { 'retry-after': '600' } })
  const until = new Date(clock.now().getTime() + 600_000)
  await expect(ask({ path: '/' })).rejects.toMatchObject({ name: 'ProviderBusy', until })
  await expect(ask({ path: '/' })).rejects.toThrow(ProviderBusy)
  expect(providers.calls).toHaveLength(3)

  clock.advance(600_000)
  expect(await ask({ path: '/' })).toMatchObject({ status: 200 })
})

test('Retry-After is a date as well, counts with a 503 and with 418, and for an hour at most', async () => {
  const { ask, providers, clock, slept } = await asked()
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toUTCString()
  providers.fail('kraken', { status: 503, headers: { 'retry-after': at(5_000) } })
  await ask({ path: '/' })
  expect(slept).toEqual([5_000])

  providers.fail('kraken', { status: 418, headers: { 'retry-after': '999999' } })
  const until = new Date(clock.now().getTime() + 3_600_000)
  await expect(ask({ path: '/' })).rejects.toMatchObject({ name: 'ProviderBusy', until })
})

test('who says in an answer of 200 that it is asked too often is believed', async () => {
  const { ask, providers, slept } = await asked()
  providers.fail('kraken', { body: { error: ['EAPI:Rate limit exceeded'] } }, { times: 2 })
  const answer = await ask({ path: '/', isBusy: ({ text }) => text.includes('Rate limit') })
  expect(JSON.parse(answer.text)).toMatchObject({ target: '/' })
  expect(slept).toEqual([1_000, 2_000])
})

test('a provider that is busy to the end is busy for a minute more', async () => {
  const { ask, providers, clock } = await asked()
  providers.fail('kraken', { status: 429 }, { times: 99 })
  const error: unknown = await ask({ path: '/' }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ProviderBusy)
  expect((error as ProviderBusy).until.getTime()).toBe(clock.now().getTime() + 60_000)
  expect(providers.calls).toHaveLength(6)
})

test('a provider is asked at its rate, and by two at once', async () => {
  let [now, most] = [0, 0]
  // The first is answered when the second has come.
  const second = Promise.withResolvers<void>()
  const { outbound, clock } = await asked(async () => {
    now += 1
    most = Math.max(most, now)
    if (now === 2) second.resolve()
    await second.promise
    now -= 1
    return {}
  })
  const begun = clock.now().getTime()
  const { burst, perSecond } = PROVIDERS.kraken
  const ask = outbound.provider('kraken')
  await Promise.all(Array.from({ length: burst + 4 }, () => ask({ path: '/' })))
  expect(most).toBe(2)
  expect(clock.now().getTime() - begun).toBeGreaterThanOrEqual((4 / perSecond) * 1000)
})

test('who waits is let go by its signal, with its reason', async () => {
  const { outbound, providers } = await asked()
  const leaving = new AbortController()
  providers.fail('kraken', 'silent')
  const answer = outbound.provider('kraken', { signal: leaving.signal })({ path: '/' })
  await expect.poll(() => providers.calls.length).toBe(1)
  leaving.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
})

test('silence, endless bodies, bombs and connections that nobody takes end in bounds', async () => {
  const { outbound, providers } = await asked(
    ({ path }) => {
      if (path === '/bomb')
        return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(200_000)) }
      if (path === '/packed') return { headers: { 'content-encoding': 'gzip' }, body: gzipSync('exact') }
      if (path === '/torn') return { headers: { 'content-encoding': 'gzip' }, body: 'not packed' }
      return { body: 'x'.repeat(20_000) }
    },
    { limits: { bodyBytes: 10_000, textBytes: 100_000 } },
  )
  const ask = outbound.provider('kraken', { retries: 0 })
  expect(await ask({ path: '/packed' })).toMatchObject({ text: 'exact' })
  await expect(ask({ path: '/long' })).rejects.toMatchObject(down('too-large'))
  await expect(ask({ path: '/bomb' })).rejects.toMatchObject(down('too-large'))
  await expect(ask({ path: '/torn' })).rejects.toMatchObject(down('unreadable'))
  const impatient = await asked(echo, { limits: { headersMs: 40 } })
  impatient.providers.fail('kraken', 'silent')
  await expect(impatient.outbound.provider('kraken', { retries: 0 })({ path: '/' })).rejects.toMatchObject({
    reason: 'timeout',
  })

  const { url } = providers
  await providers.close()
  const alone = new Outbound({ config: { providersUrl: url, providerUrls: {} } })
  await expect(alone.provider('kraken', { retries: 0 })({ path: '/' })).rejects.toMatchObject(
    down('unreachable', false),
  )
})

test('a body that never ends takes the time of the whole', async () => {
  const server = createServer((_, response) => void response.write('x'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => server.closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { providersUrl: url, providerUrls: {} }
  const outbound = new Outbound({ config, limits: { totalMs: 40 } })
  await expect(outbound.provider('kraken', { retries: 0 })({ path: '/' })).rejects.toMatchObject({
    reason: 'timeout',
  })
})

test('a name that leads inside this network is not connected to, and not asked for again', async () => {
  let looked = 0
  const outbound = new Outbound({
    config: { providersUrl: undefined, providerUrls: {} },
    resolve: () => {
      looked += 1
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    },
  })
  await expect(outbound.provider('kraken')({ path: '/' })).rejects.toMatchObject(down('forbidden', false))
  expect(looked).toBe(1)
})

test.each(['//evil.example/', '@evil.example/', '.evil.example/', 'https://evil.example/', '/../coinbase/'])(
  'a path leads nowhere else: %s',
  async (path) => {
    const { ask, providers } = await asked()
    await ask({ path }).then(
      ({ status }) => expect(status).toBe(200),
      (error: unknown) => expect(error).toMatchObject(down('forbidden', false)),
    )
    expect(providers.calls.every(({ provider }) => provider === 'kraken')).toBe(true)
  },
)

test("an operator's own node may be inside this network; other providers are where they were", async () => {
  const providers = await serveProviders({ kraken: echo })
  ended.push(() => providers.close())
  const outbound = new Outbound({
    config: { providersUrl: undefined, providerUrls: { kraken: `${providers.url}/kraken` } },
    resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]),
  })
  ended.push(() => outbound.close())
  expect(await outbound.provider('kraken')({ path: '/x' })).toMatchObject({ status: 200 })
  await expect(outbound.provider('bitstamp')({ path: '/x' })).rejects.toMatchObject(down('forbidden', false))
})

test("through the operator's proxy, which looks names up itself; an operator's own node is reached without it", async () => {
  const tunnels: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket: Socket) => {
    tunnels.push(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const providers = await serveProviders({ kraken: echo })
  ended.push(
    () => proxy.closeAllConnections(),
    () => providers.close(),
  )
  const outbound = new Outbound({
    config: {
      providersUrl: undefined,
      providerUrls: { kraken: `${providers.url}/kraken` },
      proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    },
    resolve: () => Promise.reject(new Error('nobody is to look this up')),
  })
  ended.push(() => outbound.close())
  await expect(outbound.provider('bitstamp', { retries: 0 })({ path: '/' })).rejects.toMatchObject(
    down('unreachable', false),
  )
  expect(tunnels).toEqual(['www.bitstamp.net:443'])
  expect(await outbound.provider('kraken')({ path: '/x' })).toMatchObject({ status: 200 })
})
