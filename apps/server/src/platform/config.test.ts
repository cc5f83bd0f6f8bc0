import { OPERATOR_KEYS } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { downloadHeaders, securityHeaders } from './headers.ts'

test('without a word the server is on loopback with its own database', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    isSecure: false,
  })
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the document of the API is there for anybody unless it is turned off', () => {
  expect(readConfig({}).hasDocs).toBe(true)
  expect(readConfig({ LOTBOOK_ORIGIN: 'https://taxes.example' }).hasDocs).toBe(true)
  expect(readConfig({ LOTBOOK_DOCS: '0' }).hasDocs).toBe(false)
})

test('the outbox is open in the browser where it is asked for, on this machine alone', () => {
  const asked = { OUTBOX: 'open' }
  expect(readConfig({}).isOutboxOpen).toBe(false)
  expect(readConfig(asked).isOutboxOpen).toBe(true)
  expect(readConfig({ ...asked, LOTBOOK_TRUSTED_PROXIES: '1' }).isOutboxOpen).toBe(false)
  expect(readConfig({ ...asked, LOTBOOK_ORIGIN: 'https://taxes.example' }).isOutboxOpen).toBe(false)
  expect(readConfig({ ...asked, SMTP_URL: 'smtp://mail.example' }).isOutboxOpen).toBe(false)
})

test('a filing partner needs its name, its key and an address that nobody reads on the way', () => {
  const whole = {
    FILING_PARTNER_NAME: 'Example Filing',
    FILING_PARTNER_KEY: 'partner-key-4711',
    FILING_PARTNER_URL: 'https://filing.example/api/',
  }
  expect(readConfig({}).filingPartner).toBeUndefined()
  expect(readConfig(whole)).toMatchObject({
    filingPartner: { name: 'Example Filing', url: 'https://filing.example/api' },
    providerUrls: { 'filing-partner': 'https://filing.example/api' },
  })
  for (const wrong of [
    { FILING_PARTNER_URL: 'http://filing.example' },
    { FILING_PARTNER_KEY: '' },
    { FILING_PARTNER_NAME: '' },
  ])
    expect(() => readConfig({ ...whole, ...wrong })).toThrow(/FILING_PARTNER_URL/)
})

test('every variable that is wrong is named', () => {
  expect(() => readConfig({ PORT: 'x', LOTBOOK_ROLE: 'boss', DATABASE_URL: 'mysql://a' })).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*LOTBOOK_ROLE/,
  )
})

test('providers are where the product knows them, unless the operator says otherwise', () => {
  expect(readConfig({})).toMatchObject({ providersUrl: undefined, providerUrls: {} })
  expect(
    readConfig({
      PROVIDERS_URL: 'http://127.0.0.1:4000/',
      PROVIDER_URLS: 'esplora=http://node.lan:3000/api/, kraken=https://a.example/?a=b',
    }),
  ).toMatchObject({
    providersUrl: 'http://127.0.0.1:4000',
    providerUrls: { esplora: 'http://node.lan:3000/api', kraken: 'https://a.example/?a=b' },
  })
  // Keys are sent there.
  expect(() => readConfig({ PROVIDERS_URL: 'http://providers.example' })).toThrow(/PROVIDERS_URL/)
  expect(() => readConfig({ PROVIDER_URLS: 'krakn=https://a.example' })).toThrow(/PROVIDER_URLS/)
  expect(() => readConfig({ PROVIDER_URLS: 'kraken' })).toThrow(/PROVIDER_URLS/)
})

test("an Electrum server of the operator's is named by its own scheme, with the fingerprint of its certificate", () => {
  const print = 'AB:CD:'.repeat(15) + 'AB:CD'
  const named = (url: string) => readConfig({ PROVIDER_URLS: url }).providerUrls
  const tls = `electrum-tls://node.lan:50002?sha256=${print}`
  expect(named(`electrum-btc=${tls},electrum-ltc=electrum-tcp://10.0.0.7:50001`)).toEqual({
    'electrum-btc': tls,
    'electrum-ltc': 'electrum-tcp://10.0.0.7:50001',
  })
  expect(named('electrum-bch=electrum-tls://[fd00::1]')).toEqual({
    'electrum-bch': 'electrum-tls://[fd00::1]',
  })
  for (const [url, reason] of [
    ['electrum-btc=https://node.lan', /electrum-btc: expected electrum-tls:\/\/host:50002/],
    ['electrum-btc=electrum-tls://', /electrum-btc: expected electrum-tls:\/\/host:50002/],
    ['electrum-btc=electrum-tls://me:secret@node.lan:50002', /electrum-btc: expected electrum-tls/],
    ['electrum-btc=electrum-tls://node.lan:50002/path', /electrum-btc: expected electrum-tls/],
    ['electrum-btc=electrum-tls://node.lan:50002?sha256=abc', /fingerprint of the certificate, in 64/],
    [`electrum-btc=electrum-tls://node.lan:50002?sha1=${print}`, /nothing behind the port but/],
    [`electrum-btc=electrum-tcp://node.lan:50001?sha256=${print}`, /nothing is encrypted/],
    ['esplora=electrum-tls://node.lan:50002', /esplora: expected an address that begins with http/],
  ] as const)
    expect(() => named(url), url).toThrow(reason)
})

