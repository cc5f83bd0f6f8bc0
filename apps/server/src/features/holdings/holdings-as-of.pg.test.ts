import { holdings, HOLDINGS_CSV_PATH, type HoldingsAnswer, type TaxSettings } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { workOutLots } from './work-out-lots.ts'

const server = await testServer()
const clockAt = (instant: string) => server.clock.advance(Date.parse(instant) - server.clock.now().getTime())

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** Lots in two accounts, a transfer between them, a trade, income, a sale of everything, and a coin without a price. */
const HISTORY = [
  '2022-03-01T10:00:00Z,buy,1,BTC,30000,USD,12,USD,Kraken,Yes,b1',
  '2022-06-01T10:00:00Z,buy,0.7,BTC,21000,USD,,,Kraken,Yes,b2',
  '2022-09-01T10:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,a1',
  '2022-11-10T10:00:00Z,buy,2,ETH,2400,USD,,,Gemini,Yes,b3',
  '2023-01-15T10:00:00Z,sell,9000,USD,0.333333333333333333,BTC,3,USD,Kraken,Yes,s1',
  '2023-03-01T10:00:00Z,withdrawal,,,0.5,BTC,,,Kraken,Yes,w1',
  '2023-03-01T10:30:00Z,deposit,0.5,BTC,,,,,Gemini,Yes,d1',
  '2023-05-05T10:00:00Z,buy,4,ETH,0.25,BTC,,,Gemini,Yes,t1',
  // The evening of 30 June where the customer lives.
  '2023-07-01T03:00:00Z,buy,0.1,BTC,3000,USD,,,Gemini,Yes,b4',
  '2024-02-01T10:00:00Z,sell,12000,USD,5,ETH,,,Gemini,Yes,s2',
  '2025-02-01T10:00:00Z,sell,90000,USD,1,BTC,,,Kraken,Yes,s3',
  '2025-03-01T10:00:00Z,buy,3,ETH,6000,USD,,,Gemini,Yes,b5',
]
const ZONE = 'America/New_York'

async function customer(rows = HISTORY, tax: Partial<TaxSettings> = {}) {
  const journal = await customerWith(server)
  const settings = await journal.get<TaxSettings>('/setting/tax')
  await journal.setTax({ ...settings, time_zone: ZONE, ...tax })
  await journal.import('history.csv', `${[HEADER, ...rows].join('\n')}\n`)
  const page = async (query = ''): Promise<HoldingsAnswer> =>
    holdings.page['~orpc'].outputSchema!.parse(await journal.get(`/users/crypto_assets?${query}`))
  const lots = async (asset: string, query = '') =>
    holdings.lots['~orpc'].outputSchema!.parse(
      await journal.get(`/users/crypto_assets/lots?asset=${asset}&limit=200${query}`),
    )
  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
  }
  return { ...journal, page, lots, calculate }
}

/** Everything that does not name a row of the one customer or the other. */
function figuresOf({ data, totals, allocation, counts, currency }: HoldingsAnswer) {
  const rows = data.holdings.map(({ accounts, ...holding }) => ({
    ...holding,
    accounts: accounts.map(({ id: _id, ...account }) => account),
  }))
  return { rows, total: data.total_holdings, totals, allocation, counts, currency }
}

type Lots = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>['lots']>>

function lotFigures({ rows, total, today, since }: Lots) {
  const named = rows.map(({ n: _n, transaction_id: _transaction, account_id: _account, ...lot }) => lot)
  return { rows: named, total, today, since }
}

/** The last moments of days in New York. */
const DAYS = [
  ['2022-12-31', '2023-01-01T04:59:59Z'],
  ['2023-03-01', '2023-03-02T04:59:59Z'],
  ['2023-06-30', '2023-07-01T03:59:59Z'],
  ['2024-12-31', '2025-01-01T04:59:59Z'],
] as const

test('the holdings of an earlier day are those of a customer whose history ends there: quantities, lots, cost, terms and values', async () => {
  const wanted = new Map<string, unknown>()
  for (const [day, end] of DAYS)
    for (const method of ['fifo', 'hifo'] as const) {
      clockAt(end)
      const ended = await customer(
        HISTORY.filter((row) => row.slice(0, 20) <= end),
        { method },
      )
      await ended.calculate()
      const answer = await ended.page()
      expect(answer.as_of).toBeNull()
      const ids = answer.data.holdings.map(({ asset }) => asset)
      expect(ids.length).toBeGreaterThan(1)
      wanted.set(`${day} ${method}`, {
        held: figuresOf(answer),
        lots: await Promise.all(ids.map(async (asset) => lotFigures(await ended.lots(asset)))),
      })
    }
  clockAt('2025-06-01T12:00:00Z')
  for (const method of ['fifo', 'hifo'] as const) {
    const journal = await customer(HISTORY, { method })
    for (const [day] of DAYS) {
      const answer = await journal.page(`as_of=${day}`)
      expect(answer).toMatchObject({ as_of: day, calculation: null })
      const ids = answer.data.holdings.map(({ asset }) => asset)
      const found = {
        held: figuresOf(answer),
        lots: await Promise.all(
          ids.map(async (asset) => lotFigures(await journal.lots(asset, `&as_of=${day}`))),
        ),
      }
      expect(found, `${day} ${method}`).toEqual(wanted.get(`${day} ${method}`))
    }
  }
})

