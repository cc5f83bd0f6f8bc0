import { LABS_ORDERS, LABS_PERIODS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** The installation knows the assets that imports brought. */
const COINS = [
  HEADER,
  ...['BTC', 'ETH', 'ADA', 'SOL', 'LTC', 'DOT', 'XRP', 'LINK'].map(
    (coin) => `2024-01-02T10:00:00Z,buy,1,${coin},100,USD,,,Kraken,yes,${coin}`,
  ),
  '',
].join('\n')

interface Priced {
  readonly asset_id: string
  readonly ticker: string
  readonly price: string | null
  readonly price_before: string | null
}

/** An hourly price of the installation, so many hours ago. */
function priced(asset: string, hoursAgo: number, price: string) {
  const at = new Date(server.clock.now().getTime() - hoursAgo * 3_600_000)
  return withOps(server.db, (tx) =>
    tx.run(sql`
      insert into prices (id, asset_id, currency, grain, at, provider, price, fetched_at)
      values (${newId()}, ${asset}, 'USD', 'hour', ${at}, 'test', ${price}, ${at})`),
  )
}

async function idOf(get: <T>(path: string) => Promise<T>, ticker: string): Promise<string> {
  const { data } = await get<{ data: Priced[] }>(`/labs/assets?q=${ticker}`)
  return data.find((one) => one.ticker === ticker)?.asset_id ?? ''
}

test('Most Popular begins with the coins held most, whatever the length of their tickers', async () => {
  const journal = await customerWith(server)
  const own = ['X', 'SOL', 'Q', 'ETH', 'BTC'].map(
    (coin) => `2024-01-02T10:00:00Z,buy,1,${coin},100,USD,,,Kraken,yes,${coin}`,
  )
  await journal.import('own.csv', [HEADER, ...own, ''].join('\n'))
  const tickers = async (query: string) =>
    (await journal.get<{ data: Priced[] }>(`/labs/assets${query}`)).data.map(({ ticker }) => ticker)
  expect((await tickers('?order=rank')).slice(0, 3)).toEqual(['BTC', 'ETH', 'SOL'])
  expect((await tickers('?q=x&order=rank'))[0]).toBe('X')
})

test('R3.63 every period of the price chart and every order of a ranking is taken, and no other', async () => {
  const journal = await customerWith(server)
  const status = async (path: string) => (await journal.customer.request('GET', path)).status
  expect(LABS_PERIODS.map(({ value }) => value)).toEqual([
    'percentage_change_1_day',
    'percentage_change_7_days',
    'percentage_change_30_days',
    'percentage_change_1_year',
  ])
  for (const { value } of LABS_PERIODS) expect(await status(`/labs/items?period=${value}`)).toBe(200)
  expect(await status('/labs/items?period=percentage_change_2_days')).toBe(422)

  await journal.import('coins.csv', COINS)
  const listed = async (order: string) =>
    (await journal.get<{ data: { name: string }[] }>(`/labs/assets?order=${order}`)).data.map(
      ({ name }) => name,
    )
  const [ranked, named] = await Promise.all(LABS_ORDERS.map(({ value }) => listed(value)))
  expect(LABS_ORDERS.map(({ value, name }) => [value, name])).toEqual([
    ['rank', 'Most Popular'],
    ['name', 'Alphabetical'],
  ])
  expect(named).not.toEqual(ranked)
  expect(named).toEqual(named?.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
  expect(await status('/labs/assets?order=price')).toBe(422)
})

test('R8.44 R9.19 six assets can be tracked, each once, and none of another customer', async () => {
  const journal = await customerWith(server)
  const { customer, get, post } = journal
  await journal.import('coins.csv', COINS)
  const found = await get<{ data: Priced[] }>('/labs/assets')
  const seven = found.data.slice(0, 7).map(({ asset_id }) => asset_id)
  expect(new Set(seven).size).toBe(7)
  for (const asset_id of seven.slice(0, 6)) await post('/labs/items', { asset_id })
  await post('/labs/items', { asset_id: seven[0] })
  const refused = await customer.request('POST', '/labs/items', { asset_id: seven[6] })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Maximum limit reached. Delete existing to add new.' },
  })
  const items = () => get<{ data: (Priced & { id: string })[] }>('/labs/items')
  expect((await items()).data.map(({ asset_id }) => asset_id)).toEqual(seven.slice(0, 6))
  const other = await customerWith(server)
  const first = (await items()).data[0]?.id ?? ''
  await other.customer.expect(404, 'DELETE', `/labs/items/${first}`)
  expect(await other.get('/labs/items')).toMatchObject({ data: [] })
  await customer.expect(200, 'DELETE', `/labs/items/${first}`)
  await post('/labs/items', { asset_id: seven[6] })
  expect((await items()).data).toHaveLength(6)
  await customer.expect(404, 'POST', '/labs/items', { asset_id: 'no-such-asset' })
})

