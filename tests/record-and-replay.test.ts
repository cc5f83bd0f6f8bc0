import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from '../apps/cli/src/command-line.ts'
import type { Network } from '../apps/cli/src/io.ts'
import { terminal } from '../apps/cli/src/testing/run-command.ts'
import { esploraProvider } from '../apps/server/src/testing/providers/esplora.ts'
import { krakenHistory, krakenProvider } from '../apps/server/src/testing/providers/kraken.ts'
import { outputHistory } from '../apps/server/src/testing/providers/output-chain.ts'
import { handlersOf, replayHandlers } from '../apps/server/src/testing/providers/replay-handlers.ts'
import { type FakeProviders, serveProviders } from '../apps/server/src/testing/providers/serve.ts'
import { walkThrough } from '../apps/server/src/testing/providers/walk.ts'
import {
  addressConnector,
  type AddressAccess,
  type KeyAccess,
  keyConnector,
  parseCassette,
  type Reading,
} from '../packages/sources/src/index.ts'

const KEY = {
  apiKey: 'kr-key-of-a-person-8f3d21',
  apiSecret: Buffer.from('a secret of a person').toString('base64'),
}
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const kraken = { ...KEY, permissions: ['query-ledger'], ledger: new Map(krakenHistory(70)) }
const chain = outputHistory(ADDRESS, 30, OTHER)

let providers: FakeProviders
beforeAll(async () => {
  providers = await serveProviders({
    kraken: krakenProvider((key) => (key === KEY.apiKey ? kraken : undefined)),
    esplora: esploraProvider(chain),
  })
})
afterAll(() => providers.close())

/** A terminal with a network that leads to the providers of this test. */
function online(environment: Readonly<Record<string, string>> = {}) {
  const made = terminal({ 'key.json': JSON.stringify(KEY) })
  const network: Network = {
    environment: (name) => ({ PROVIDERS_URL: providers.url, ...environment })[name],
    wait: async () => undefined,
    now: made.io.now,
    async send(url, request) {
      const answer = await fetch(url, { ...request, redirect: 'manual' })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    },
  }
  return { ...made, io: { ...made.io, network } }
}

const A_MONTH_LATER = Date.UTC(2026, 7, 1)
const eventsOf = ({ transactions }: Reading) =>
  transactions.map(({ at, type, from, to, fee }) => [at, type, from?.amount, to?.amount, fee?.amount])

describe('a key of an exchange', () => {
  test('is recorded without it, and replayed to the same journal for a server whose clock is later', async () => {
    const { io, printed, named } = online()
    expect([
      await runCommandLine(['record-connection', 'kraken', '--key', 'key.json', '--out', 'kraken.jsonl'], io),
      printed.err,
    ]).toEqual([0, ''])
    expect(printed.out).toMatch(/^kraken\.jsonl: 71 events, replayed to the same history/)
    const text = named('kraken')
    for (const own of [KEY.apiKey, KEY.apiSecret]) expect(text).not.toContain(own)
    const words = new Set(text.match(/[\w.-]+/g))
    const told = [...kraken.ledger].flatMap(([id, { amount, refid, balance }]) => [
      id,
      refid,
      amount,
      balance,
    ])
    expect(told.filter((word) => word.replace(/^-|0+$/g, '').length > 5 && words.has(word))).toEqual([])

    expect([await runCommandLine(['check-recording', 'kraken.jsonl'], io), printed.err]).toEqual([0, ''])
    const access = { ...KEY, passphrase: '', keyName: '', privateKey: '' } satisfies KeyAccess
    const connector = keyConnector('kraken')
    if (connector === undefined) throw new Error('no connector')
    const recording = parseCassette('kraken.jsonl', text)
    const walk = { handlers: handlersOf(recording), now: A_MONTH_LATER }
    const { pages } = await walkThrough(connector, access, walk)
    const read = connector.read(pages, null)
    expect(read.errors).toEqual([])
    expect(read.transactions.length).toBe(71)
    const expected = recording.expected.map((line) => line['event']).filter((at) => typeof at === 'string')
    expect(
      eventsOf(read)
        .map(([at]) => new Date(Number(at)).toISOString())
        .toSorted(),
    ).toEqual(expected.toSorted())
  })

  test('is refused as the provider refuses it, and nothing is written', async () => {
    const { io, printed, written } = online({
      LOTBOOK_API_KEY: 'another key',
      LOTBOOK_API_SECRET: 'c2VjcmV0',
    })
    expect(await runCommandLine(['record-connection', 'kraken', '--out', 'kraken.jsonl'], io)).toBe(1)
    expect(printed.err).toMatch(/^kraken: EAPI:Invalid key/)
    expect(written.size).toBe(0)
  })
})