test('the terms and prices of an earlier day, in one account too, before anything was calculated', async () => {
  clockAt('2025-06-01T12:00:00Z')
  const journal = await customer()
  // The evening of 30 June still counts, with its price; the sales of 2024 and 2025 have not happened yet.
  const { data, at, totals, counts } = await journal.page('as_of=2023-06-30')
  expect(at).toBe('2023-07-01T03:59:59.999Z')
  const [btc, eth, xyz] = data.holdings
  expect(btc).toMatchObject({
    symbol: 'BTC',
    quantity: '1.216666666666666667',
    price: { price: '30000', at: '2023-07-01T03:00:00.000Z', origin: 'transaction' },
    // What is left of the lot of March 2022 and the lot of 1 June 2022 have been held for over a year, that of 30 June has not.
    long_quantity: '1.116666666666666667',
    next_long_term: { quantity: '0.1', from: '2024-07-01', days: 367 },
  })
  expect(eth).toMatchObject({ symbol: 'ETH', quantity: '6', long_quantity: '0', value: '7200' })
  expect(xyz).toMatchObject({ symbol: 'XYZ', price: null, value: null, gain: null })
  expect([totals.unpriced, counts.all]).toEqual([1, 3])

  const gemini = btc?.accounts.find(({ slug }) => slug === 'gemini')?.id ?? ''
  const there = await journal.page(`as_of=2023-06-30&account=${gemini}`)
  expect(there.data.holdings.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
    ['BTC', '0.35'],
    ['ETH', '6'],
  ])
  expect(await journal.lots(btc?.asset ?? '', `&as_of=2023-06-30&account=${gemini}`)).toMatchObject({
    total: 2,
    today: '2023-06-30',
    rows: [
      { quantity: '0.25', term: 'long' },
      { quantity: '0.1', acquired: '2023-06-30', term: 'short', days: 367 },
    ],
  })
  const file = await journal.customer.request('GET', `${HOLDINGS_CSV_PATH}?as_of=2023-06-30`)
  expect(file.text.split('\n').map((line) => line.split(',').slice(0, 3).join(','))).toContain(
    `BTC,${btc?.asset ?? ''},1.216666666666666667`,
  )
})

test('a day before the history has nothing, today is now, and a day to come is refused', async () => {
  clockAt('2025-06-01T12:00:00Z')
  const journal = await customer()
  const before = await journal.page('as_of=2020-01-01')
  expect([before.counts.all, before.totals.value, before.as_of]).toEqual([0, '0', '2020-01-01'])
  expect((await journal.page('as_of=2025-06-01')).as_of).toBeNull()
  const refused = await journal.customer.request('GET', '/users/crypto_assets?as_of=2025-06-02')
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'invalid_input', fields: { as_of: 'As of: a day up to today is expected.' } },
  ])
  expect((await journal.customer.request('GET', '/users/crypto_assets?as_of=2025-02-30')).status).toBe(422)
})

test('a day is worked out once for all of its pages, and anew once the history has changed', async () => {
  clockAt('2025-06-01T12:00:00Z')
  const journal = await customer()
  // More requests than calculations are allowed at once.
  for (let n = 0; n < 12; n += 1) await journal.page(`as_of=2022-12-31&page=${(n + 1).toString()}`)
  const quantity = async () => (await journal.page('as_of=2022-12-31')).data.holdings[0]?.quantity
  expect(await quantity()).toBe('1.7')
  await journal.import('more.csv', `${HEADER}\n2022-12-30T10:00:00Z,buy,0.3,BTC,5000,USD,,,Kraken,Yes,b9\n`)
  expect(await quantity()).toBe('2')
})

test('coins on their way between own accounts at the end of the day are still held, with their cost', async () => {
  clockAt('2025-06-01T12:00:00Z')
  const journal = await customer([
    '2022-03-01T10:00:00Z,buy,1,BTC,30000,USD,,,Kraken,Yes,b1',
    '2023-01-01T04:50:00Z,withdrawal,,,1,BTC,,,Kraken,Yes,w1',
    '2023-01-01T05:20:00Z,deposit,1,BTC,,,,,Gemini,Yes,d1',
  ])
  const { data } = await journal.page('as_of=2022-12-31')
  expect(data.holdings).toMatchObject([{ quantity: '1', basis: '30000', accounts: [{ slug: 'gemini' }] }])
})

test('of very many lots those of one asset are worked out by themselves', async () => {
  clockAt('2025-06-01T12:00:00Z')
  const journal = await customer()
  const [btc] = (await journal.page('as_of=2023-06-30')).data.holdings
  const { lots } = await workOutLots(server.db, {
    userId: journal.userId,
    day: '2023-06-30',
    asset: btc?.asset ?? '',
  })
  expect(lots?.map(({ asset }) => asset)).toEqual(Array.from({ length: 4 }, () => btc?.asset))
})
