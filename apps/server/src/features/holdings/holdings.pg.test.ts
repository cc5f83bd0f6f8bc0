import { type Explanation, type HoldingsAnswer, holdings, holdingsAnswer } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
server.clock.advance(Date.parse('2025-06-01T12:00:00Z') - server.clock.now().getTime())

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** BTC in two accounts, ETH sold to a third of a lot, and a token that nobody has a price of. */
const HISTORY = `${HEADER}
2023-01-02T00:00:00Z,buy,1,BTC,20000,USD,,,Kraken,Yes,b1
2024-07-01T00:00:00Z,buy,0.5,BTC,30000,USD,,,Kraken,Yes,b2
2025-03-01T00:00:00Z,buy,0.25,BTC,20000,USD,,,Gemini,Yes,b3
2023-05-01T00:00:00Z,buy,3,ETH,3000,USD,,,Kraken,Yes,b4
2025-05-20T00:00:00Z,sell,4000,USD,2,ETH,,,Kraken,Yes,s1
2025-01-01T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,a1
`

async function customer(history = HISTORY) {
  const journal = await customerWith(server)
  await journal.setTax({ time_zone: 'UTC' })
  await journal.import('history.csv', history)
  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
  }
  const page = (query = '') => journal.get<HoldingsAnswer>(`/users/crypto_assets?${query}`)
  const all = async () => (await journal.post('/users/crypto_assets', { all: true })) as HoldingsAnswer
  return { ...journal, calculate, page, all }
}

test('units whose cost nobody knows are told beside a cost that others have', async () => {
  const received = '2024-02-01T00:00:00Z,receive,0.5,BTC,,,,,Kraken,Yes,r1\n'
  const journal = await customer(HISTORY + received)
  await journal.calculate()
  const { data, totals } = await journal.all()
  // Without the half that came from nobody known, which counts at zero, the cost is as below.
  expect(
    data.holdings.map(({ symbol, basis, assumed_quantity }) => [symbol, basis, assumed_quantity]),
  ).toEqual([
    ['BTC', '70000', '0.5'],
    ['ETH', '1000', '0'],
    ['XYZ', '0', '5'],
  ])
  // A token without a price is in no total.
  expect(totals).toMatchObject({ basis: '71000', assumed: 1, unpriced: 1 })
})

test('R3.51 R3.52 R7.82 before a calculation balances are told, and no cost; afterwards the lots that it left', async () => {
  const journal = await customer()
  const before = holdingsAnswer.parse(await journal.all())
  expect(before).toMatchObject({
    data: { assets_total: 3, group_id: null, total_holdings: '142000' },
    currency: 'USD',
    holding_in_progress: false,
    calculation: null,
    totals: {
      value: '142000',
      basis: null,
      gain: null,
      lots: null,
      accounts: 2,
      unpriced: 1,
      oldest_price: { symbol: expect.stringMatching(/^(BTC|ETH)$/), at: expect.stringMatching(/^20/) },
    },
  })
  expect(
    before.data.holdings.map(({ symbol, quantity, basis, gain }) => [symbol, quantity, basis, gain]),
  ).toEqual([
    ['BTC', '1.75', null, null],
    ['ETH', '1', null, null],
    ['XYZ', '5', null, null],
  ])

  await journal.calculate()
  const after = await journal.all()
  expect(after.calculation).toMatchObject({ changes_since: 0 })
  expect(after.totals).toEqual({
    value: '142000',
    // An asset without a price is in no total.
    basis: '71000',
    gain: { long: '61000', short: '10000', total: '71000' },
    long_value: '82000',
    lots: 5,
    accounts: 2,
    assumed: 0,
    unpriced: 1,
    oldest_price: { symbol: 'BTC', at: '2025-03-01T00:00:00.000Z' },
  })
  const [btc, eth, xyz] = after.data.holdings
  expect(btc).toMatchObject({
    symbol: 'BTC',
    quantity: '1.75',
    price: { price: '80000', at: '2025-03-01T00:00:00.000Z', origin: 'transaction' },
    value: '140000',
    basis: '70000',
    gain: { long: '60000', short: '10000', total: '70000' },
    long_quantity: '1',
    lots: 3,
    next_long_term: { quantity: '0.5', from: '2025-07-02', days: 31 },
    accounts: [{ quantity: '1.5' }, { quantity: '0.25' }],
    trend: [],
  })
  expect(eth).toMatchObject({ quantity: '1', value: '2000', basis: '1000', next_long_term: null, lots: 1 })
  expect(xyz).toMatchObject({ quantity: '5', price: null, value: null, gain: null, long_quantity: '0' })
  expect(after.allocation.map(({ symbol, value, long_value }) => [symbol, value, long_value])).toEqual([
    ['BTC', '140000', '80000'],
    ['ETH', '2000', '2000'],
  ])
  expect(after.counts).toEqual({ all: 3, soon: 1, differs: 0, unpriced: 1 })
})

