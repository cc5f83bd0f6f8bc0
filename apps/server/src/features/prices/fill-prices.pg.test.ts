import type { PriceLookup, ReviewItem, TransactionDetail } from '@lotbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { self, withOps, withSubject } from '../../platform/database.ts'
import { silentLog } from '../../platform/log.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { priceHandlers } from '../../testing/providers/price-handlers.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'
import { fillPricesJob } from './fill-prices.ts'
import { seedTokens } from './seed-tokens.ts'

const UNI = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const ODD = '0x00000000000000000000000000000000000000ab'
const BONK = 'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const USDT_ON_TRON = 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const providers = await serveProviders(
  priceHandlers({
    'coinbase-exchange': {
      'DOT-USD': { '2024-01-01': '8.123456789012345678', '2024-01-02': '8.5', '2024-11-20': '9' },
      'SOL-USD': { '2024-01-01': '100' },
      'ETH-USD': { '2024-01-01': '2300' },
      'USDT-USD': { '2024-01-01': '0.9995' },
      'TWIN-USD': { '2024-01-01': '3' },
    },
    'binance-data': { RAREUSDT: { '2024-01-01': '0.00001234' } },
    defillama: {
      [`ethereum:${UNI}`]: { '2024-01-01': '7.25' },
      [`ethereum:${ODD}`]: { '2024-01-01': '4' },
      [BONK]: { '2024-01-01': '0.000014' },
      [USDT_ON_TRON]: { '2024-01-01': '1.001' },
    },
    ecb: { USD: { '2023-12-29': '1.1050', '2024-01-02': '1.0956' }, GBP: { '2024-01-02': '0.8665' } },
  }),
)
afterAll(() => providers.close())
const server = await testServer({
  env: {
    PROVIDERS_URL: providers.url,
    PRICE_PROVIDERS: 'coinbase-exchange,binance-data,defillama,ecb',
  },
})
// What is found is kept for everybody; each test asks anew.
beforeEach(async () => {
  providers.mend()
  await withOps(server.db, async (tx) => {
    await tx.run(sql`delete from prices`)
    await tx.run(sql`delete from price_gaps`)
  })
})

const VALUED =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const reward = (asset: string, day = '2024-01-01', id = `${asset}-${day}`) =>
  `${day}T10:00:00Z,staking reward,2,${asset},,,,,Kraken,yes,${id}`

async function customerOf(...rows: string[]) {
  const journal = await customerWith(server)
  const calls = () =>
    providers.calls.map(({ provider, target }) => `${provider} ${decodeURIComponent(target)}`)
  const before = calls().length
  await journal.import('history.csv', templateFile(...rows))
  return {
    ...journal,
    /** What was asked of providers since this customer's first file. */
    asked: () => calls().slice(before),
    values: async () => {
      const found = await withSubject(server.db, self(journal.userId), (tx) =>
        tx.all<{ asset: string; value: string; origin: string; provider: string | null }>(sql`
          select coalesce(t.to_asset, t.from_asset) as asset, v.value::text, v.origin, p.provider from transactions t
          join valuations v on v.user_id = t.user_id and v.transaction_id = t.id
          left join prices p on p.id = v.price_id where t.user_id = ${journal.userId} order by t.at, t.id`),
      )
      return found.map(({ asset, value, origin, provider }) =>
        `${asset} ${value} ${origin} ${provider ?? ''}`.trim(),
      )
    },
    missing: async () =>
      (await journal.get<{ rows: ReviewItem[] }>('/review?kind=missing_price')).rows.map(
        ({ transaction }) => transaction?.to?.symbol,
      ),
    lookup: async () => (await journal.get<{ lookup: PriceLookup | null }>('/missing_prices')).lookup,
    version: () =>
      withSubject(server.db, self(journal.userId), async (tx) => {
        const { version } = await tx.one<{ version: string }>(
          sql`select version from journals where user_id = ${journal.userId}`,
        )
        return Number(version)
      }),
  }
}

