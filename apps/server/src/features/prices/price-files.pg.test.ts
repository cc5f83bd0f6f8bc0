import type {
  Explanation,
  IncomeRow,
  OwnPrice,
  PriceFile,
  PriceProblem,
  TransactionDetail,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { seedTokens } from './seed-tokens.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,
2024-01-02T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,
2024-01-02T10:00:00Z,staking reward,5,XYZ,,,,,Kraken,yes,
2024-01-03T10:00:00Z,buy,1,DOT,8,USD,,,Kraken,yes,
`
/** A transaction as the tests below name it: `r2` came in on the second. */
const NAME = sql`case when t.type = 'buy' then 'b' when t.to_asset = 'XYZ' then 'x' else 'r' end || extract(day from t.at at time zone 'UTC')`
const NOTHING: { value: string | null; origin: string | null } = { value: null, origin: null }

interface Uploaded {
  file: PriceFile
  is_repeat: boolean
  valued: number
  problems: PriceProblem[]
}

async function pricedCustomer() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  const sendPrices = async (text: string, name = 'prices.csv', fields: Record<string, string> = {}) =>
    journal.customer.upload('/price_files', { file: new File([text], name), ...fields })
  const upload = async (...args: Parameters<typeof sendPrices>) => {
    const answer = await sendPrices(...args)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as Uploaded
  }
  const query = <Row extends object>(query: ReturnType<typeof sql>) =>
    withSubject(server.db, self(journal.userId), (tx) => tx.all<Row>(query))
  return {
    ...journal,
    sendPrices,
    upload,
    query,
    removeFile: (id: string) =>
      journal.customer.expect(200, 'DELETE', `/price_files/${id}`) as Promise<{ valued: number }>,
    restoreFile: (id: string) => journal.post(`/price_files/${id}/restore`) as Promise<{ valued: number }>,
    files: async () => (await journal.get<{ data: PriceFile[] }>('/price_files')).data,
    prices: (filter = '') =>
      journal.get<{ rows: OwnPrice[]; total: number; next: string | null }>(`/own_prices?${filter}`),
    /** Value of each transaction, by its name. */
    values: async () => {
      const rows = await query<{ name: string; value: string | null; origin: string | null }>(sql`
        select ${NAME} as name, v.value::text, v.origin from transactions t
        left join valuations v on v.user_id = t.user_id and v.transaction_id = t.id and v.side = 'to' order by 1`)
      return Object.fromEntries(rows.map(({ name, value, origin }) => [name, { value, origin }]))
    },
    versions: async () => {
      const rows = await query<{ name: string; version: string }>(sql`
        select ${NAME} as name, journal_version::text as version from transactions t
        union all select 'journal', version::text from journals order by 1`)
      return Object.fromEntries(rows.map(({ name, version }) => [name, version]))
    },
    missing: async () =>
      (await journal.rows('review=true')).filter((row) => row.findings.includes('missing_price')).length,
  }
}

test('R7.65 what a record states is not counted as revalued', async () => {
  const customer = await pricedCustomer()
  const { file, valued } = await customer.upload(
    'Asset,Date,Price\nDOT,2024-01-01,7\nDOT,2024-01-02,7\nDOT,2024-01-03,7\n',
  )
  expect([valued, file.used_by]).toEqual([2, 2])
  expect(await customer.removeFile(file.id)).toMatchObject({ valued: 2 })
})

test('E19 N23 a price file values what lacked a price, and only that, with its file and line', async () => {
  const customer = await pricedCustomer()
  expect(await customer.missing()).toBe(3)
  const before = await customer.versions()
  const done = await customer.upload(
    'Asset,Date,Price\nDOT,2024-01-01,7.5\nDOT,2023-06-01,1\nNOPE,2024-01-01,1\nDOT,never,1\n',
  )
  expect(done).toMatchObject({
    is_repeat: false,
    valued: 1,
    problems: [{ line: 5, column: 'Date', value: 'never', message: 'This is not a date.' }],
    file: {
      prices: 3,
      added: 3,
      changed: 0,
      problem_count: 1,
      used_by: 1,
      assets: ['DOT', 'NOPE'],
      unknown_assets: ['NOPE'],
    },
  })
  expect(await customer.values()).toEqual({
    r1: { value: '15', origin: 'own_price' },
    r2: NOTHING,
    x2: NOTHING,
    // The dollars paid are the value, whatever a file says.
    b3: { value: '8', origin: 'other_side' },
  })
  expect(await customer.missing()).toBe(2)
  const after = await customer.versions()
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['journal', 'r1'])
  const { rows } = await customer.prices('asset=DOT&from_day=2024-01-01&to_day=2024-01-01')
  expect(rows).toMatchObject([{ price: '7.5', origin: 'prices.csv', line: 2, is_current: true }])
  const problems = await customer.get<{ total: number }>(`/price_files/${done.file.id}/problems`)
  expect(problems).toMatchObject({ total: 1, file_name: 'prices.csv' })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N23 E13 a token is the same asset in a history and in its prices, by every name and of a chain that nobody knows', async () => {
  const customer = await pricedCustomer()
  await seedTokens(server.db)
  const odd = `0x${'aB'.repeat(20)}`
  const uni = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
  await customer.import(
    'tokens.csv',
    [
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Asset IN Id',
      `2024-02-01T10:00:00Z,staking reward,2,ODD,,,,,Kraken,yes,o1,eip155:999999/erc20:${odd}`,
      '2024-02-02T10:00:00Z,staking reward,3,UNI,,,,,Kraken,yes,u1,',
      '',
    ].join('\n'),
  )
  const done = await customer.upload(
    [
      'Asset,Date,Price',
      `eip155:999999/erc20:${odd},2024-02-01,4`,
      `ethereum:${uni},2024-02-02,5`,
      // The same again under another name, and another price of it.
      'UNI,2024-02-02,5',
      'UNI,2024-02-02T00:00:00Z,6',
      '',
    ].join('\n'),
  )
  expect(done).toMatchObject({ valued: 2, file: { prices: 2, unknown_assets: [] } })
  expect(done.problems).toMatchObject([
    { line: 5, column: 'Price', value: '6', message: 'Line 4 gives another price for the same moment.' },
  ])
  const named = await customer.sendPrices('Date,Price\n2024-03-01,4\n', 'of-one.csv', {
    asset: `eip155:999999/erc20:${odd}`,
  })
  expect(named.body).toMatchObject({
    file: { asset: `eip155:999999:${odd.toLowerCase()}`, unknown_assets: [] },
  })
})

test('the rate of a currency holds over a weekend and no other price does; a price of 0 is none, and said', async () => {
  const customer = await pricedCustomer()
  await customer.import(
    'weekend.csv',
    `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2025-01-04T10:00:00Z,buy,0.01,BTC,900,EUR,,,Bitvavo,no,
2025-01-10T10:00:00Z,buy,0.01,BTC,900,EUR,,,Bitvavo,no,
2025-01-04T10:00:00Z,staking reward,2,DOT,,,,,Bitvavo,no,
`,
  )
  const before = await customer.missing()
  const done = await customer.upload(
    'Asset,Date,Price\nEUR,2025-01-03,1.0299\nDOT,2025-01-03,7\nDOT,2025-01-04,0\n',
    'rates.csv',
  )
  expect(done.problems).toMatchObject([
    { line: 4, column: 'Price', value: '0', message: 'A price of 0 is no price.' },
  ])
  // The Saturday alone: the rate of the third holds until the ninth.
  expect(done.valued).toBe(1)
  expect(await customer.missing()).toBe(before - 1)
  const values = await customer.query<{ value: string }>(sql`
    select v.value::text from valuations v where v.origin = 'own_price' and v.side = 'from'`)
  expect(values).toEqual([{ value: '926.91' }])
})

test('the same file twice adds nothing, and nothing that nobody has changes the journal', async () => {
  const customer = await pricedCustomer()
  const text = 'Asset,Date,Price\nDOT,2024-01-01,7.5\n'
  const { file } = await customer.upload(text)
  const before = await customer.versions()
  expect(await customer.upload(text)).toMatchObject({ is_repeat: true, valued: 0, file: { id: file.id } })
  // The same prices in another file: another file, and no value moves.
  expect(await customer.upload(`${text}\n`, 'again.csv')).toMatchObject({
    is_repeat: false,
    valued: 0,
    file: { prices: 1, added: 0, changed: 0 },
  })
  await customer.upload('Asset,Date,Price\nNOPE,2024-01-01,7.5\n')
  expect(await customer.versions()).toEqual(before)
  expect(await customer.files()).toHaveLength(3)
  expect((await customer.prices('asset=DOT')).rows.map((row) => row.is_current)).toEqual([true, false])
})

test('two uploads of one file at once are one file', async () => {
  const customer = await pricedCustomer()
  const text = 'Asset,Date,Price\nDOT,2024-01-01,7.5\n'
  const [one, other] = await Promise.all([customer.upload(text), customer.upload(text)])
  expect(one.file.id).toBe(other.file.id)
  expect(one.is_repeat).not.toBe(other.is_repeat)
  expect((await customer.prices()).total).toBe(1)
})

test('a later file is a revision: the calculation keeps the price it used, and a deletion brings the earlier one back', async () => {
  const customer = await pricedCustomer()
  await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\nDOT,2024-01-02,8\n')
  await customer.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const used = () =>
    customer.query<{ price: string }>(sql`
      select o.price::text as price from incomes i join own_prices o on o.user_id = i.user_id and o.id = i.price_id
      order by i.date`)
  expect(await used()).toEqual([{ price: '7.5' }, { price: '8' }])

  const { file, valued } = await customer.upload(
    'Asset,Date,Price\nDOT,2024-01-01,9\nDOT,2024-01-02,8\n',
    'newer.csv',
  )
  expect([valued, file.added, file.changed]).toEqual([1, 0, 1])
  expect((await customer.values())['r1']).toEqual({ value: '18', origin: 'own_price' })
  expect(await used()).toEqual([{ price: '7.5' }, { price: '8' }])
  expect(
    (await customer.prices('from_day=2024-01-01&to_day=2024-01-01')).rows
      .map((row) => `${row.price} ${row.is_current}`)
      .toSorted(),
  ).toEqual(['7.5 false', '9 true'])

  expect(await customer.removeFile(file.id)).toMatchObject({ valued: 1 })
  expect((await customer.values())['r1']).toEqual({ value: '15', origin: 'own_price' })
  expect(await customer.files()).toHaveLength(1)
  expect((await customer.prices()).total).toBe(2)
  expect(await customer.restoreFile(file.id)).toMatchObject({ valued: 1 })
  expect((await customer.values())['r1']).toEqual({ value: '18', origin: 'own_price' })
  expect((await customer.customer.request('POST', `/price_files/${file.id}/restore`, {})).body).toMatchObject(
    {
      code: 'already_undone',
    },
  )
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E19 without its only file a value is missing again, as a finding and not as zero', async () => {
  const customer = await pricedCustomer()
  const { file } = await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\n')
  expect(await customer.missing()).toBe(2)
  await customer.removeFile(file.id)
  expect((await customer.values())['r1']).toEqual(NOTHING)
  expect(await customer.missing()).toBe(3)
  // The same bytes again bring it back.
  expect(await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\n')).toMatchObject({
    is_repeat: true,
    valued: 1,
  })
  expect(await customer.missing()).toBe(2)
})

test('E19 what lacks a price is told by asset, with its years, until a file has it', async () => {
  const customer = await pricedCustomer()
  const missing = async () => (await customer.get<{ data: object[] }>('/missing_prices')).data
  expect(await missing()).toEqual([
    {
      asset: 'DOT',
      symbol: 'DOT',
      transactions: 2,
      years: [2024],
      from: '2024-01-01T10:00:00.000Z',
      to: '2024-01-02T10:00:00.000Z',
    },
    expect.objectContaining({ asset: 'XYZ', transactions: 1 }),
  ])
  await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\nDOT,2024-01-02,8\n')
  expect(await missing()).toMatchObject([{ asset: 'XYZ' }])
})

test('a file that repeated another stands alone when it is brought back alone', async () => {
  const customer = await pricedCustomer()
  const { file: first } = await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\n')
  const { file: second } = await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.50\n')
  await customer.removeFile(first.id)
  expect((await customer.values())['r1']?.value).toBe('15')
  await customer.removeFile(second.id)
  expect(await customer.restoreFile(second.id)).toMatchObject({ valued: 1 })
  expect((await customer.values())['r1']?.value).toBe('15')
})

test('a price holds for 24 hours, until the next; the same moment in another file counts once', async () => {
  const customer = await pricedCustomer()
  await customer.upload(
    'Asset,Timestamp,Price\nDOT,2024-01-01T09:30:00Z,6\nDOT,2024-01-01T10:00:01Z,99\nDOT,2024-01-01,1\n',
  )
  expect((await customer.values())['r1']?.value).toBe('12')
  // 24 hours and half after 09:30, and a second short of 24 hours after the other.
  expect((await customer.values())['r2']?.value).toBe('198')
})

test('what is locked keeps its value', async () => {
  const customer = await pricedCustomer()
  await customer.query(
    sql`update customers set locked_before = '2024-01-02' where user_id = ${customer.userId}`,
  )
  const answer = await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\nDOT,2024-01-02,8\n')
  expect(answer).toMatchObject({ valued: 1, locked: 1 })
  expect(await customer.values()).toMatchObject({ r1: NOTHING, r2: { value: '16' } })
  await customer.post('/tax_years/lock', { before: null })
  await server.drainJobs()
  expect(await customer.values()).toMatchObject({ r1: { value: '15' }, r2: { value: '16' } })
})

test('a file that names no asset is asked for it, and one that cannot be read is refused with the reason', async () => {
  const customer = await pricedCustomer()
  const candles = 'Date,Open,High,Low,Close\n2024-01-01,1,2,3,7.5\n'
  const asked = await customer.sendPrices(candles)
  expect([asked.status, asked.body]).toMatchObject([
    422,
    { code: 'invalid_input', fields: { asset: expect.stringContaining('Name it') as string } },
  ])
  expect(await customer.upload(candles, 'dot.csv', { asset: 'dot' })).toMatchObject({
    valued: 1,
    file: { assets: ['DOT'], asset: 'DOT' },
  })
  const unknown = await customer.sendPrices(candles, 'dot.csv', { asset: 'coin:' })
  expect([unknown.status, unknown.body]).toMatchObject([
    422,
    { code: 'invalid_input', fields: { asset: expect.stringContaining('names no asset') as string } },
  ])
  const refused = await customer.sendPrices('a,b\n1,2\n')
  expect([refused.status, refused.body]).toMatchObject([422, { code: 'unsupported_file' }])
  expect((await customer.sendPrices('Asset,Date,Price\n', 'prices.pdf')).body).toMatchObject({
    code: 'unsupported_file',
  })
  const template = await customer.customer.request('GET', '/price_files/lotbook-prices.csv')
  expect(template.text).toBe('Asset,Date,Price,Currency\r\n')
})

test('a file without one price that can be used is refused with the reasons, and nothing of it is kept', async () => {
  const customer = await pricedCustomer()
  const refused = await customer.sendPrices(
    'Asset,Date,Price\nDOT,never,1\nDOT,2024-01-01,-\nDOT,2024-01-02,x\nDOT,2024-01-03,y\n',
  )
  expect([refused.status, refused.body]).toMatchObject([422, { code: 'unsupported_file' }])
  const { message } = refused.body as { message: string }
  expect(message).toContain(
    'No row has a price that can be used, so nothing is kept. Line 2, Date: This is not a date.',
  )
  expect(message).toMatch(/Line 3.*Line 4.*1 more row like these\.$/)
  expect(((await customer.sendPrices('Asset,Date,Price\n')).body as { message: string }).message).toContain(
    'There is no row in it.',
  )
  for (const nothing of ['', '\n\n']) {
    const empty = await customer.sendPrices(nothing, 'empty.csv')
    expect([empty.status, empty.body]).toMatchObject([
      422,
      { code: 'unsupported_file', message: 'empty.csv: The file is empty.' },
    ])
  }
  expect(await customer.files()).toEqual([])
})

test('the list goes page by page, of one moment by asset and the later file first', async () => {
  const customer = await pricedCustomer()
  const days = Array.from({ length: 3 }, (_, i) => `DOT,2024-02-0${i + 1},${i + 1}`)
  await customer.upload(`Asset,Date,Price\n${days.join('\n')}\nADA,2024-02-02,7\n`)
  await customer.upload('Date,SOL,ADA,DOT\n2024-02-02,9,8,2.5\n')
  const seen: string[] = []
  for (let cursor = ''; ;) {
    const page = await customer.prices(`limit=2${cursor}`)
    expect(page.total).toBe(7)
    seen.push(...page.rows.map((row) => `${row.asset} ${row.price}`))
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  expect(seen).toEqual(['DOT 3', 'ADA 8', 'ADA 7', 'DOT 2.5', 'DOT 2', 'SOL 9', 'DOT 1'])
})

test('E19 a value says where it comes from: file and line, person, record; a result the price that it was made with', async () => {
  const customer = await pricedCustomer()
  const { file } = await customer.upload('Asset,Date,Price\nDOT,2024-01-01,7.5\nDOT,2024-01-02,8\n')
  const rows = await customer.rows()
  const reward = rows[0]?.id ?? ''
  const source = async (id = reward) =>
    (await customer.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data.value?.source
  expect(await source()).toBe(
    'From your price file (prices.csv, line 2), at 7.5 USD each, of Jan 01, 2024 00:00:00 UTC.',
  )
  expect(await source(rows.find((row) => row.type === 'buy')?.id)).toBe(
    'The value of the other side of the same transaction.',
  )

  await customer.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { rows: incomes } = await customer.get<{ rows: IncomeRow[] }>('/one_year/incomes?year=2024')
  const first = incomes.find((row) => row.value === '15')
  const told = async () =>
    (await customer.get<{ data: Explanation }>(`/explain?handle=${first?.handle}`)).data.price
  const before = await told()
  expect(before).toMatchObject({ value: '15', origin: 'own_price', provider: 'prices.csv' })
  expect(before?.sentence).toBe(await source())

  await customer.upload('Asset,Date,Price\nDOT,2024-01-01,9\n', 'newer.csv')
  expect(await source()).toContain('newer.csv, line 2), at 9 USD each')
  expect(await told()).toMatchObject({
    value: '15',
    sentence: `${before?.sentence} Another price counts by now: calculate again to use it.`,
  })
  await customer.removeFile(file.id)
  expect((await told())?.sentence).toContain('(prices.csv, line 2, since deleted), at 7.5 USD each')

  await customer.patch(reward, { value: '20' })
  const day = server.clock.now().toISOString().slice(0, 10)
  expect(await source()).toBe(`You set this value on ${day}.`)
})
