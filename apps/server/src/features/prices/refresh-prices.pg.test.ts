import type { PricedAsset } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { type Closes, priceHandlers } from '../../testing/providers/price-handlers.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'
import { startPriceRefresh } from './refresh-prices.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
// The next noon: an hour before midnight, an hour later is a day later. A clock behind the database's would have what waits an hour be due at
// once, again and again.
const NOON = Date.now() + ((DAY_MS * 1.5 - (Date.now() % DAY_MS)) % DAY_MS)
const dayBefore = (days: number) => new Date(NOON - days * DAY_MS).toISOString().slice(0, 10)
const closes = (...prices: string[]): Closes[string] =>
  Object.fromEntries(prices.map((price, days) => [dayBefore(days), price]))

const providers = await serveProviders(
  priceHandlers({
    'coinbase-exchange': { 'DOT-USD': closes('8.5', '8.25', '8', '7'), 'BTC-USD': closes('100', '90') },
  }),
)
afterAll(() => providers.close())
const server = await testServer({
  env: { PROVIDERS_URL: providers.url, PRICE_PROVIDERS: 'coinbase-exchange' },
})
server.clock.advance(NOON - server.clock.now().getTime())
const refresh = async () => {
  await startPriceRefresh(server.db, server.services.config)
  await startPriceRefresh(server.db, server.services.config)
  await server.drainJobs()
}
const queued = async () =>
  (
    await server.db.app.query<{ start_after: Date }>(
      `select start_after from jobs.job where name = 'refresh-prices' and state = 'created'`,
    )
  ).rows

test('what customers hold or watch has a price a day, with its provider and hour; what nobody has is left alone', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    templateFile(
      '2023-01-01T10:00:00Z,buy,2,DOT,8,USD,,,Kraken,yes,b1',
      '2023-01-01T10:00:00Z,buy,2,NOPE,8,USD,,,Kraken,yes,b2',
    ),
  )
  const before = providers.calls.length
  await refresh()
  // NOPE once, in vain; the days of DOT in one request, and its hours in another.
  const asked = providers.calls.slice(before).map(({ path, query }) => `${path} ${query.get('granularity')}`)
  expect(asked.toSorted()).toEqual([
    '/products/DOT-USD/candles 3600',
    '/products/DOT-USD/candles 86400',
    '/products/NOPE-USD/candles 3600',
    '/products/NOPE-USD/candles 86400',
  ])
  const { data } = await journal.get<{ data: PricedAsset }>('/labs/prices/DOT?period=percentage_change_1_day')
  // The close of the last hour is that of its day.
  expect(['8.5', '8.25']).toContain(data.price)
  expect(data).toMatchObject({ provider: 'Coinbase Exchange' })
  expect(['8.25', '8']).toContain(data.price_before)

  expect(await queued()).toEqual([{ start_after: new Date(server.clock.now().getTime() + HOUR_MS) }])
})

test('an hour later nothing is asked that was answered, and a day later what is due', async () => {
  const again = async () => {
    await server.db.app.query(
      `update jobs.job set start_after = now() where name = 'refresh-prices' and state = 'created'`,
    )
    const before = providers.calls.length
    await server.drainJobs()
    return providers.calls.slice(before).map(({ path, query }) => `${path} ${query.get('granularity')}`)
  }
  server.clock.advance(HOUR_MS)
  expect(await again()).toEqual([])

  server.clock.advance(23 * HOUR_MS)
  const asked = await again()
  expect(new Set(asked)).toEqual(
    new Set(['/products/DOT-USD/candles 86400', '/products/DOT-USD/candles 3600']),
  )
  expect(await queued()).toHaveLength(1)
})