test('R9.20 R9.21 R9.22 R9.23 what is searched most in a day, what gained most in the period, what one has most of', async () => {
  const earlier = await customerWith(server)
  await earlier.import('coins.csv', COINS)
  const [btc, eth, ada] = [
    await idOf(earlier.get, 'BTC'),
    await idOf(earlier.get, 'ETH'),
    await idOf(earlier.get, 'ADA'),
  ]
  expect([btc, eth, ada]).not.toContain('')
  // Two days ago nobody counts any more.
  for (let n = 0; n < 3; n++) await earlier.post('/labs/searches', { asset_id: ada })
  server.clock.advance(48 * 3_600_000)
  const journal = await customerWith(server)
  const { get, post } = journal
  await priced(btc, 30, '100')
  await priced(btc, 1, '110')
  await priced(eth, 30, '10')
  await priced(eth, 1, '12')
  // Known only from long before the period: no change of this one.
  await priced(ada, 400, '1')
  await priced(ada, 1, '9')
  const other = await customerWith(server)
  await other.post('/labs/searches', { asset_id: eth })
  await post('/labs/searches', { asset_id: eth })
  await post('/labs/searches', { asset_id: btc })
  await journal.import(
    'history.csv',
    `${HEADER}
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b
2024-02-02T10:00:00Z,trade,1,ETH,0.1,BTC,,,Kraken,yes,t
`,
  )
  const lists =
    await get<Record<'trending' | 'biggest_gainers' | 'most_transacted', Priced[]>>('/labs/discover')
  expect(lists.trending).toMatchObject([
    { ticker: 'ETH', searches: 2, price: '12', price_before: '10' },
    { ticker: 'BTC', searches: 1 },
  ])
  expect(lists.biggest_gainers.map(({ ticker }) => ticker)).toEqual(['ETH', 'BTC'])
  // The line begins with the price that was known then.
  expect(lists.biggest_gainers).toMatchObject([
    { line: [{ price: '10' }, { price: '12' }] },
    { line: [{ price: '100' }, { price: '110' }] },
  ])
  expect(lists.most_transacted).toMatchObject([
    { ticker: 'BTC', transactions: 2 },
    { ticker: 'ETH', transactions: 1 },
  ])
  expect(await other.get('/labs/discover')).toMatchObject({ most_transacted: [] })
  const month = await get<typeof lists>('/labs/discover?period=percentage_change_30_days')
  expect(month.biggest_gainers.map(({ ticker }) => ticker)).not.toContain('BTC')
  const line = await get<{ points: { price: string }[]; data: Priced }>(
    `/labs/prices/${eth}?period=percentage_change_7_days`,
  )
  expect(line.points.map(({ price }) => price)).toEqual(['10', '12'])
  expect(line.data).toMatchObject({ ticker: 'ETH', price: '12', price_before: null })
})

interface Portfolio {
  readonly id: string
  readonly name: string
  readonly value: string | null
  readonly unpriced: number
  readonly compared: number
  readonly compared_value_before: string | null
  readonly assets: readonly { asset_id: string; quantity: string; value: string | null }[]
}