test('R7.83 R9.11 pages of twenty by value, narrowed to an account, one of its sources and to files of one’s own', async () => {
  const coins = Array.from(
    { length: 23 },
    (_, n) =>
      `2024-02-01T00:00:00Z,buy,1,C${(n + 10).toString()},${(n + 1).toString()},USD,,,Kraken,Yes,c${n.toString()}`,
  )
  const journal = await customer(`${HISTORY}${coins.join('\n')}\n`)
  await journal.calculate()
  const post = async (query: string) =>
    (await journal.post(`/users/crypto_assets?${query}`)) as HoldingsAnswer
  const first = await post('page=1')
  expect([first.data.holdings.length, first.data.assets_total]).toEqual([20, 26])
  const second = await journal.page('page=2')
  const symbols = [...first.data.holdings, ...second.data.holdings].map(({ symbol }) => symbol)
  expect(symbols.slice(0, 3)).toEqual(['BTC', 'ETH', 'C32'])
  expect(symbols.slice(-2)).toEqual(['C10', 'XYZ'])
  expect(new Set(symbols).size).toBe(26)
  expect((await post('page=2&per_page=3')).data.holdings.map(({ symbol }) => symbol)).toEqual([
    'C31',
    'C30',
    'C29',
  ])

  const { data } = await journal.get<{ data: { id: string; account_slug: string; source_id: string }[] }>(
    '/imports/v2/import_histories',
  )
  const gemini = data.find(({ account_slug }) => account_slug === 'gemini')!
  for (const query of [`account=${gemini.id}`, `account=${gemini.source_id}&is_source=true`]) {
    const { data: held, totals } = await post(query)
    expect(held).toMatchObject({ group_id: gemini.id, assets_total: 1, total_holdings: '20000' })
    expect(held.holdings[0]).toMatchObject({ symbol: 'BTC', quantity: '0.25', basis: '20000' })
    expect(totals).toMatchObject({ lots: 1, accounts: 1, unpriced: 0 })
  }
  expect((await post('custom_csv=true')).data).toMatchObject({ assets_total: 0, total_holdings: '0' })
  await journal.customer.expect(404, 'POST', `/users/crypto_assets?account=${newId()}`)
  await journal.customer.expect(404, 'GET', `/users/crypto_assets?account=${newId()}&is_source=true`)
})

test('the list is narrowed to what turns long-term soon and to what has no price; totals stay those of all', async () => {
  const journal = await customer()
  await journal.calculate()
  for (const [show, expected] of [
    ['soon', ['BTC']],
    ['unpriced', ['XYZ']],
  ] as const) {
    const { data, totals } = await journal.page(`show=${show}`)
    expect(data.holdings.map(({ symbol }) => symbol)).toEqual(expected)
    expect(totals.value).toBe('142000')
  }
})

test('R7.84 a holding is in progress while an import or a calculation is at work', async () => {
  const journal = await customer()
  const inProgress = () =>
    journal.get<{ holding_in_progress: boolean }>('/users/crypto_assets/holding_in_progress')
  expect(await inProgress()).toEqual({ holding_in_progress: false })
  await journal.upload('more.csv', `${HEADER}\n2024-02-02T00:00:00Z,buy,1,ADA,1,USD,,,Kraken,Yes,m1\n`)
  expect(await inProgress()).toEqual({ holding_in_progress: true })
  expect((await journal.page()).holding_in_progress).toBe(true)
  await server.drainJobs()
  expect(await inProgress()).toEqual({ holding_in_progress: false })
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  expect(await inProgress()).toEqual({ holding_in_progress: true })
  await server.drainJobs()
  expect(await inProgress()).toEqual({ holding_in_progress: false })
})

