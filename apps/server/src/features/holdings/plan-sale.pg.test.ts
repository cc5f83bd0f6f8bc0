import { holdings, type DisposalRow, type SalePlan, type TaxSettings } from '@lotbook/contract'
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
const HISTORY = [
  HEADER,
  '2023-01-02T00:00:00Z,buy,1,BTC,20000,USD,,,Kraken,Yes,b1',
  '2024-07-01T00:00:00Z,buy,0.7,BTC,42000,USD,,,Kraken,Yes,b2',
  '2024-09-10T00:00:00Z,buy,0.3,BTC,16000,USD,,,Kraken,Yes,b3',
  '2025-02-01T00:00:00Z,sell,30000,USD,0.333333333333333333,BTC,11,USD,Kraken,Yes,s1',
  '2025-03-01T00:00:00Z,buy,0.25,BTC,20000,USD,,,Gemini,Yes,b4',
  '2025-03-02T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,x1',
  '',
].join('\n')

async function customer(history = HISTORY) {
  const journal = await customerWith(server)
  await journal.import('history.csv', history)
  const { data } = await journal.get<{ data: { id: string; account_slug: string }[] }>(
    '/imports/v2/import_histories',
  )
  const account = (slug: string) => data.find(({ account_slug }) => account_slug === slug)?.id ?? ''
  const ask = (asked: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ asset: 'BTC', account: account('kraken'), ...asked })
    return `/users/crypto_assets/sale_plan?${query.toString()}`
  }
  const plan = async (asked: Readonly<Record<string, string>>): Promise<SalePlan> =>
    holdings.salePlan['~orpc'].outputSchema!.parse(await journal.get(ask(asked)))
  return { ...journal, account, ask, plan }
}

test.each([
  ['fifo', '0.9', '80000'],
  ['hifo', '0.9', '80000'],
  ['lifo', '0.123456789012345678', '79999.99'],
  ['lofo', '1.666666666666666667', '51234.567'],
] as const)(
  'a planned sale is what the calculation says once it is made: %s, %s',
  async (method, quantity, price) => {
    const journal = await customer()
    const settings = await journal.get<TaxSettings>('/setting/tax')
    await journal.setTax({ ...settings, method })
    const planned = await journal.plan({ quantity, price })
    expect(planned).toMatchObject({ method, day: '2025-06-01', price: { price, at: null, origin: 'given' } })
    await journal.import(
      'sale.csv',
      `${HEADER}\n2025-06-01T10:00:00Z,sell,${planned.proceeds},USD,${quantity},BTC,,,Kraken,Yes,made\n`,
    )
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
    const made = rows.filter(({ disposed }) => disposed === '2025-06-01')
    expect(planned.lots.map(({ long_term_from: _from, ...lot }) => lot)).toEqual(
      made.map(
        ({ lot_transaction_id: transaction_id, acquired, quantity: units, proceeds, basis, gain, term }) => ({
          transaction_id,
          acquired,
          quantity: units,
          proceeds,
          basis,
          gain,
          term,
        }),
      ),
    )
    expect(planned.lots_total).toBe(made.length)
  },
)

test('what waiting changes: the next lot that turns long-term, and the day from which all are', async () => {
  const journal = await customer()
  // 0.666… of the oldest lot are left.
  const planned = await journal.plan({ quantity: '1.5', price: '80000' })
  expect(planned).toMatchObject({
    today: '2025-06-01',
    day: '2025-06-01',
    proceeds: '120000',
    long_quantity: '0.666666666666666667',
    lots: [
      { acquired: '2023-01-02', term: 'long' },
      {
        acquired: '2024-07-01',
        quantity: '0.7',
        basis: '42000',
        gain: '14000',
        term: 'short',
        long_term_from: '2025-07-02',
      },
      { acquired: '2024-09-10', term: 'short', long_term_from: '2025-09-11' },
    ],
  })
  expect(planned.waits.map(({ day, days, long_quantity }) => [day, days, long_quantity])).toEqual([
    ['2025-07-02', 31, '1.366666666666666667'],
    ['2025-09-11', 102, '1.5'],
  ])
  expect(planned.waits.map(({ gain }) => gain.total)).toEqual([planned.gain.total, planned.gain.total])
  expect(planned.waits[1]?.gain.short).toBe('0')
  // Lots of another account are not touched.
  expect(planned.lots.map(({ acquired }) => acquired)).not.toContain('2025-03-01')
  const long = await journal.plan({ quantity: '0.5', price: '80000' })
  expect([long.gain.short, long.waits]).toEqual(['0', []])
})