test('an address of a chain is recorded under another one, and replayed to the same journal', async () => {
  const { io, printed, named } = online()
  const args = ['record-connection', 'bitcoin', '--address', ADDRESS, '--out', 'bitcoin.jsonl']
  expect([await runCommandLine(args, io), printed.err]).toEqual([0, ''])
  const text = named('bitcoin')
  for (const own of [ADDRESS, OTHER, ...chain.map(({ txid }) => txid)]) expect(text).not.toContain(own)

  const folder = await mkdtemp(join(tmpdir(), 'lotbook-recording-'))
  const path = join(folder, 'bitcoin.jsonl')
  try {
    await writeFile(path, text)
    const recording = parseCassette(path, await readFile(path, 'utf8'))
    const address = recording.head.access['address'] ?? ''
    const access: AddressAccess = { chain: 'bitcoin', address, isExtendedKey: false }
    const connector = addressConnector('bitcoin')
    if (connector === undefined) throw new Error('no connector')
    const replayed = await serveProviders(await replayHandlers(path))
    const handlers = handlersOf(recording)
    const { pages } = await walkThrough(connector, access, { handlers, now: A_MONTH_LATER })
    const read = connector.read(pages, access)
    const answer = await fetch(`${replayed.url}/esplora/api/address/${address}`)
    await replayed.close()
    expect([answer.status, read.errors]).toEqual([200, []])
    expect(eventsOf(read).length).toBe(recording.expected.filter((line) => 'event' in line).length)
  } finally {
    await rm(folder, { recursive: true })
  }
})

const CASSETTES = join(import.meta.dirname, '../packages/sources/fixtures/cassettes')

test.each(['kraken-ledger', 'kucoin-spot', 'mexc-spot', 'poloniex-spot'])(
  '%s is served to a server whose clock is three weeks later',
  async (name) => {
    const path = join(CASSETTES, `${name}.jsonl`)
    const { head, expected } = parseCassette(path, await readFile(path, 'utf8'))
    const connector = keyConnector(head.connector)
    if (connector === undefined) throw new Error('no connector')
    const access = { apiKey: '', apiSecret: '', passphrase: '', keyName: '', privateKey: '', ...head.access }
    const now = head.madeAt + 21 * 86_400_000
    const { pages } = await walkThrough(connector, access, { handlers: await replayHandlers(path), now })
    const read = connector.read(pages, null)
    expect([read.errors, read.transactions.length]).toEqual([
      [],
      expected.filter((line) => 'event' in line).length,
    ])
  },
)

test.each([
  [[], 2, 'Usage: lotbook record-connection'],
  [['nobody', '--address', ADDRESS, '--out', 'x'], 1, 'nobody: there is no connection by address.'],
  [['kraken', '--key', 'missing.json', '--out', 'x'], 1, 'missing.json: The file cannot be opened.'],
  [['kraken', '--out', 'x'], 1, 'No key and no address was given.'],
])('what cannot be recorded is said: %j', async (args, code, message) => {
  const { io, printed } = online()
  expect(await runCommandLine(['record-connection', ...args], io)).toBe(code)
  expect(printed.err).toContain(message)
})