test('E19 what an import leaves without a value is looked up, to the last digit, and says who said so', async () => {
  const journal = await customerOf(reward('DOT'), reward('DOT', '2024-01-02'), reward('ETH'))
  expect((await journal.values()).toSorted()).toEqual([
    // Values have twelve places, prices all that were sent.
    'DOT 16.246913578025 price Coinbase Exchange',
    'DOT 17 price Coinbase Exchange',
    'ETH 4600 price Coinbase Exchange',
  ])
  const { rows } = await server.db.app.query<{ price: string }>(
    `select price::text from prices where asset_id = 'DOT' and at = '2024-01-01'`,
  )
  expect(rows).toEqual([{ price: '8.123456789012345678' }])
  expect(await journal.missing()).toEqual([])
  // One request for both days of one asset.
  expect(journal.asked()).toHaveLength(2)
  expect(await journal.lookup()).toMatchObject({ state: 'done', done: 3, total: 3 })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E13 E19 tokens of Solana and TRON are looked up by their contracts, whose capitals tell them apart', async () => {
  const journal = await customerOf()
  const token = (ticker: string, asset: string) => `${reward(ticker)},,,,,${asset}`
  await journal.import(
    'tokens.csv',
    `${VALUED},Comment,Account,Asset IN Id\n${token('BONK', BONK)}\n${token('USDT', USDT_ON_TRON)}\n`,
  )
  expect((await journal.values()).toSorted()).toEqual([
    `${BONK} 0.000028 price DefiLlama`,
    `${USDT_ON_TRON} 2.002 price DefiLlama`,
  ])
  const { customer } = journal
  const timestamp = String(Date.UTC(2024, 0, 1) / 1000)
  const asked = { code: '', blockchain: 'solana', contract_address: BONK.slice('solana:'.length), timestamp }
  const answer = await customer.request(
    'GET',
    `/imports/v1/currencies/historical_price?${new URLSearchParams(asked).toString()}`,
  )
  expect(answer.body).toMatchObject({ price_usd: '0.000014', currency_id: BONK })
})

test('what is known is not asked for again, by whomever it was; what lies far apart is asked for apart', async () => {
  await customerOf(reward('DOT'))
  const other = await customerOf(reward('DOT'), reward('DOT', '2024-11-20'))
  expect(other.asked()).toEqual([
    'coinbase-exchange /products/DOT-USD/candles?granularity=86400&start=2024-11-20T00:00:00.000Z&end=2024-11-20T00:00:00.000Z',
  ])
  expect(await other.missing()).toEqual([])
  const third = await customerOf(reward('DOT'), reward('DOT', '2024-01-02'), reward('DOT', '2024-11-20'))
  expect(third.asked()).toHaveLength(1)
})

test('a provider is not asked for ever for what it does not have, and the journal stays as it is', async () => {
  const journal = await customerOf(reward('NOPE'))
  expect(journal.asked().map((call) => call.split(' ')[0])).toEqual(['coinbase-exchange', 'binance-data'])
  expect([await journal.missing(), await journal.lookup()]).toMatchObject([['NOPE'], { state: 'done' }])
  const version = await journal.version()
  await journal.import('again.csv', templateFile(reward('NOPE'), reward('NOPE', '2024-01-01', 'another')))
  expect(journal.asked()).toHaveLength(2)
  expect(await journal.version()).toBe(version + 1)
})

test('a price in USDT counts by what USDT was worth', async () => {
  const journal = await customerOf(reward('RARE'))
  // 2 * 0.00001234 * 0.9995
  expect(await journal.values()).toEqual(['RARE 0.00002466766 price Binance, from its price in USDT'])
})

test('E13 a token goes by its contract alone, and a ticker that two assets share by neither', async () => {
  await seedTokens(server.db)
  const head = `${VALUED},Comment,Account,Asset IN Id`
  const token = (ticker: string, contract: string, id: string) =>
    `2024-01-01T10:00:00Z,staking reward,2,${ticker},,,,,Kraken,yes,${id},,,,,eip155:1/erc20:${contract}`
  const journal = await customerOf()
  await journal.import(
    'tokens.csv',
    `${head}\n${token('UNI', UNI, 'u')}\n${token('TWIN', ODD, 't')}\n${reward('TWIN')},,,,,\n`,
  )
  expect(
    (await journal.values()).map((value) => value.replace(`eip155:1:${ODD}`, 'token')).toSorted(),
  ).toEqual(['UNI 14.5 price DefiLlama', 'token 8 price DefiLlama'])
  expect(await journal.missing()).toEqual(['TWIN'])
  expect(journal.asked().filter((call) => call.includes('TWIN'))).toEqual([])
})

