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
