import { afterAll, expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { probeProviders, providersNotSet, startProbing } from './probe-providers.ts'
import { probeMetrics, probeTable } from './report-probes.ts'

const providers = await serveProviders({
  kraken: () => ({ body: { error: [], result: { unixtime: 1 } } }),
  tzkt: () => ({ body: { level: 1, timestamp: '2026-01-01T00:00:00Z' } }),
  koios: () => ({ status: 410, body: 'this service has ended' }),
})
afterAll(() => providers.close())
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })

const states = () =>
  withOps(server.db, (tx) =>
    tx.all<{ provider: string; state: string; since: Date; shape_before: string[] | null }>(
      sql`select provider, state, since, shape_before from provider_states where provider = any ('{kraken,tzkt,koios}') order by provider`,
    ),
  )

test('each provider is asked once a day: its state, since when, and what changed at the top of its answer', async () => {
  const { outbound } = server.services
  const begun = server.clock.now()
  const first = await probeProviders(server.db, outbound, begun)
  const of = (reports: typeof first, name: string) => reports.find(({ provider }) => provider === name)
  expect(of(first, 'kraken')).toMatchObject({ state: 'answers', status: 200, added: [], removed: [] })
  expect(of(first, 'koios')).toMatchObject({ state: 'refuses', status: 410 })
  // It asks for a key that this operator has not.
  expect(of(first, 'etherscan')).toBeUndefined()
  expect(providersNotSet(outbound)).toContain('etherscan')

  providers.fail('tzkt', { body: { height: 1, timestamp: '2026-01-02T00:00:00Z' } })
  server.clock.advance(86_400_000)
  const second = await probeProviders(server.db, outbound, server.clock.now())
  expect(of(second, 'tzkt')).toMatchObject({
    state: 'changed',
    missing: ['level'],
    added: ['height'],
    removed: ['level'],
  })
  expect(await states()).toEqual([
    { provider: 'koios', state: 'refuses', since: begun, shape_before: null },
    { provider: 'kraken', state: 'answers', since: begun, shape_before: null },
    { provider: 'tzkt', state: 'changed', since: server.clock.now(), shape_before: ['level', 'timestamp'] },
  ])

  // The screen of a connection says so before anybody waits.
  const { customer } = await customerWith(server)
  const silence = async (slug: string) => {
    const { data } = (await customer.expect(200, 'GET', `/imports/v1/exchanges/${slug}`)) as {
      data: { silent_since: string | null; chains: { silent_since: string | null }[] }
    }
    return { byKey: data.silent_since, byAddress: data.chains[0]?.silent_since }
  }
  expect(await silence('cardano')).toEqual({ byKey: null, byAddress: begun.toISOString() })
  expect(await silence('tezos')).toEqual({ byKey: null, byAddress: null })
  expect(await silence('kraken')).toEqual({ byKey: null, byAddress: undefined })

  const table = probeTable(second, ['etherscan'])
  expect(table).toMatch(/^tzkt +changed +200 +height timestamp +lacks level; new height; gone level$/m)
  expect(table).toMatch(/^etherscan +not set/m)
  const metrics = probeMetrics(second, server.clock.now())
  expect(metrics).toContain('lotbook_provider_up{provider="kraken",state="answers"} 1')
  expect(metrics).toContain('lotbook_provider_up{provider="koios",state="refuses"} 0')
})

test('the job asks them again a day later, whichever server started it', async () => {
  await startProbing(server.db, server.clock.now())
  await startProbing(server.db, server.clock.now())
  const queued = () =>
    server.db.app
      .query<{ n: string }>(
        `select count(*) as n from jobs.job where name = 'probe-providers' and state < 'active'`,
      )
      .then(({ rows }) => rows[0]?.n)
  expect(await queued()).toBe('1')
  await server.db.app.query(`update jobs.job set start_after = now() where name = 'probe-providers'`)
  await server.drainJobs()
  expect(await queued()).toBe('1')
})