test('a deposit of euros and a value that is stated in euros have dollars', async () => {
  const journal = await customerOf()
  await journal.import(
    'euros.csv',
    [
      VALUED,
      '2024-01-01T10:00:00Z,sell,100,EUR,5,NOPE,,,Kraken,yes,s1,,',
      `${reward('NOPE', '2024-01-02')},10,EUR`,
      '2024-01-02T11:00:00Z,sell,100,GBP,5,NOPE,,,Kraken,yes,s2,,',
      '',
    ].join('\n'),
  )
  const values = await journal.values()
  // On New Year's Day what was set on the last working day before it holds.
  expect(values.filter((value) => value.startsWith('EUR'))).toContain('EUR 110.5 price European Central Bank')
  expect(values).toContain('NOPE 10.956 record European Central Bank')
  // Its terms ask to be named where its rate is, also where it converted what a file states.
  const { rows } = await journal.get<{ rows: { id: string }[] }>('/transactions')
  const attributions = await Promise.all(
    rows.map(async ({ id }) => {
      const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)
      return data.value?.attribution?.words
    }),
  )
  expect(attributions).toEqual(rows.map(() => 'Source: ECB statistics'))
  // 100 * 1.0956 / 0.8665
  expect(values.filter((value) => value.startsWith('GBP'))).toContain(
    'GBP 126.439699942297 price European Central Bank',
  )
  expect(await journal.missing()).toEqual([])
})

test('an edit that needs another price has it looked up', async () => {
  const journal = await customerOf(reward('ETH'))
  const [row] = await journal.rows()
  await journal.patch(row?.id ?? '', { to_asset: 'DOT', at: '2024-01-02T12:00:00Z' })
  expect(await journal.missing()).toEqual(['DOT'])
  await server.drainJobs()
  expect(await journal.values()).toEqual(['DOT 17 price Coinbase Exchange'])
})

test('a search that is killed goes on from what it found', async () => {
  const journal = await customerOf(reward('ETH'), reward('ETH', '2024-01-01', 'another'))
  const [one, other] = await journal.rows()
  await journal.patch(one?.id ?? '', { to_asset: 'DOT' })
  await journal.patch(other?.id ?? '', { to_asset: 'SOL' })
  providers.fail('coinbase-exchange', 'silent', { after: 1 })
  const before = journal.asked().length
  const killed = new AbortController()
  const { db, services } = server
  const run = fillPricesJob(services).run(
    { userId: journal.userId },
    { db, log: silentLog, signal: killed.signal },
  )
  await expect.poll(() => journal.asked().length).toBe(before + 2)
  killed.abort(new Error('killed'))
  await expect(run).rejects.toThrow('killed')
  expect([await journal.values(), await journal.lookup()]).toMatchObject([[], { state: 'running' }])

  await server.drainJobs()
  expect((await journal.values()).toSorted()).toEqual([
    'DOT 16.246913578025 price Coinbase Exchange',
    'SOL 200 price Coinbase Exchange',
  ])
  expect(
    journal
      .asked()
      .slice(before)
      .map((call) => /[A-Z]+-USD/.exec(call)?.[0]),
  ).toEqual(['DOT-USD', 'SOL-USD', 'SOL-USD'])
})

test('a provider that is busy is waited for, and one that is down does not keep the others from answering', async () => {
  providers.fail('coinbase-exchange', { status: 429, headers: { 'retry-after': '5' } })
  providers.fail('coinbase-exchange', { status: 503 })
  providers.fail('coinbase-exchange', 'cut')
  const journal = await customerOf(reward('DOT'))
  expect(await journal.values()).toHaveLength(1)

  providers.fail('coinbase-exchange', { status: 429, headers: { 'retry-after': '1800' } })
  const waiting = await customerOf(reward('ETH'), reward('RARE'))
  // Nobody else has the price of ETH; that of USDT, which RARE hangs on, is not known either.
  expect(await waiting.values()).toEqual([])
  const { state, until } = (await waiting.lookup()) ?? {}
  expect(state).toBe('waiting')
  expect(Date.parse(until ?? '')).toBeGreaterThan(server.clock.now().getTime() + 1_700_000)
  const { rows } = await server.db.app.query<{ n: string }>(
    `select count(*) as n from jobs.job where name = 'fill-prices' and state = 'created' and data ->> 'userId' = $1 and start_after > now() + interval '25 minutes'`,
    [waiting.userId],
  )
  expect(rows).toEqual([{ n: '1' }])
})
