import { afterAll, expect, test } from 'vitest'
import { pooledReaders } from '../journal/reading/reading-pool.ts'
import { self, withSubject } from '../platform/database.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { KRAKEN, rewardsLedger } from '../testing/kraken-ledger.ts'
import { emptyExplorer, explorerProvider } from '../testing/providers/explorer.ts'
import { esploraProvider } from '../testing/providers/esplora.ts'
import { outputHistory } from '../testing/providers/output-chain.ts'
import { priceHandlers } from '../testing/providers/price-handlers.ts'
import { serveProviders, type ProviderHandler } from '../testing/providers/serve.ts'
import { templateFile } from '../testing/template-file.ts'
import { testServer } from '../testing/test-server.ts'
import { READ_IMPORT } from './imports/import-job-name.ts'
import { importsFeature } from './imports/routes.ts'
import { compose } from '../features.ts'

// One customer stops nobody: a server with one worker, long work of some customers, and short work of another that ends first. What
// is long here ends when the test lets it, so that nothing hangs on how quick the machine is.

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
/** These addresses, and prices of this asset, are asked for in vain. */
const SILENT_ADDRESSES = [
  '0x52908400098527886e0f7030069857d2e4169ee7',
  '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
]
const SILENT_ASSET = 'XTZ'

const answered = Promise.withResolvers<void>()
const prices = priceHandlers({
  'coinbase-exchange': { 'SOL-USD': { '2024-01-01': '100' }, 'XTZ-USD': { '2024-01-01': '1' } },
})
const closes = prices['coinbase-exchange']
const silentAbout =
  (texts: readonly string[], handler: ProviderHandler): ProviderHandler =>
  async (call) => {
    if (texts.some((text) => call.target.includes(text))) await answered.promise
    return handler(call)
  }
if (closes === undefined) throw new Error('nobody has prices')
const providers = await serveProviders({
  esplora: esploraProvider(outputHistory(ADDRESS, 30, OTHER)),
  routescan: silentAbout(SILENT_ADDRESSES, explorerProvider(emptyExplorer())),
  'coinbase-exchange': silentAbout([SILENT_ASSET], closes),
})
const readers = pooledReaders()
const server = await testServer({
  isWorking: true,
  env: { PROVIDERS_URL: providers.url, PRICE_PROVIDERS: 'coinbase-exchange' },
  features: (services) => [
    ...compose(services).features.filter(
      ({ jobs }) => jobs?.every(({ name }) => name !== READ_IMPORT.name) !== false,
    ),
    importsFeature(services, readers),
  ],
})
afterAll(() => providers.close())

type Journal = Awaited<ReturnType<typeof customerWith>>

// By the database: while the clock stands still nobody may ask the server again and again.
const one = async (journal: Journal, query: Sql) =>
  (await withSubject(server.db, self(journal.userId), (tx) => tx.maybe<{ state: string }>(query)))?.state

const isComplete = async (journal: Journal, source: string) =>
  (await one(journal, sql`select state from imports where connection_id = ${source}`)) === 'done'

const connect = async (journal: Journal, coin: string, address: string): Promise<string> => {
  const answer = await journal.post('/blockchain_query', { coin, address })
  return (answer as { source_id: string }).source_id
}

const calculation = (journal: Journal) =>
  one(journal, sql`select state from calculations order by created_at desc limit 1`)

const lookup = (journal: Journal) => one(journal, sql`select state from price_lookups`)

test('an address is imported while the providers of three others never answer', async () => {
  const waiting: [Journal, string][] = []
  for (const address of SILENT_ADDRESSES) {
    const journal = await customerWith(server)
    waiting.push([journal, await connect(journal, 'eth', address)])
  }
  await expect
    .poll(() => providers.calls.filter(({ provider }) => provider === 'routescan').length)
    .toBeGreaterThanOrEqual(2)
  const quick = await customerWith(server)
  const source = await connect(quick, 'bitcoin', ADDRESS)
  await expect.poll(() => isComplete(quick, source)).toBe(true)
  expect(await quick.rows()).toHaveLength(32)
  for (const [journal, waits] of waiting) expect(await isComplete(journal, waits)).toBe(false)
  // Nor does an address of a customer's own wait for the other one.
  const [[own] = []] = waiting
  if (own === undefined) throw new Error('nobody waits')
  const beside = await connect(own, 'bitcoin', ADDRESS)
  await expect.poll(() => isComplete(own, beside)).toBe(true)
  // The same provider answers about another address.
  const same = await connect(quick, 'eth', '0x00000000219ab540356cbb839cbe05303d7705fa')
  await expect.poll(() => isComplete(quick, same)).toBe(true)
  for (const [journal, waits] of waiting) expect(await isComplete(journal, waits)).toBe(false)
})

test('prices are found for one customer while the provider does not answer about the asset of another', async () => {
  const [slow, quick] = [await customerWith(server), await customerWith(server)]
  const reward = (asset: string) => `2024-01-01T10:00:00Z,staking reward,2,${asset},,,,,Kraken,yes,${asset}`
  await slow.upload('slow.csv', templateFile(reward(SILENT_ASSET)))
  await expect.poll(() => providers.calls.some(({ target }) => target.includes(SILENT_ASSET))).toBe(true)
  await quick.upload('quick.csv', templateFile(reward('SOL')))
  await expect.poll(() => lookup(quick)).toBe('done')
  expect(await lookup(slow)).toBe('running')
  answered.resolve()
  await expect.poll(() => lookup(slow)).toBe('done')
})

/** Hold a customer's row, so that whoever writes or reads the whole journal waits until it is given back. */
async function hold({ userId }: Journal): Promise<() => Promise<void>> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = withSubject(server.db, self(userId), async (tx) => {
    await tx.all(sql`select 1 from customers where user_id = ${userId} for update`)
    await tx.all(sql`select 1 from journals where user_id = ${userId} for update`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return () => {
    release.resolve()
    return done
  }
}

/** Longer than what is written and calculated in the lanes of short work. */
const LONG = rewardsLedger(6_500).bytes.toString()

test('a short file is imported, and a short history calculated, beside the long ones of two others', async () => {
  const long = [await customerWith(server), await customerWith(server)]
  const quick = await customerWith(server)
  const sources: [Journal, string][] = []
  for (const journal of long) sources.push([journal, await journal.upload('long.csv', LONG)])
  // They are read and then wait to be written.
  const letWrite = await Promise.all(long.map(hold))
  const short = await quick.upload('short.csv', KRAKEN)
  await expect.poll(() => isComplete(quick, short)).toBe(true)
  for (const [journal, source] of sources) expect(await isComplete(journal, source)).toBe(false)
  for (const release of letWrite) await release()
  for (const [journal, source] of sources) await expect.poll(() => isComplete(journal, source)).toBe(true)

  for (const journal of long) await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  const letCalculate = await Promise.all(long.map(hold))
  await quick.post('/imports/v1/tax_calculations/start_tax_calculation')
  await expect.poll(() => calculation(quick)).toBe('done')
  for (const journal of long) expect(await calculation(journal)).toMatch(/queued|running/)
  for (const release of letCalculate) await release()
  for (const journal of long) await expect.poll(() => calculation(journal)).toBe('done')
})
