import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Cassette, parseCassette } from '../connecting/cassette.ts'
import { nearestAnswer } from '../connecting/nearest-answer.ts'
import type { ProviderName } from '../connecting/providers.ts'
import { stableRequest } from '../connecting/stable-request.ts'
import type { Ask } from '../connecting/ask.ts'
import { recordConnection } from './record-connection.ts'
import { redactor } from './redactor.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/cassettes')
/** One of each way of signing, paging and spelling; with LOTBOOK_RUNS every one but those of a provider that asks for the operator's key. */
const SOME =
  /^(?:kraken-|coinbase-by-key|bitstamp-|okx-|bitfinex-|htx-|robinhood-|blink-|bitcoin-esplora|avalanche-|cardano-|solana-|tron-|xrp-|neo-|ontology-)/
const LEFT_OUT = /^prices-|^ethereum-etherscan|^base-|^polkadot|-blockbook/
const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.jsonl') && !LEFT_OUT.test(file))
  .filter((file) => process.env['LOTBOOK_RUNS'] !== undefined || SOME.test(file))
const cassetteOf = (file: string) => parseCassette(file, readFileSync(join(FOLDER, file), 'utf8'))

/** A provider that gives the answers of a cassette as often as they are asked for. */
function providerOf({ answers }: Cassette): (provider: ProviderName) => Ask {
  return (provider) => async (made) => {
    const asked = stableRequest(provider, typeof made === 'function' ? await made() : made)
    const own = answers.filter((answer) => answer.provider === provider)
    const same = own.find(({ path, body }) => path === asked.path && body === asked.body)
    const found =
      same ??
      nearestAnswer(
        own.filter(({ path, body }) => `${path}${body}`.includes('*')),
        asked,
      )
    return found === undefined
      ? { status: 404, headers: {}, text: '{}' }
      : { status: found.status, headers: {}, text: found.text }
  }
}

const ofAPerson = (field: string, text: string): string => {
  if (field === 'apiSecret') return Buffer.from('the secret of a person').toString('base64')
  return text.startsWith('account-') ? 'account-Xy12ofAPerson98' : `ofAPerson${field}1234567`
}

/** Keys of a person, in the form that the connector of a cassette asks for. */
const ownAccess = ({ head }: Cassette): Record<string, string> =>
  Object.fromEntries(
    Object.entries(head.access).map(([field, text]) => {
      if (field === 'address') return [field, text]
      if (text === 'generate:p256') {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        return [field, privateKey.export({ type: 'sec1', format: 'pem' }).toString()]
      }
      if (text === 'generate:ed25519')
        return [field, Buffer.from("a seed that is a person's own...").toString('base64')]
      return [field, ofAPerson(field, text)]
    }),
  )

test.each(files)(
  '%s is told on without what tells of its owner, and reads as the same history',
  async (file) => {
    const cassette = cassetteOf(file)
    const { connector, method, madeAt: now } = cassette.head
    if (method === 'prices') throw new Error('no connection')
    const access = ownAccess(cassette)
    const own = { connector, method, access, ask: providerOf(cassette), now, seed: 'the same each time' }
    const recorded = await recordConnection(own)
    if (recorded.outcome !== 'recorded') throw new Error(recorded.reasons.join('\n'))
    for (const secret of Object.values(access)) expect(recorded.text).not.toContain(secret)
    const { head, expected } = parseCassette(file, recorded.text)
    const events = (lines: Cassette['expected']) => lines.filter((line) => 'event' in line).length
    expect([head.kind, events(expected)]).toEqual(['redacted', events(cassette.expected)])
  },
)

const replace = redactor('a seed', 371n, [], [])

test.each([
  // Signs, zeros, decimals and sums hold; prices, moments, words and small numbers stay.
  [
    '{"amount":"-24.5000","fee": 0.049,"zero":"0.000"}',
    '{"amount":"-9089.5000","fee": 18.179,"zero":"0.000"}',
  ],
  [
    '{"price":"40000.5","time":1736425800.1106,"status":6}',
    '{"price":"40000.5","time":1736425800.1106,"status":6}',
  ],
  ['{"quantity":"1.5000 EOS","decimals":18}', '{"quantity":"556.5000 EOS","decimals":18}'],
  ['{"value":"0x64"}', '{"value":"0x90ec"}'],
])('%s becomes %s', (text, other) => {
  expect(replace.answer(text)).toBe(other)
})

test('an address in two spellings stays one address, and one inside of a longer number too', () => {
  const [mixed, lower] = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886e0f7030069857d2e4169ee7',
  ]
  const padded = `0x${lower.slice(2).padStart(64, '0')}`
  const text = replace.answer(JSON.stringify({ from: lower, to: mixed, topics: [padded] }))
  const { from, to, topics } = JSON.parse(text) as { from: string; to: string; topics: string[] }
  expect(to.toLowerCase()).toBe(from)
  expect(from).not.toBe(lower)
  expect(topics).toEqual([`0x${from.slice(2).padStart(64, '0')}`])
})