test('lots come oldest first and add up to their asset, each with its term and the transaction that acquired it', async () => {
  const journal = await customer()
  await journal.calculate()
  const lots = async (query: string) =>
    holdings.lots['~orpc'].outputSchema!.parse(await journal.get(`/users/crypto_assets/lots?${query}`))
  const answer = await lots('asset=BTC')
  expect(answer).toMatchObject({
    total: 3,
    currency: 'USD',
    today: '2025-06-01',
    method: 'fifo',
    since: '2023-01-02',
  })
  expect(
    answer.rows.map((lot) => [
      lot.account_slug,
      lot.acquired,
      lot.quantity,
      lot.basis,
      lot.value,
      lot.gain,
      lot.term,
      lot.days,
    ]),
  ).toEqual([
    ['kraken', '2023-01-02', '1', '20000', '80000', '60000', 'long', 0],
    ['kraken', '2024-07-01', '0.5', '30000', '40000', '10000', 'short', 31],
    ['gemini', '2025-03-01', '0.25', '20000', '20000', '0', 'short', 274],
  ])
  const [first] = answer.rows
  const bought = await journal.get<{ data: { id: string } }>(`/transactions/${first?.transaction_id ?? ''}`)
  expect(bought.data.id).toBe(first?.transaction_id)
  expect((await lots('asset=BTC&offset=1&limit=1')).rows.map(({ acquired }) => acquired)).toEqual([
    '2024-07-01',
  ])
  expect(await lots('asset=NOPE')).toMatchObject({ rows: [], total: 0 })
  expect((await lots('asset=XYZ')).rows).toMatchObject([{ quantity: '5', value: null, gain: null }])
})

