import type { HistoricalPrice, PriceMatches } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { priceHandlers } from '../../testing/providers/price-handlers.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const JAN_1 = Date.UTC(2024, 0, 1) / 1000
const CONTRACT = '0x00000000000000000000000000000000000000ab'
const providers = await serveProviders(
  priceHandlers({
    'coinbase-exchange': {
      'BTC-USD': { '2024-01-01': '44167.330000000001' },
      'ETH-USD': { '2024-01-01': '2300' },
    },
    defillama: { [`ethereum:${CONTRACT}`]: { '2024-01-01': '4.5' } },
  }),
)
afterAll(() => providers.close())
const server = await testServer({
  env: { PROVIDERS_URL: providers.url, PRICE_PROVIDERS: 'coinbase-exchange,defillama' },
})

/** A row of the price history, as a provider would have left it. */
async function stored(asset: string, grain: 'hour' | 'day', at: string, price: string) {
  await withOps(server.db, (tx) =>
    tx.run(sql`
      insert into prices (id, asset_id, currency, grain, at, provider, price, fetched_at)
      values (${newId()}, ${asset}, 'USD', ${grain}, ${at}, 'a provider', ${price}, '2025-05-05')`),
  )
}

async function asking() {
  const { customer, ...journal } = await customerWith(server)
  return {
    ...journal,
    customer,
    ask: (query: Record<string, string>) =>
      customer.request(
        'GET',
        `/imports/v1/currencies/historical_price?${new URLSearchParams(query).toString()}`,
      ),
    upload: (text: string) => customer.upload('/price_files', { file: new File([text], 'prices.csv') }),
  }
}

test('R7.62 R7.63 the price of the own file, else of the hour, else of the day, with its source', async () => {
  const { ask, upload } = await asking()
  await stored('HIST', 'day', '2024-01-01', '5')
  await stored('HIST', 'hour', '2024-01-01T10:00:00Z', '6')
  const at = async (hour: number) => {
    const answer = await ask({ code: 'hist', timestamp: String(JAN_1 + hour * 3600 + 59) })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as HistoricalPrice
  }
  expect(await at(9)).toEqual({
    price_usd: '5',
    currency_id: 'HIST',
    at: '2024-01-01T00:00:00.000Z',
    attribution: null,
    source:
      'From a provider, at 5 USD each, close of the day of Jan 01, 2024 00:00:00 UTC, fetched on May 05, 2025.',
  })
  expect(await at(10)).toMatchObject({
    price_usd: '6',
    attribution: null,
    source: expect.stringContaining('close of the hour') as string,
  })
  await upload('Asset,Timestamp,Price\nHIST,2024-01-01T10:00:00Z,0.000000000000000001\n')
  expect(await at(10)).toMatchObject({
    price_usd: '0.000000000000000001',
    attribution: null,
    source:
      'From your price file (prices.csv, line 2), at 0.000000000000000001 USD each, of Jan 01, 2024 10:00:00 UTC.',
  })
  const milliseconds = await ask({ code: 'HIST', timestamp: String((JAN_1 + 60) * 1000) })
  expect(milliseconds.body).toMatchObject({ price_usd: '5' })
})

