import type { Source } from '@lotbook/contract'
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
  expect((await support('kucoin')).unsupported).toEqual([])
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

test('who is not signed in sees the best known sources of the installation, none of them closed', async () => {
  const { data } = (await server.client().expect(200, 'GET', '/exchanges/offered')) as {
    data: { kind: string; total: number; best_known: { slug: string }[] }[]
  }
  expect(data.map(({ kind }) => kind)).toEqual(['exchange', 'wallet', 'blockchain'])
  for (const { total, best_known } of data) expect(total).toBeGreaterThanOrEqual(best_known.length)
  const shown = data.flatMap(({ best_known }) => best_known.map(({ slug }) => slug))
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