test('a gift worth less than it had cost loses from what it was worth then, in the list and in its lots', async () => {
  const journal = await customer()
  await journal.calculate()
  // As the engine keeps one: bought in 2020 for 900 a piece, worth 600 when it was given in March 2025.
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      update lots set basis = 900, acquired = '2020-01-01', loss_basis = 600, loss_acquired = '2025-03-01'
      where user_id = ${journal.userId} and asset_id = 'ETH'`),
  )
  const price = (dollars: number) =>
    journal.customer.upload('/price_files', {
      file: new File(
        [`asset,date,price\nETH,2025-05-30,${dollars.toString()}\n`],
        `p${dollars.toString()}.csv`,
      ),
    })
  const eth = async () => {
    const { data, totals } = await journal.page()
    const { rows } = await journal.get<{ rows: { gain: string; term: string }[] }>(
      '/users/crypto_assets/lots?asset=ETH',
    )
    const held = data.holdings.find(({ asset }) => asset === 'ETH')
    return [held?.gain, rows.map(({ gain, term }) => `${gain} ${term}`), totals.gain?.total]
  }
  for (const [dollars, gain, lot] of [
    [1000, { long: '100', short: '0', total: '100' }, '100 long'],
    [700, { long: '0', short: '0', total: '0' }, '0 long'],
    [500, { long: '0', short: '-100', total: '-100' }, '-100 short'],
  ] as const) {
    await price(dollars)
    await server.drainJobs()
    expect(await eth()).toEqual([gain, [lot], (70000 + Number(gain.total)).toString()])
  }
})

test('known prices of the last thirty days make a trend, one of a day', async () => {
  const journal = await customer()
  await journal.customer.upload('/price_files', {
    file: new File(
      [
        'asset,date,price\n',
        ...['2025-04-20,1', '2025-05-20,2', '2025-05-21T08:00:00Z,3', '2025-05-21T09:00:00Z,4'].map(
          (row) => `XYZ,${row}\n`,
        ),
      ],
      'xyz.csv',
    ),
  })
  await server.drainJobs()
  const { data } = await journal.page()
  const xyz = data.holdings.find(({ asset }) => asset === 'XYZ')
  expect(xyz).toMatchObject({
    price: { price: '4', at: '2025-05-21T09:00:00.000Z', origin: 'own_price' },
    value: '20',
    trend: [
      { day: '2025-05-20', price: '2' },
      { day: '2025-05-21', price: '4' },
    ],
  })
})

test('the files have every asset and every lot, with empty cells for what is not known', async () => {
  const journal = await customer()
  await journal.calculate()
  const file = async (path: string) => (await journal.customer.request('GET', path)).text.split('\r\n')
  const held = await file('/users/crypto_assets/holdings.csv')
  expect(held).toHaveLength(5)
  expect(held[1]).toBe(
    'BTC,BTC,1.75,1,3,80000,2025-03-01T00:00:00Z,Your transaction,140000,70000,60000,10000,USD',
  )
  expect(held[3]).toMatch(/^XYZ,XYZ,5,0,1,,,,,0,,,USD$/)
  const lots = await file('/users/crypto_assets/lots.csv')
  expect(lots).toHaveLength(7)
  expect(lots[1]).toMatch(
    /^BTC,BTC,Kraken,2023-01-02,1,20000,80000,60000,Long-term,2024-01-03,USD,[0-9a-f-]{36}$/,
  )
})

test('value and cost over time: balances of the journal at the newest price of each moment', async () => {
  const journal = await customer()
  const points = async (period: string) =>
    holdings.valueOverTime['~orpc'].outputSchema!.parse(
      await journal.get(`/users/crypto_assets/value_over_time?period=${period}`),
    ).points
  const near = async (period: string, day: string) => {
    const all = await points(period)
    const { value, basis, unpriced } = all.find(({ at }) => at >= `${day}T12:00:00`)!
    return [value, basis, unpriced]
  }
  expect((await points('1M')).every(({ basis }) => basis === null)).toBe(true)
  await journal.calculate()
  const month = await points('1M')
  expect([month.length, month[0]?.at, month.at(-1)?.at]).toEqual([
    31,
    '2025-05-02T12:00:00.000Z',
    '2025-06-01T12:00:00.000Z',
  ])
  // ETH at 1,000 as it was bought, until two were sold for 2,000 each.
  expect(await near('1M', '2025-05-19')).toEqual(['143000', '73000', 1])
  expect(await near('1M', '2025-05-20')).toEqual(['142000', '71000', 1])
  // The last point is what the holdings say.
  expect(month.at(-1)).toMatchObject({ value: '142000', basis: '71000', unpriced: 1 })
  const all = await points('All')
  expect(all.length).toBe(120)
  expect(all[0]).toMatchObject({ value: '20000', basis: '20000', unpriced: 0 })
  expect(await near('All', '2023-02-01')).toEqual(['20000', '20000', 0])
  expect(all.at(-1)).toEqual(month.at(-1))
  const empty = await customerWith(server)
  expect(await empty.get('/users/crypto_assets/value_over_time')).toEqual({ currency: 'USD', points: [] })
})

test('who only bought has lots too, although nothing is taxable', async () => {
  const journal = await customer(`${HEADER}\n2024-01-02T00:00:00Z,buy,2,BTC,90000,USD,10,USD,Kraken,Yes,b1\n`)
  await journal.customer.expect(409, 'POST', '/imports/v1/tax_calculations/start_tax_calculation')
  expect((await journal.page()).data.holdings).toMatchObject([{ quantity: '2', basis: null, lots: null }])
  await journal.post('/users/crypto_assets/calculate')
  await server.drainJobs()
  expect((await journal.page()).data.holdings).toMatchObject([
    { quantity: '2', basis: '90010', lots: 1, long_quantity: '2', gain: { long: '-10', short: '0' } },
  ])
  const { data: details } = await journal.get<{ data: object }>('/imports/v1/tax_calculations/details')
  expect(details).toMatchObject({ taxable_or_incoming: 0, need_tax_calculation: false })
  const empty = await customerWith(server)
  await empty.customer.expect(409, 'POST', '/users/crypto_assets/calculate')
})

test('nobody sees what another holds', async () => {
  const journal = await customer()
  await journal.calculate()
  const other = await customerWith(server)
  const { rows } = await other.get<{ rows: unknown[] }>('/users/crypto_assets/lots?asset=BTC')
  expect(rows).toEqual([])
  const { data } = await journal.get<{ data: { id: string }[] }>('/imports/v2/import_histories')
  await other.customer.expect(404, 'GET', `/users/crypto_assets?account=${data[0]?.id ?? ''}`)
  await other.customer.expect(404, 'GET', `/users/crypto_assets/lots?asset=BTC&account=${data[0]?.id ?? ''}`)
})

test('the totals open to their assets, an asset to its lots, and a lot to what acquired it', async () => {
  const journal = await customer()
  await journal.calculate()
  const open = async (handle: string) =>
    (await journal.get<{ data: Explanation }>(`/explain?handle=${encodeURIComponent(handle)}`)).data
  const gain = await open('holdings:gain')
  expect(gain).toMatchObject({
    value: '71000',
    formula: [
      { sign: '+', value: '142000', handle: 'holdings:value' },
      { sign: '-', value: '71000', handle: 'holdings:basis' },
    ],
    rows: [
      { handle: 'holding:BTC', title: 'BTC', value: '70000' },
      { handle: 'holding:ETH', title: 'ETH', value: '1000' },
    ],
    row_count: 2,
  })
  expect(gain.sentence).toContain('1 more asset has no price and is not counted.')
  expect(await open('holdings:value')).toMatchObject({ value: '142000' })
  expect(await open('holdings:basis')).toMatchObject({ value: '71000' })

  const btc = await open('holding:BTC')
  expect(btc).toMatchObject({
    value: '70000',
    formula: [
      { sign: '+', value: '140000' },
      { sign: '-', value: '70000' },
    ],
    row_count: 3,
  })
  expect((await open(btc.rows[0]?.handle ?? '')).records.length).toBeGreaterThan(0)
  const unpriced = await open('holding:XYZ')
  expect(unpriced).toMatchObject({ is_unpriced: true, formula: [] })
  expect(unpriced.sentence).toContain('Nothing tells its price')
  for (const handle of ['holdings:all', 'holding:NOPE'])
    expect((await journal.customer.request('GET', `/explain?handle=${handle}`)).status).toBe(404)
})