test('who is asked for prices, and in which order, is up to the operator', () => {
  expect(readConfig({}).priceProviders).toEqual([
    'coinbase-exchange',
    'kraken',
    'binance-data',
    'defillama',
    'ecb',
  ])
  expect(readConfig({ PRICE_PROVIDERS: 'none' }).priceProviders).toEqual([])
  expect(readConfig({ PRICE_PROVIDERS: 'ecb, kraken' }).priceProviders).toEqual(['ecb', 'kraken'])
  // Its prices take a license; the history of a customer does not.
  expect(() => readConfig({ PRICE_PROVIDERS: 'bitstamp' })).toThrow(/PRICE_PROVIDERS/)
  expect(() => readConfig({ PRICE_PROVIDERS: 'etherscan' })).toThrow(/PRICE_PROVIDERS.*coinbase-exchange/)
  expect(() => readConfig({ PRICE_PROVIDERS: 'ecb,ecb' })).toThrow(/PRICE_PROVIDERS/)
})

test('reached from outside, it wants TLS in front', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/LOTBOOK_ORIGIN/)
  expect(() => readConfig({ HOST: '0.0.0.0', LOTBOOK_ORIGIN: 'http://taxes.example' })).toThrow(
    /LOTBOOK_ORIGIN/,
  )
  const config = readConfig({ HOST: '0.0.0.0', LOTBOOK_ORIGIN: 'https://taxes.example/' })
  expect(config).toMatchObject({ isSecure: true, origins: ['https://taxes.example'] })
  const headers = securityHeaders(config, 'taxes.example')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(headers['content-security-policy']).toMatch(
    /connect-src 'self' wss:\/\/taxes\.example;.*upgrade-insecure-requests$/,
  )
})

test.each([
  ['plain.csv', `attachment; filename="plain.csv"; filename*=UTF-8''plain.csv`],
  [
    'a"b\r\nSet-Cookie: x.csv',
    `attachment; filename="a_b__Set-Cookie: x.csv"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x.csv`,
  ],
  ['gn\u202Efdp.exe', `attachment; filename="gn_fdp.exe"; filename*=UTF-8''gn_fdp.exe`],
  ['Zürich (1).csv', `attachment; filename="Z_rich (1).csv"; filename*=UTF-8''Z%C3%BCrich%20%281%29.csv`],
])('SD6 a download named %j cannot end its header', (name, header) => {
  expect(downloadHeaders(name, 'text/csv')['content-disposition']).toBe(header)
})

test("the key of an explorer is the operator's secret", () => {
  const { providerKeys } = readConfig({ ETHERSCAN_API_KEY: 'ABCDEFGHIJ12' })
  expect(providerKeys.etherscan?.reveal()).toBe('ABCDEFGHIJ12')
  expect(JSON.stringify(providerKeys)).not.toContain('ABCDEFGHIJ12')
  // Some are a UUID, others a token in three parts.
  const keys = {
    TRONGRID_API_KEY: '25f66928-0b70-48cd-9ac6',
    KOIOS_API_KEY: 'eyJhbGciOi.eyJhZGRyIjoi.x-y_z',
    HELIUS_API_KEY: 'b8a1c2d3-4e5f',
  }
  const optional = readConfig(keys).providerKeys
  expect([optional.trongrid, optional.koios, optional.solana].map((key) => key?.reveal())).toEqual(
    Object.values(keys),
  )
  expect(() => readConfig({ ETHERSCAN_API_KEY: 'two words' })).toThrow('ETHERSCAN_API_KEY')
  expect(readConfig({ SUBSCAN_API_KEY: 'ABCDEFGHIJ12' }).providerKeys['subscan-hub']?.reveal()).toBe(
    'ABCDEFGHIJ12',
  )
})

test('each provider that takes a key of the operator’s has it from the variable that its entry names', () => {
  for (const [name, { variable }] of Object.entries(OPERATOR_KEYS)) {
    const { providerKeys } = readConfig({ [variable]: 'ABCDEFGHIJ12' })
    expect(providerKeys, name).toHaveProperty(name)
  }
})

test('a pooler is named by its mode or by the way past it, and needs the address of itself', () => {
  const url = 'postgresql://app@pooler/lotbook'
  const directUrl = 'postgresql://app@database/lotbook'
  const poolerOf = (env: Record<string, string>) => readConfig({ DATABASE_URL: url, ...env }).pooler
  expect(poolerOf({})).toBeUndefined()
  expect(poolerOf({ DATABASE_POOLER: 'none' })).toBeUndefined()
  expect(poolerOf({ DATABASE_POOLER: 'transaction' })).toEqual({ directUrl: undefined })
  expect(poolerOf({ DATABASE_DIRECT_URL: directUrl })).toEqual({ directUrl })
  expect(() => poolerOf({ DATABASE_POOLER: 'statement' })).toThrow(/DATABASE_POOLER/)
  expect(() => poolerOf({ DATABASE_POOLER: 'none', DATABASE_DIRECT_URL: directUrl })).toThrow(
    /DATABASE_DIRECT_URL: is for/,
  )
  expect(() => readConfig({ DATABASE_POOLER: 'transaction' })).toThrow(/DATABASE_POOLER: needs DATABASE_URL/)
})