test('R7.64 R8.37 E13 a ticker that two assets of the history go by is answered with both, and none of another customer', async () => {
  const customer = await asking()
  const { ask, upload } = customer
  const other = await asking()
  const HEADER =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id'
  const received = (id: string) => `2024-01-01T10:00:00Z,receive,5,TWIN,,,,,Kraken,yes,,,,,,${id},,`
  await customer.import(
    'history.csv',
    `${HEADER}\n${received('')}\n${received(`eip155:1/erc20:${CONTRACT}`)}\n`,
  )
  await upload('Asset,Date,Price\nTWIN,2024-01-01,3\n')
  const answer = await ask({ code: 'twin', timestamp: String(JAN_1) })
  expect(answer.status, answer.text).toBe(300)
  const { matches, ...body } = answer.body as PriceMatches
  expect(body).toEqual({
    status: 'error',
    code: 'multiple_matches',
    message: 'Several assets match this symbol. Pick one.',
  })
  expect(matches).toHaveLength(2)
  expect(matches.map(({ code, price }) => [code, price])).toEqual(
    expect.arrayContaining([
      ['TWIN', '3'],
      ['TWIN', null],
    ]) as unknown,
  )
  expect((await ask({ code: 'twin', currency_id: 'TWIN', timestamp: String(JAN_1) })).body).toMatchObject({
    price_usd: '3',
  })
  const token = matches.find(({ currency_id }) => currency_id.includes(':'))?.currency_id ?? ''
  expect(token).toContain(CONTRACT)
  await upload(`Asset,Date,Price\n${token},2024-01-01,4\n`)
  expect((await ask({ code: token, timestamp: String(JAN_1) })).body).toMatchObject({
    price_usd: '4',
    currency_id: token,
  })
  const blockchain = token.slice(0, token.lastIndexOf(':'))
  expect((await ask({ code: 'TWIN', timestamp: String(JAN_1), blockchain })).body).toMatchObject({
    price_usd: '4',
  })
  expect(
    (
      await ask({
        timestamp: String(JAN_1),
        blockchain,
        contract_address: CONTRACT.toUpperCase().replace('0X', '0x'),
      })
    ).body,
  ).toMatchObject({ price_usd: '4' })
  // The other customer has no such token, and no price.
  expect((await other.ask({ code: 'twin', timestamp: String(JAN_1) })).status).toBe(404)
})

test('R8.36 a moment that is none is refused with the words of the specification', async () => {
  const { ask } = await asking()
  const future = String(server.clock.now().getTime() + 60_000)
  for (const timestamp of ['', 'yesterday', '-5', '1e9', '1230000000', future]) {
    const { status, body } = await ask({ code: 'BTC', timestamp })
    expect([status, body], timestamp).toEqual([
      400,
      { status: 'error', code: 'invalid_timestamp', message: 'Invalid timestamp.' },
    ])
  }
  expect((await ask({ code: '', timestamp: String(JAN_1) })).status).toBe(404)
})

test('R7.62 R7.63 R7.65 a price that nobody has kept is asked of providers once, with its hour, and kept for ever', async () => {
  const { ask } = await asking()
  const hour = { code: 'btc', timestamp: String(JAN_1 + 10 * 3600 + 59) }
  const before = providers.calls.length
  expect((await ask(hour)).body).toEqual({
    price_usd: '44167.330000000001',
    currency_id: 'BTC',
    at: '2024-01-01T10:00:00.000Z',
    attribution: null,
    source: expect.stringMatching(
      /^From Coinbase Exchange, at 44167\.330000000001 USD each, close of the hour of Jan 01, 2024 10:00:00 UTC, fetched on /,
    ) as string,
  })
  expect((await ask(hour)).status).toBe(200)
  const another = await asking()
  expect((await another.ask(hour)).status).toBe(200)
  expect(providers.calls.length - before).toBe(1)
})

test('R7.62 E13 a contract is asked for by its chain, with the close of its day; an unknown one is not found', async () => {
  const { ask } = await asking()
  const of = (contract_address: string) =>
    ask({ timestamp: String(JAN_1 + 60), blockchain: 'ethereum', contract_address })
  expect((await of(CONTRACT)).body).toMatchObject({ price_usd: '4.5', at: '2024-01-01T00:00:00.000Z' })
  expect((await of(`0x${'9'.repeat(40)}`)).status).toBe(404)
  // What the provider did not have is not asked again.
  const before = providers.calls.length
  expect((await of(`0x${'9'.repeat(40)}`)).status).toBe(404)
  expect(providers.calls.length).toBe(before)
})

test('R8.38 a price that is no number, or a provider that does not answer, is an error and nothing is kept of it', async () => {
  const { ask } = await asking()
  const at = (hour: number) => ask({ code: 'ETH', timestamp: String(JAN_1 + hour * 3600) })
  providers.fail('coinbase-exchange', { body: `[[${JAN_1 + 3600},1,1,1,"n/a",1]]` })
  const refused = await at(1)
  expect([refused.status, refused.body]).toEqual([
    502,
    { status: 'error', code: 'price_not_a_number', message: 'The price returned is not a number.' },
  ])
  providers.fail('coinbase-exchange', { status: 500 }, { times: 2 })
  expect((await at(1)).status).toBe(503)
  expect((await at(1)).body).toMatchObject({ price_usd: '2300' })
})
