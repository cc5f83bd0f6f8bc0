import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isProviderName, type ProviderName, PROVIDERS } from '../connecting/providers.ts'
import { cassetteText, parseCassette } from '../connecting/cassette.ts'
import { checkCassette } from './check-cassette.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/cassettes')

/** Cassettes whose connector does not read its answers yet as they are meant, each with the reason. */
const OPEN: Readonly<Record<string, string>> = {}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
const cassetteOf = (file: string) => parseCassette(file, readFileSync(join(FOLDER, file), 'utf8'))

/** Providers without a cassette: those that are read by the code of another one that has one, and those that no connector asks. */
const SPEAKS_LIKE: Partial<Record<ProviderName, ProviderName>> = {
  'bybit-eu': 'bybit',
  'bybit-id': 'bybit',
  'okx-eea': 'okx',
  'okx-us': 'okx',
  'gate-eu': 'gate',
  bequant: 'hitbtc',
  fmfw: 'hitbtc',
  'blockscout-arb': 'blockscout',
  'blockscout-blast': 'blockscout',
  'blockscout-etc': 'blockscout',
  'blockscout-eth': 'blockscout',
  'blockscout-matic': 'blockscout',
  'blockscout-one': 'blockscout',
  'blockbook-bch': 'blockbook-ltc',
  'blockbook-btg': 'blockbook-ltc',
  'blockbook-dash': 'blockbook-ltc',
  'blockbook-dgb': 'blockbook-ltc',
  'blockbook-doge': 'blockbook-ltc',
  'blockbook-sys': 'blockbook-ltc',
  'blockbook-vtc': 'blockbook-ltc',
  'blockbook-zec': 'blockbook-ltc',
  'electrum-btc': 'electrum-bch',
  'electrum-btg': 'electrum-bch',
  'electrum-dgb': 'electrum-bch',
  'electrum-doge': 'electrum-bch',
  'electrum-ltc': 'electrum-bch',
  'electrum-sys': 'electrum-bch',
  'electrum-vtc': 'electrum-bch',
  'electrum-zec': 'electrum-bch',
  blockstream: 'esplora',
  litecoinspace: 'esplora',
  'insight-rdd': 'insight-dcr',
  'insight-xvg': 'insight-dcr',
}
const NO_HISTORY: Partial<Record<ProviderName, string>> = {
  'blink-auth': 'a sign-in for a key, before there is a connection',
  'coinbase-oauth': 'the grant, before there is a connection',
  irs: 'forms, and no answers of a history',
  'filing-partner': 'returns that are sent, and no answers of a history',
  stripe: 'payments to the operator',
}

test('every provider that a history or price depends on has a cassette', () => {
  const answered = new Set(files.flatMap((file) => cassetteOf(file).answers.map(({ provider }) => provider)))
  const spoken = (provider: ProviderName) => answered.has(SPEAKS_LIKE[provider] ?? provider)
  const all = Object.keys(PROVIDERS).filter(isProviderName)
  expect(all.filter((provider) => !(provider in NO_HISTORY) && !spoken(provider))).toEqual([])
  const excused = all.filter((provider) => provider in SPEAKS_LIKE || provider in NO_HISTORY)
  expect(excused.filter((provider) => answered.has(provider))).toEqual([])
})

test('every open cassette is one', () => {
  expect(Object.keys(OPEN).filter((file) => !files.includes(file))).toEqual([])
})

describe.each(files)('%s', (file) => {
  test.skipIf(file in OPEN)('is read as it says', async () => {
    const { problems } = await checkCassette(cassetteOf(file))
    expect(problems).toEqual([])
  })

  test('is written as the writer writes it, and expects something', () => {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const cassette = parseCassette(file, text)
    expect(cassetteText(cassette)).toBe(text)
    expect(cassette.expected.length).toBeGreaterThan(0)
  })
})
