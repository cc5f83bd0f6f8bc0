import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Outbound, type OutboundOptions } from './outbound.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }
const ADDRESS = 'https://hooks.example.com/lotbook?a=1'

/** The way out of a server in the open Internet, whose names lead where they are told to. */
function outside(resolve: NonNullable<OutboundOptions['resolve']>) {
  const outbound = new Outbound({ config: { providersUrl: undefined, providerUrls: {} }, resolve })
  ended.push(() => outbound.close())
  return outbound
}

const leadsTo = (...addresses: string[]) =>
  outside(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

/** The way out beside one server of this machine that stands in for everybody else. */
async function standingIn(answer: RequestListener, limits: OutboundOptions['limits'] = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const providersUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = new Outbound({ config: { providersUrl, providerUrls: {} }, limits })
  ended.push(
    () => outbound.close(),
    () => {
      server.closeAllConnections()
      server.close()
    },
  )
  return { outbound, asked }
}

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'javascript:alert(1)',
  'hooks.example.com',
  '//hooks.example.com',
  'https://hooks.example.com:8443/',
  'https://user:secret@hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://lotbook.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  `https://hooks.example.com/${'a'.repeat(500)}`,
])('%s is no address that messages go to', async (address) => {
  const outbound = leadsTo('93.184.215.14')
  expect(await outbound.problemOfAddress(address)).toMatch(/^Enter /)
  expect(await outbound.deliver(address, message)).toEqual({ reason: 'forbidden' })
})

test.each([
  ['the loopback', ['127.0.0.1']],
  ['a private network', ['10.1.2.3']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['this machine in IPv6', ['::1']],
  ['a mapped address', ['::ffff:10.0.0.1']],
  ['one of several inside', ['93.184.215.14', '192.168.0.5']],
])('a name that leads to %s is refused when it is named and when it is sent to', async (_, addresses) => {
  const outbound = leadsTo(...addresses)
  expect(await outbound.problemOfAddress(ADDRESS)).toBe('Enter an address on the public Internet.')
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ reason: 'forbidden' })
})

test('a name that leads outside when it is named and inside when it is sent to leads nowhere', async () => {
  let asked = 0
  const outbound = outside(async () => [
    { address: (asked += 1) === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 },
  ])
  expect(await outbound.problemOfAddress(ADDRESS)).toBeUndefined()
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ reason: 'forbidden' })
})

test('a name that there is not is said', async () => {
  const outbound = outside(() => Promise.reject(new Error('ENOTFOUND')))
  expect(await outbound.problemOfAddress(ADDRESS)).toBe('This address cannot be found.')
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ reason: 'unreachable' })
})

test('a redirect into this network is an answer like any other, and is not followed', async () => {
  const { outbound, asked } = await standingIn((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end()
  })
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ status: 302 })
  expect(asked).toEqual(['POST /webhooks/hooks.example.com/lotbook?a=1'])
})

test('who never answers is waited for no longer than a moment, and once', async () => {
  const { outbound, asked } = await standingIn(() => {}, { headersMs: 30 })
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ reason: 'timeout' })
  expect(asked).toHaveLength(1)
})

test('of a long answer no more is read than its beginning', async () => {
  const { outbound } = await standingIn((_, response) => response.end('x'.repeat(200_000)))
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ reason: 'too-large' })
})

test('an answer of failure is an outcome', async () => {
  const { outbound } = await standingIn((_, response) => response.writeHead(500).end())
  expect(await outbound.deliver(ADDRESS, message)).toEqual({ status: 500 })
})
