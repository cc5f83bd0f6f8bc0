import type { AddressFound, Source } from '@lotbook/contract'
import { allSources, sourceBySlug } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { withoutSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('R7.5 R3.7 a source by its slug: the fields of a source, and what its API supports and does not', async () => {
  const customer = await server.customer()
  const of = async (slug: string) =>
    ((await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as { data: Source }).data
  expect(await of('kraken')).toMatchObject({
    id: 'kraken',
    slug: 'kraken',
    value: 'kraken',
    name: 'Kraken',
    api: true,
    csv: true,
    oauth: false,
    address: false,
    pass_phrase: false,
  })
  const support = async (slug: string) => (await of(slug)).api_support
  expect(await support('ascendex')).toEqual({
    supported: ['Deposits', 'Withdrawals', 'Fees'],
    unsupported: ['Trades'],
  })
  expect(await support('bittrex')).toMatchObject({ unsupported: ['Trades'] })
  expect(await support('liquid')).toMatchObject({ unsupported: ['Fees'] })
  expect((await support('kucoin')).unsupported).toEqual(['Rewards'])
  await customer.expect(404, 'GET', '/imports/v1/exchanges/nowhere')
})

test('a search is kept when the browser says that it rested, without who it was; asking keeps nothing', async () => {
  const customer = await server.customer()
  const kept = () =>
    withoutSubject(server.db, (tx) => tx.all<{ term: string }>(sql`select term from searches order by id`))
  await customer.expect(200, 'GET', '/imports/v1/exchanges/search?q=kraken')
  expect(await kept()).toEqual([])
  await customer.expect(200, 'POST', '/searches', { q: ' Kraken ' })
  expect(await kept()).toEqual([{ term: 'kraken' }])
  await customer.expect(422, 'POST', '/searches', { q: ' ' })
})

test('an address or a secret that was typed into the search is kept nowhere', async () => {
  const customer = await server.customer()
  const kept = () =>
    withoutSubject(server.db, (tx) => tx.all<{ term: string }>(sql`select term from searches order by id`))
  const before = await kept()
  await customer.expect(200, 'POST', '/searches', { q: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })
  await customer.expect(200, 'POST', '/searches', {
    q: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  })
  expect(await kept()).toEqual(before)
  await customer.expect(200, 'POST', '/searches', { q: 'gemini' })
  expect(await kept()).toEqual([...before, { term: 'gemini' }])
})

test('an address leads to its chains, and each says whether files of it can be read', async () => {
  const customer = await server.customer()
  const find = async (text: string) =>
    ((await customer.expect(200, 'POST', '/addresses/find', { text })) as { data: AddressFound }).data

  const evm = await find(' 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe ')
  expect(evm).toMatchObject({ outcome: 'address', message: null, is_extended_key: false })
  expect(evm.chains.map(({ slug, csv }) => [slug, csv])).toEqual([
    ['ethereum', true],
    ['avalanche', true],
    ['bsc', true],
    ['polygon', true],
    ['arbitrum', true],
    ['base', true],
    ['ethereum-classic', false],
    ['optimism', true],
    ['blast', true],
  ])
  expect(evm.chains[0]?.explorer_url).toBe(
    'https://etherscan.io/address/0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
  )
  expect((await find('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).chains.map(({ slug }) => slug)).toEqual([
    'bitcoin',
    'bitcoin-cash',
  ])
  const key = await find(
    'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
  )
  expect(key).toMatchObject({ outcome: 'address', is_extended_key: true })
  expect(key.chains.map(({ explorer_url }) => explorer_url)).toEqual(key.chains.map(() => null))

  const secret = await find('5KJvsngHeMpm884wtkJNzQGaCErckhHJBGFsvd3VyK5qMZXj3hS')
  expect(secret).toMatchObject({ outcome: 'secret', chains: [] })
  expect(secret.message).toContain('Never give it to anyone')
  expect(secret.message).not.toContain('5KJv')
  expect(await find('0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAE')).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('checksum') as string,
  })
  expect(await find('kraken')).toMatchObject({ outcome: 'unknown', chains: [] })
})

test('R1.49 R1.50 R1.51 R3.7 what is said of a source is data of it: warnings, what its API supports, and the files that are read', async () => {
  const customer = await server.customer()
  const of = async (slug: string) =>
    ((await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as { data: Source }).data
  for (const source of allSources().filter(({ warnings }) => warnings.length > 0))
    expect((await of(source.slug)).warnings, source.slug).toEqual(source.warnings)
  expect((await of('ascendex')).api_support.unsupported).toEqual(['Trades'])
  expect((await of('bittrex')).api_support.unsupported).toEqual(['Trades'])
  expect((await of('liquid')).api_support.unsupported).toEqual(['Fees'])
  expect(await of('kraken')).toMatchObject({ csv: true, files_read: ['Kraken ledgers', 'Kraken trades'] })
  // It has an export, which nothing reads yet: neither the way nor its steps are promised.
  expect(await of('webull')).toMatchObject({ csv: false, files_read: [], help: { csv: [] } })
  expect((await of('polygon')).help.csv[0]).toBe('Open polygonscan.com and look up your address')
})

test('R1.32 each source that is connected by key has help of its own on how to make one that only reads', async () => {
  const customer = await server.customer()
  const { data } = (await customer.expect(200, 'GET', '/exchanges/')) as {
    data: { slug: string; name: string; api: boolean }[]
  }
  const byKey = data.filter(({ api }) => api)
  expect(byKey.length).toBeGreaterThan(10)
  const texts = new Map<string, string>()
  for (const { slug, name } of byKey) {
    const of = (await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as { data: Source }
    const help = of.data.help.api.join(' ')
    expect(help, slug).toMatch(/\bread|\bview|\bquery|\bauditor|no permissions ticked|scopes/i)
    expect(help, slug).toMatch(/API|key/i)
    expect(sourceBySlug(slug)?.help_specific, slug).toBe(true)
    // The name alone makes no help of its own.
    const text = help.replaceAll(name, '')
    expect(texts.get(text), slug).toBeUndefined()
    texts.set(text, slug)
  }
})

test('who is not signed in sees the best known sources of the installation, none of them closed', async () => {
  const { data } = (await server.client().expect(200, 'GET', '/exchanges/offered')) as {
    data: { kind: string; total: number; best_known: { slug: string; csv: boolean; live: boolean }[] }[]
  }
  expect(data.map(({ kind }) => kind)).toEqual(['exchange', 'wallet', 'blockchain'])
  for (const { total, best_known } of data) expect(total).toBeGreaterThanOrEqual(best_known.length)
  const best = data.flatMap(({ best_known }) => best_known)
  expect(best.find(({ slug }) => slug === 'kraken')).toMatchObject({ csv: true, live: true })
  expect(best.find(({ slug }) => slug === 'bitcoin')).toMatchObject({ live: true })
  const shown = best.map(({ slug }) => slug)
  expect(shown).toContain('kraken')
  expect(shown).not.toContain('bittrex')
  expect(shown).not.toContain('wallet-address')
})

test('logos: anybody loads them, an address keeps its picture for ever, and one that is opened runs nothing', async () => {
  const get = (url: string) => server.app.inject({ method: 'GET', url })
  const index = (await get('/logos/index.json')).json<{
    version: string
    sources: string[]
    coins: string[]
  }>()
  expect(index.sources).toContain('kraken')
  expect(index.coins).toContain('BTC')

  const customer = await server.customer()
  const imageOf = async (slug: string) =>
    ((await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as { data: Source }).data.image_url
  const url = `/logos/${index.version}/sources/kraken.svg`
  expect(await imageOf('kraken')).toBe(url)
  expect(await imageOf('bittrex')).toBeNull()

  const picture = await get(url)
  expect(picture).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
  expect(picture.body).toMatch(/^<svg /)

  for (const missing of [
    '/logos/0/sources/kraken.svg',
    `/logos/${index.version}/sources/bittrex.svg`,
    `/logos/${index.version}/coins/ethereum%3A0xabc.svg`,
    `/logos/${index.version}/constructor/kraken.svg`,
    `/logos/${index.version}/sources/..%2F..%2Fpackage.svg`,
  ])
    expect((await get(missing)).statusCode, missing).toBe(404)
})