test('the newest known price stands in for one that is not given, and without any it must be', async () => {
  const journal = await customer()
  expect((await journal.plan({ quantity: '0.1' })).price).toEqual({
    price: '80000',
    at: '2025-03-01T00:00:00.000Z',
    origin: 'transaction',
  })
  const refused = await journal.customer.request('GET', journal.ask({ asset: 'XYZ', quantity: '1' }))
  expect([refused.status, refused.body]).toMatchObject([422, { fields: { price: /No price is known/ } }])
  expect(await journal.plan({ asset: 'XYZ', quantity: '1', price: '3' })).toMatchObject({
    proceeds: '3',
    symbol: 'XYZ',
  })
})

test('what cannot be sold is refused with its reason, and nothing of a plan is kept', async () => {
  const journal = await customer()
  const before = await state(journal.userId)
  for (const [asked, field] of [
    [{ quantity: '2', price: '1' }, 'quantity'],
    [{ quantity: '0', price: '1' }, 'quantity'],
    [{ quantity: '1', price: '-1' }, 'price'],
    [{ quantity: '1', price: '1', day: '2025-05-31' }, 'day'],
    [{ quantity: '1', price: '1', day: '2026-01-01' }, 'day'],
  ] as const) {
    const answer = await journal.customer.request('GET', journal.ask(asked))
    expect([answer.status, Object.keys((answer.body as { fields: object }).fields)]).toEqual([422, [field]])
  }
  const tooMuch = await journal.customer.request('GET', journal.ask({ quantity: '2', price: '1' }))
  expect(tooMuch.body).toMatchObject({ message: 'Kraken holds 1.666666666666666667 BTC.' })
  await journal.plan({ quantity: '1', price: '1' })
  expect(await state(journal.userId)).toEqual(before)

  const other = await customerWith(server)
  await other.customer.expect(404, 'GET', journal.ask({ quantity: '1', price: '1' }))
  await journal.customer.expect(404, 'GET', journal.ask({ account: newId(), quantity: '1', price: '1' }))
})

test('a history that does not fit the packed columns is planned the same', async () => {
  const journal = await customer(
    `${HISTORY}2024-01-05T00:00:00Z,buy,1234567890123456789012345.123456789012,SHIB,10,USD,,,Kraken,Yes,big\n`,
  )
  expect((await journal.plan({ quantity: '0.7', price: '80000' })).lots).toMatchObject([
    { acquired: '2023-01-02', quantity: '0.666666666666666667', term: 'long' },
    { acquired: '2024-07-01', quantity: '0.033333333333333333', basis: '2000', term: 'short' },
  ])
})

/** The version of a journal, and how much there is of what a calculation keeps. */
function state(userId: string) {
  return withSubject(server.db, self(userId), (tx) =>
    tx.one(sql`
      select j.version, j.transactions, (select count(*) from calculations where user_id = ${userId}) as calculations,
        (select count(*) from transactions where user_id = ${userId}) as rows
      from journals j where j.user_id = ${userId}`),
  )
}

test('N19 a planned sale says what tax it adds, and what it would add after waiting, where a filing status is given', async () => {
  const { plan, post } = await customer()
  const asked = { quantity: '1', price: '60000' }
  const me = { filing_status: 'single', other_income: '90000' }
  // Before anything was calculated there is no year to add to.
  expect((await plan({ ...asked, ...me })).tax).toBeNull()
  await post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  expect((await plan(asked)).tax).toBeNull()
  const { gain, tax, waits, is_broker } = await plan({ ...asked, ...me })
  // 26,666.67 long-term at 15 percent, and no gain on the 0.33 of the lot that cost 60,000 each.
  expect([gain.long, gain.short, tax, is_broker]).toEqual(['26666.666666666667', '0', '4000', true])
  expect(waits.map(({ day, tax: later }) => [day, later])).toEqual([['2025-07-02', '4000']])
  const dear = await plan({ ...asked, ...me, price: '90000' })
  // 46,666.67 at 15 percent and 10,000 at 22; a month later all of it at 15.
  expect([dear.tax, dear.waits[0]?.tax]).toEqual(['9200', '8500'])
})
