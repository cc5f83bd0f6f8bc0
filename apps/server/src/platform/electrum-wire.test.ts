import { type AddressInfo, createServer } from 'node:net'
import { ProviderDown } from '@lotbook/sources'
import { afterEach, expect, test } from 'vitest'
import { electrumProvider } from '../testing/providers/electrum.ts'
import { outputHistory } from '../testing/providers/output-chain.ts'
import { type FakeElectrum, serveElectrum } from '../testing/providers/serve-electrum.ts'
import { Outbound, type OutboundOptions } from './outbound.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const HANDLER = electrumProvider({
  transactions: outputHistory(OWN, 3, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'),
})
const TIP = {
  method: 'POST',
  path: '/',
  body: JSON.stringify({ method: 'blockchain.headers.subscribe', params: [] }),
  isRead: true,
} as const
const down = (reason: string, mayHaveArrived = true) => ({ name: 'ProviderDown', reason, mayHaveArrived })

/** A way to a server of the operator's, whose pauses take no time. */
function wayTo(url: string, options: Partial<OutboundOptions> = {}) {
  const outbound = new Outbound({
    config: { providersUrl: undefined, providerUrls: { 'electrum-btc': url } },
    sleep: () => Promise.resolve(),
    ...options,
  })
  ended.push(() => outbound.close())
  return outbound
}

async function served(options: Parameters<typeof serveElectrum>[1] = {}): Promise<FakeElectrum> {
  const server = await serveElectrum(HANDLER, options)
  ended.push(() => server.close())
  return server
}

test('requests share one connection, which agrees on a version first, and an answer comes as the line it was', async () => {
  const server = await served()
  const ask = wayTo(server.url).provider('electrum-btc')
  const answers = await Promise.all([ask(TIP), ask(TIP)])
  expect(await ask(TIP)).toMatchObject({ status: 200 })
  expect(answers.map(({ text }) => JSON.parse(text))).toEqual([
    { jsonrpc: '2.0', id: 2, result: { height: 770_576, hex: '00' } },
    { jsonrpc: '2.0', id: 3, result: { height: 770_576, hex: '00' } },
  ])
  expect(server.connections).toBe(1)
  expect(server.methods).toEqual(['server.version', ...Array<string>(3).fill('blockchain.headers.subscribe')])
})

test('an amount comes with every digit', async () => {
  const line = '{"jsonrpc":"2.0","id":2,"result":{"value":123456789012.12345678}}'
  const plain = createServer((socket) => {
    socket.on('data', (data) => {
      const { id } = JSON.parse(data.toString()) as { id: number }
      socket.write(id === 1 ? '{"jsonrpc":"2.0","id":1,"result":["x","1.4"]}\n' : `${line}\n`)
    })
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  ended.push(() => plain.close())
  const outbound = wayTo(`electrum-tcp://127.0.0.1:${(plain.address() as AddressInfo).port}`)
  expect(await outbound.provider('electrum-btc')(TIP)).toMatchObject({ text: line })
})

test('a connection that ended is made anew, whether anybody waited for an answer or not', async () => {
  const server = await served()
  const ask = wayTo(server.url).provider('electrum-btc')
  await ask(TIP)
  server.fail('blockchain.headers.subscribe', 'cut')
  expect(await ask(TIP)).toMatchObject({ status: 200 })
  expect(server.connections).toBe(2)
  server.cutAll()
  expect(await ask(TIP)).toMatchObject({ status: 200 })
  expect(server.connections).toBe(3)
})

test.each([
  ['silent', 'timeout'],
  ['cut', 'cut'],
  ['endless', 'too-large'],
  ['no JSON', 'unreadable'],
  ['no id', 'unreadable'],
] as const)(
  'a server that is %s in place of an answer is %s, and asked over another connection',
  async (fault, reason) => {
    const server = await served()
    const totalMs = fault === 'silent' ? 200 : 60_000
    const outbound = wayTo(server.url, { limits: { totalMs, bodyBytes: 10_000 } })
    server.fail('blockchain.headers.subscribe', fault)
    const once = outbound.provider('electrum-btc', { retries: 0 })
    await expect(once(TIP)).rejects.toMatchObject(down(reason))
    expect(server.connections).toBe(1)
    expect(await outbound.provider('electrum-btc')(TIP)).toMatchObject({ status: 200 })
    expect(server.connections).toBeGreaterThan(1)
  },
)

test('a server that does not agree on a version, or never says one, is no server', async () => {
  const old = await serveElectrum(() => ({ body: { id: 1, error: { code: 1, message: 'unsupported' } } }))
  ended.push(() => old.close())
  await expect(wayTo(old.url).provider('electrum-btc')(TIP)).rejects.toMatchObject(down('unreadable'))
  const silent = await served()
  silent.fail('server.version', 'silent')
  const impatient = wayTo(silent.url, { limits: { headersMs: 50 } })
  await expect(impatient.provider('electrum-btc', { retries: 0 })(TIP)).rejects.toMatchObject(down('timeout'))
})

test('who waits is let go by its signal, with its reason; others go on', async () => {
  const server = await served()
  const outbound = wayTo(server.url)
  const leaving = new AbortController()
  server.fail('blockchain.headers.subscribe', 'silent')
  const answer = outbound.provider('electrum-btc', { signal: leaving.signal })(TIP)
  await expect.poll(() => server.methods.length).toBe(2)
  leaving.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
  expect(await outbound.provider('electrum-btc')(TIP)).toMatchObject({ status: 200 })
})

test('closing ends a connection that somebody waits at', async () => {
  const server = await served()
  const outbound = wayTo(server.url)
  server.fail('blockchain.headers.subscribe', 'silent')
  const answer = outbound.provider('electrum-btc', { retries: 0 })(TIP)
  await expect.poll(() => server.methods.length).toBe(2)
  outbound.close()
  await expect(answer).rejects.toMatchObject(down('cut'))
})

test('a certificate counts that a known authority signed, or whose fingerprint the operator names', async () => {
  const server = await served()
  const answerAt = (url: string) =>
    wayTo(url)
      .provider('electrum-btc', { retries: 0 })(TIP)
      .then(
        ({ status }) => status,
        (error: unknown) => (error as ProviderDown).reason,
      )
  const bare = `electrum-tls://127.0.0.1:${server.port}`
  expect(await answerAt(bare)).toBe('untrusted')
  expect(await answerAt(`${bare}?sha256=${'00'.repeat(32)}`)).toBe('untrusted')
  expect(await answerAt(`${bare}?sha256=${server.fingerprint}`)).toBe(200)
  // Nothing was said to one that was not trusted.
  expect(server.methods).toHaveLength(2)
  // One that speaks without TLS is not spoken to over TLS.
  const plain = await served({ isTls: false })
  expect(await answerAt(`electrum-tls://127.0.0.1:${plain.port}`)).toBe('unreachable')
  expect(await answerAt(plain.url)).toBe(200)
})

test('a name that leads inside this network is not connected to, unless the operator names it', async () => {
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  // A server that the operator names makes no other one the operator's.
  const outbound = wayTo('electrum-tls://127.0.0.1:1', { resolve })
  await expect(outbound.provider('electrum-ltc')(TIP)).rejects.toMatchObject(down('forbidden', false))
  await expect(outbound.provider('electrum-btc', { retries: 0 })(TIP)).rejects.toMatchObject(
    down('unreachable', false),
  )
})