test('a research portfolio is valued by known prices, and what has none is in no total', async () => {
  const { customer, get, post, ...journal } = await customerWith(server)
  await journal.import('coins.csv', COINS)
  const [xrp, link] = [await idOf(get, 'XRP'), await idOf(get, 'LINK')]
  await priced(xrp, 200, '50000')
  await priced(xrp, 1, '60000.5')
  const list = async (period = 'percentage_change_7_days') =>
    (await get<{ data: Portfolio[] }>(`/labs/research_portfolios?period=${period}`)).data
  expect(await list()).toEqual([])
  const { data } = (await post('/labs/research_portfolios', { name: ' Half and half ' })) as {
    data: { id: string }
  }
  const path = `/labs/research_portfolios/${data.id}`
  const put = (asset: string, quantity: string) =>
    customer.request('PUT', `${path}/assets/${encodeURIComponent(asset)}`, { quantity })
  expect((await put(xrp, '0.3')).status).toBe(200)
  const unpriced = await withOps(server.db, (tx) =>
    tx.one<{ id: string }>(sql`
      insert into assets (id, symbol, name, kind) values ('test-no-price', 'NOPRICE', 'Never priced', 'coin')
      on conflict (id) do update set symbol = excluded.symbol returning id`),
  )
  expect((await put(unpriced.id, '7')).status).toBe(200)
  expect(await list()).toMatchObject([
    {
      name: 'Half and half',
      value: '18000.15',
      unpriced: 1,
      compared: 1,
      compared_value_before: '15000',
      assets: [
        { asset_id: xrp, quantity: '0.3', value: '18000.15' },
        { asset_id: unpriced.id, quantity: '7', value: null },
      ],
    },
  ])
  // What nobody holds is in no tax figure and no holding.
  expect(JSON.stringify(await get('/users/crypto_assets'))).not.toContain('Never priced')
  await put(xrp, '1')
  expect(await list()).toMatchObject([{ value: '60000.5' }])
  for (const [quantity, message] of [
    ['0', 'Enter a quantity above 0.'],
    ['-1', 'Enter a quantity above 0.'],
    ['much', 'Quantity: a number such as 12.5 is expected.'],
  ] as const)
    expect((await put(link, quantity)).body).toMatchObject({ fields: { quantity: message } })
  await customer.expect(200, 'DELETE', `${path}/assets/${encodeURIComponent(unpriced.id)}`)
  expect(await list()).toMatchObject([{ unpriced: 0, assets: [{ asset_id: xrp }] }])
})

test('six research portfolios, renamed, deleted and brought back, and none of another customer', async () => {
  const { customer, get, post } = await customerWith(server)
  const names = async () =>
    (await get<{ data: Portfolio[] }>('/labs/research_portfolios')).data.map(({ name }) => name)
  const add = async (name: string) => {
    server.clock.advance(1_000)
    return ((await post('/labs/research_portfolios', { name })) as { data: { id: string } }).data.id
  }
  const first = await add('1')
  for (const name of ['2', '3', '4', '5', '6']) await add(name)
  const full = { status: 409, body: { message: 'Maximum limit reached. Delete existing to add new.' } }
  expect(await customer.request('POST', '/labs/research_portfolios', { name: '7' })).toMatchObject(full)
  const path = `/labs/research_portfolios/${first}`
  expect((await customer.request('PATCH', path, { name: 'One' })).status).toBe(200)
  expect((await customer.request('PATCH', path, { name: '  ' })).body).toMatchObject({
    fields: { name: expect.stringMatching(/^Name: .* expected\.$/) as string },
  })
  await customer.expect(200, 'DELETE', path)
  expect(await names()).toEqual(['2', '3', '4', '5', '6'])
  expect((await customer.request('PATCH', path, { name: 'gone' })).status).toBe(404)
  await post(`${path}/restore`)
  expect(await names()).toEqual(['One', '2', '3', '4', '5', '6'])
  await customer.expect(404, 'POST', `${path}/restore`)
  await customer.expect(200, 'DELETE', path)
  await add('7')
  expect(await customer.request('POST', `${path}/restore`)).toMatchObject(full)

  const other = await customerWith(server)
  const theirs = await get<{ data: Portfolio[] }>('/labs/research_portfolios')
  const own = `/labs/research_portfolios/${theirs.data[0]?.id ?? ''}`
  for (const [method, at, body] of [
    ['PATCH', own, { name: 'mine' }],
    ['DELETE', own, undefined],
    ['POST', `${path}/restore`, {}],
    ['PUT', `${own}/assets/bitcoin`, { quantity: '1' }],
    ['DELETE', `${own}/assets/bitcoin`, undefined],
  ] as const)
    expect((await other.customer.request(method, at, body)).status, method).toBe(404)
  expect(await other.get('/labs/research_portfolios')).toMatchObject({ data: [] })
})
