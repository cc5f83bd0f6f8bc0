import type {
  AllocationRecord,
  AssetUnits,
  DisposalRow,
  Explanation,
  OneYear,
  SafeHarborState,
  TaxSettings,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner, testCustomer, testDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

/*
 * One coin each for 4,000 (2019), 61,000 (2021) and 23,500 (2022), of which two went to Kraken in 2023. Coinbase sells its
 * coin for 80,000 on June 2, 2025, Kraken one of two for 70,000 on February 2, 2026.
 */
const HEAD =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = `${HEAD}
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,2,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,2,BTC,,,,,Kraken,yes,m1
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2026-02-02T12:00:00Z,sell,70000,USD,1,BTC,,,Kraken,yes,s2
`
const MORE = `${HEAD}
2024-05-01T12:00:00Z,buy,1,BTC,60000,USD,,,Kraken,yes,b4
`

/** Move the clock, back too: what counts is when an allocation was recorded. */
function itIs(instant: string): void {
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
}

const PRESENT = server.clock.now().toISOString()

async function holder({ pool = 'universal', history = HISTORY } = {}) {
  itIs(PRESENT)
  const journal = await customerWith(server)
  const source_id = await journal.import('history.csv', history)
  const settings = await journal.get<TaxSettings>('/setting/tax')
  await journal.post('/setting/tax', { ...settings, pool_before_2025: pool, time_zone: 'UTC' })
  const rows = await journal.rows()
  const at = (day: string) => rows.find((row) => row.at.startsWith(day))?.id ?? fail(day)
  const account = (name: string) => rows.find((row) => row.account_name === name)?.account_id ?? fail(name)
  const state = async (query = '') =>
    (await journal.get<{ data: SafeHarborState }>(`/safe_harbor${query}`)).data
  return {
    ...journal,
    source_id,
    at,
    coinbase: account('Coinbase'),
    kraken: account('Kraken'),
    state,
    async compared(own: object | null = null, query = '') {
      server.clock.advance(1) // the newest is told by its time
      await journal.post('/safe_harbor/comparisons', { own })
      await server.drainJobs()
      const { comparison } = await state(query)
      return comparison ?? fail('comparison')
    },
    record: (choice: object) => journal.customer.request('POST', '/safe_harbor/records', choice),
    async gains(): Promise<(string | null)[]> {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
      const after = await journal.rows()
      return ['2025-06-02', '2026-02-02'].map(
        (day) => after.find((row) => row.at.startsWith(day))?.gain ?? null,
      )
    },
  }
}

function fail(what: string): never {
  throw new Error(`not there: ${what}`)
}

test('N14 every allocation with its years, what it leaves in each account, and what comes to the same', async () => {
  const journal = await holder()
  const { coinbase, kraken } = journal
  const comparison = await journal.compared()
  expect(comparison).toMatchObject({ state: 'done', is_current: true, percent: 100, is_complete: true })
  expect(comparison.assets).toEqual([
    {
      asset: 'BTC',
      symbol: 'BTC',
      lots: 3,
      units: '3',
      basis: '88500',
      held: [
        { account_id: coinbase, account_name: 'Coinbase', quantity: '1' },
        { account_id: kraken, account_name: 'Kraken', quantity: '2' },
      ],
      held_units: '3',
      first_move: '2025-06-02T12:00:00.000Z',
      is_bound: false,
    },
  ])
  const rule = (one: { order: string; accounts: { name: string }[] } | null) =>
    one === null ? '' : ` ${one.order} ${one.accounts.map(({ name }) => name).join('>')}`
  const brief = comparison.outcomes.map(
    ({ kind, rule: own, same_as, years, gain, left }) =>
      `${kind}${rule(own)} =${same_as.map(rule).join()}: ${years.map((y) => `${y.year} ${y.short} ${y.long}`).join(', ')}; ${gain}; ` +
      left.map((one) => `${one.account_name} ${one.lots} ${one.basis}`).join(),
  )
  // Coinbase gets one coin of the three, and Kraken sells the older of the two others.
  expect(brief).toEqual([
    'none = hifo Kraken>Coinbase, lofo Coinbase>Kraken, fifo Coinbase>Kraken, lifo Kraken>Coinbase: 2025 0 76000, 2026 0 9000; 85000; Kraken 1 23500',
    'global hifo Coinbase>Kraken = lofo Kraken>Coinbase: 2025 0 19000, 2026 0 66000; 85000; Kraken 1 23500',
    'global fifo Kraken>Coinbase = lifo Coinbase>Kraken: 2025 0 56500, 2026 0 66000; 122500; Kraken 1 61000',
  ])
  const [none, dear] = comparison.outcomes
  // Long-term gains are taxed at 0 % up to 48,350 in 2025 and 49,450 in 2026, at 15 % above.
  expect(none?.years.map((year) => year.tax)).toEqual(['4147.5', '0'])
  expect(dear?.years.map((year) => year.tax)).toEqual(['0', '2482.5'])
  expect(dear?.difference).toEqual({ gain: '0', tax: '-1665' })
  const joint = (await journal.state('?filing_status=mfj&other_income=100000')).comparison
  expect(joint?.outcomes[0]?.difference.tax).toBe('0')
  expect(joint?.outcomes[0]?.tax).not.toBe(none?.tax)
})

test('N14 what was asked again answers at once; a change of the history makes it out of date', async () => {
  const journal = await holder()
  const first = await journal.compared()
  expect(await journal.post('/safe_harbor/comparisons', {})).toEqual({ data: { id: first.id } })
  await journal.import('more.csv', MORE)
  expect((await journal.state()).comparison).toMatchObject({ id: first.id, is_current: false })
  const again = await journal.compared()
  expect(again.is_current).toBe(true)
  expect(again.assets[0]).toMatchObject({ lots: 4, units: '4' })
})

test('R-POOL-2 N14 where lots were kept by account all along there is nothing to allocate', async () => {
  const journal = await holder({ pool: 'account' })
  expect(await journal.state()).toEqual({ pool: 'account', records: [], comparison: null })
  for (const [path, body] of [
    ['/safe_harbor/comparisons', {}],
    ['/safe_harbor/records', { kind: 'specific', order: 'hifo', accounts: [] }],
  ] as const) {
    const answer = await journal.customer.request('POST', path, body)
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'conflict'])
  }
})

/** A lot of one coin of the example, named by the day it was bought on. */
const unit = (journal: { at: (day: string) => string }, day: string, account_id: string, quantity = '1') => ({
  asset: 'BTC',
  lot_transaction_id: journal.at(day),
  account_id,
  quantity,
})

test('N14 by hand: half a coin of two lots each, worked out beside the rules, and refused where units do not agree', async () => {
  const journal = await holder()
  const { coinbase, kraken } = journal
  const { data: units } = await journal.get<{ data: AssetUnits }>(
    `/safe_harbor/units?asset=BTC&order=hifo&accounts=${coinbase}`,
  )
  expect(units.held.map((one) => [one.account_name, one.quantity])).toEqual([
    ['Coinbase', '1'],
    ['Kraken', '2'],
  ])
  expect(units.lots.map(({ acquired, basis, term, attached }) => [acquired, basis, term, attached])).toEqual([
    ['2019-01-01', '4000', 'long', [{ account_id: kraken, quantity: '1' }]],
    ['2021-11-01', '61000', 'long', [{ account_id: coinbase, quantity: '1' }]],
    ['2022-06-01', '23500', 'long', [{ account_id: kraken, quantity: '1' }]],
  ])
  const own = {
    kind: 'specific',
    order: 'hifo',
    accounts: [],
    units: [
      unit(journal, '2021-11-01', coinbase, '0.5'),
      unit(journal, '2022-06-01', coinbase, '0.5'),
      unit(journal, '2019-01-01', kraken),
      unit(journal, '2021-11-01', kraken, '0.5'),
      unit(journal, '2022-06-01', kraken, '0.5'),
    ],
  }
  const compared = await journal.compared(own)
  expect(compared.own).toEqual({ ...own, left_out: [] })
  const [, mine] = compared.outcomes
  expect(mine).toMatchObject({ kind: 'own', problems: [], gain: '103750' })
  expect(mine?.years.map((year) => year.long)).toEqual(['37750', '66000'])

  const wrong = { ...own, units: own.units.slice(0, 3) }
  const { outcomes } = await journal.compared(wrong)
  const [, refused] = outcomes
  expect(outcomes.map(({ kind }) => kind)).toEqual(['none', 'own', 'global', 'global'])
  // Only what is one's own was worked out again.
  expect(outcomes.toSpliced(1, 1)).toEqual(compared.outcomes.toSpliced(1, 1))
  expect(refused?.problems).toEqual(['Kraken holds 2 BTC, and 1 are attached to it.'])
  const answer = await journal.record({ ...wrong, confirmation: 'irrevocable' })
  expect(answer.body).toMatchObject({
    code: 'invalid_input',
    message: 'Kraken holds 2 BTC, and 1 are attached to it.',
  })
  expect((await journal.state()).records).toEqual([])
  const beside = await journal.record({ ...own, kind: 'global' })
  expect([beside.status, (beside.body as { code: string }).code]).toEqual([422, 'invalid_input'])

  itIs('2025-05-01T10:00:00Z')
  expect((await journal.record({ ...own, confirmation: 'irrevocable' })).status).toBe(200)
  expect(await journal.gains()).toEqual(['37750', '66000'])
})

test('N14 what one’s own allocation names and is gone by the time it is worked out fails in words, and frees the way', async () => {
  const journal = await holder()
  const own = {
    kind: 'specific',
    order: 'hifo',
    accounts: [],
    units: [unit(journal, '2019-01-01', journal.kraken)],
  }
  await journal.post('/safe_harbor/comparisons', { own })
  await journal.remove(journal.source_id)
  await server.drainJobs()
  const { comparison } = await journal.state()
  expect(comparison).toMatchObject({
    state: 'failed',
    reason: 'A lot or an account of your own allocation is no longer there.',
  })
  await journal.import('history.csv', HISTORY)
  expect((await journal.compared()).state).toBe('done')
})

test('N14 an allocation made in time is recorded once, with the word typed, and counts from then on', async () => {
  const journal = await holder()
  expect(await journal.gains()).toEqual(['76000', '9000'])
  itIs('2025-03-01T10:00:00Z')
  const choice = { kind: 'specific', order: 'hifo', accounts: [journal.coinbase] }
  const untyped = await journal.record(choice)
  expect(untyped.body).toMatchObject({ code: 'invalid_input', fields: { confirmation: expect.anything() } })

  const made = await journal.record({ ...choice, confirmation: 'irrevocable' })
  const { data: record } = made.body as { data: AllocationRecord }
  expect(record).toMatchObject({
    kind: 'specific',
    rule_text:
      'Specific unit allocation, each unit listed. Drawn up by: highest cost per unit first (HIFO), accounts in this order: Coinbase; others by name.',
    recorded_at: '2025-03-01T10:00:00.000Z',
    recorded_by: 'you',
    is_irrevocable: true,
    replaced_at: null,
    standing: { in_time: 'all', assets: [{ symbol: 'BTC', state: 'in_time' }] },
  })
  expect(record.standing?.conditions.map(({ state }) => state)).toEqual(['met', 'met', 'met', 'met'])
  expect(await journal.gains()).toEqual(['19000', '66000'])

  // For good: neither another allocation, nor the database.
  const again = await journal.record({ ...choice, order: 'lofo', confirmation: 'irrevocable' })
  expect(again.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('irrevocable') })
  for (const change of [
    sql`update safe_harbor_plans set recorded_at = now()`,
    sql`delete from safe_harbor_plans`,
  ])
    await expect(withSubject(server.db, self(journal.userId), (tx) => tx.run(change))).rejects.toThrow(
      'permission denied',
    )
  // What other settings are saved leaves it alone.
  const settings = await journal.get<TaxSettings>('/setting/tax')
  expect(settings.safe_harbor).toEqual({
    type: 'specific',
    record_id: record.id,
    bound_by: [],
  })
  await journal.post('/setting/tax', { ...settings, safe_harbor: null })
  expect((await journal.get<TaxSettings>('/setting/tax')).safe_harbor).toEqual(settings.safe_harbor)
  expect(await checkInvariants(server.db)).toEqual([])

  const comparison = await journal.compared()
  expect(comparison.outcomes.map(({ kind }) => kind)).toEqual(['recorded', 'none', 'global'])
  expect(comparison.drift).toEqual([])
  // A purchase of 2024 that comes in later: Kraken holds three coins by then, and the record says two.
  await journal.import('more.csv', MORE)
  expect((await journal.compared()).drift).toEqual(['Kraken holds 3 BTC, and 2 are attached to it.'])
})

test('N14 one that comes too late says so, is used all the same, and gives way to a later one', async () => {
  const journal = await holder()
  itIs('2026-11-21T10:00:00Z')
  const { standing } = await journal.compared()
  expect([standing?.specific.in_time, standing?.global.in_time]).toEqual(['none', 'none'])
  expect(standing?.specific).toMatchObject({
    assets: [{ symbol: 'BTC', state: 'late' }],
    is_irrevocable: false,
  })
  const late = await journal.record({ kind: 'global', order: 'hifo', accounts: [journal.coinbase] })
  expect(late.body).toMatchObject({ data: { kind: 'global', is_irrevocable: false } })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect((await journal.get<TaxSettings>('/setting/tax')).safe_harbor).toEqual({
    type: 'global',
    order: 'hifo',
    accounts: ['coinbase'],
  })

  server.clock.advance(1_000)
  const books = { kind: 'global', order: 'lifo', accounts: [journal.coinbase], books_day: '2024-12-20' }
  // What was in books of one's own before 2025 is in time, and then it is for good.
  expect((await journal.state('?books_day=2024-12-20')).comparison?.standing?.global.in_time).toBe('all')
  expect((await journal.record({ ...books, books_day: '2026-11-22' })).body).toMatchObject({
    fields: { books_day: 'This day is yet to come.' },
  })
  expect((await journal.record(books)).body).toMatchObject({ fields: { confirmation: expect.anything() } })
  const stated = await journal.record({ ...books, confirmation: 'irrevocable' })
  expect(stated.body).toMatchObject({ data: { is_irrevocable: true, books_day: '2024-12-20' } })
  expect(await journal.gains()).toEqual(['56500', '66000'])
  const { records } = await journal.state()
  expect(records.map((one) => [one.kind, one.replaced_at])).toEqual([
    ['global', null],
    ['global', records[0]?.recorded_at],
  ])
})

test('N14 the record is printed, and the units of it as a table', async () => {
  const journal = await holder()
  itIs('2025-03-01T10:00:00Z')
  const made = await journal.record({
    kind: 'specific',
    order: 'hifo',
    accounts: [journal.coinbase],
    confirmation: 'irrevocable',
  })
  const { data: record } = made.body as { data: AllocationRecord }
  const pdf = await journal.customer.request('GET', `/safe_harbor/records/${record.id}/record.pdf`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  const csv = await journal.customer.request('GET', `/safe_harbor/records/${record.id}/record.csv`)
  expect(csv.text.split('\r\n').slice(1, 4)).toEqual([
    '2025-03-01T10:00:00.000Z,specific,BTC,Kraken,2019-01-01,2019-01-01T12:00:00Z,1,4000,USD',
    '2025-03-01T10:00:00.000Z,specific,BTC,Coinbase,2021-11-01,2021-11-01T12:00:00Z,1,61000,USD',
    '2025-03-01T10:00:00.000Z,specific,BTC,Kraken,2022-06-01,2022-06-01T12:00:00Z,1,23500,USD',
  ])
})

test('N14 a calculation with an allocation of units comes to the same from packed columns and row by row', async () => {
  const journal = await holder()
  itIs('2025-03-01T10:00:00Z')
  await journal.record({
    kind: 'specific',
    order: 'hifo',
    accounts: [journal.coinbase],
    confirmation: 'irrevocable',
  })
  const hashOf = async () => {
    // The newest is told by its time.
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { data } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
    return journal.get<{ data: { manifest: { input_hash: string; result_hash: string } } }>(
      `/tax_calculations/${data[0]?.id}/manifest`,
    )
  }
  const packed = await hashOf()
  // A lot that is named makes the history come row by row; naming the one that counts anyway changes nothing.
  const sale = journal.at('2025-06-02')
  const lots = [{ lot_transaction_id: journal.at('2021-11-01'), quantity: '1' }]
  await journal.post(`/transactions/${sale}/lots`, { lots })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  await journal.post(`/transactions/${sale}/lots`, { lots: [] })
  const again = await hashOf()
  expect(JSON.stringify(again)).toContain(JSON.stringify(packed).match(/"input_hash":"[^"]+"/)?.[0])
})

test('N14 an allocation that was recorded before its kind was kept names its accounts by id afterwards', async () => {
  const db = await testDatabase()
  const migration = readMigrations().find(({ name }) => name === '0028_safe_harbor.sql')
  const update = migration?.text.match(/update safe_harbor_plans[\s\S]*?;\n/)?.[0] ?? fail('update')
  const user = await testCustomer(db)
  const account = newId()
  await asOwner(
    db,
    `alter table safe_harbor_plans no force row level security; alter table accounts no force row level security;
     insert into accounts (user_id, id, key, source_slug, name) values ('${user}', '${account}', 'kraken', 'kraken', 'Mine');
     insert into safe_harbor_plans (user_id, id, plan, rule_text, recorded_at, recorded_by)
       values ('${user}', '${user}', '{"order": "hifo", "accounts": ["Mine", "gone"]}', '', now(), '${user}');
     ${update}`,
  )
  expect(await asOwner(db, 'select plan from safe_harbor_plans')).toEqual([
    { plan: { type: 'global', order: 'hifo', accounts: [account] } },
  ])
})

/** Beside the coins of the example: an ETH each for 1,000 and 3,000, of which one went to Kraken; Coinbase sells in January, Kraken in 2026. */
const WITH_ETH = `${HISTORY}2020-01-01T12:00:00Z,buy,1,ETH,1000,USD,,,Coinbase,yes,e1
2021-05-01T12:00:00Z,buy,1,ETH,3000,USD,,,Coinbase,yes,e2
2023-02-01T12:00:00Z,send,,,1,ETH,,,Coinbase,yes,m2
2023-02-01T12:20:00Z,receive,1,ETH,,,,,Kraken,yes,m2
2025-01-05T12:00:00Z,sell,5000,USD,1,ETH,,,Coinbase,yes,s3
2026-03-02T12:00:00Z,sell,5000,USD,1,ETH,,,Kraken,yes,s4
`

test('R-POOL-3 N14 a record binds the assets it comes in time for, and those alone: a later one may speak of the others', async () => {
  const journal = await holder({ history: WITH_ETH })
  const ethGains = async () => {
    await journal.gains()
    const after = await journal.rows()
    return ['2025-01-05', '2026-03-02'].map((day) => after.find((row) => row.at.startsWith(day))?.gain)
  }
  // Oldest first: Coinbase has the ETH of 1,000.
  expect(await ethGains()).toEqual(['4000', '2000'])
  itIs('2025-03-01T10:00:00Z')
  const choice = { kind: 'specific', order: 'hifo', accounts: [journal.coinbase] }
  const made = await journal.record({ ...choice, confirmation: 'irrevocable' })
  expect(made.body).toMatchObject({
    data: {
      is_irrevocable: true,
      standing: {
        in_time: 'some',
        assets: [
          {
            symbol: 'BTC',
            state: 'in_time',
            why: 'Before its first sale, disposition or transfer, on June 2, 2025.',
          },
          {
            symbol: 'ETH',
            state: 'late',
            why: 'Its first sale, disposition or transfer, on January 5, 2025, came before.',
          },
        ],
      },
    },
  })
  // What comes too late is used all the same.
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect(await ethGains()).toEqual(['2000', '4000'])

  server.clock.advance(1_000)
  const compared = await journal.compared()
  expect(compared.assets.map(({ symbol, is_bound }) => [symbol, is_bound])).toEqual([
    ['BTC', true],
    ['ETH', false],
  ])
  // Every other way leaves what is bound as it is: 85,000 of gain with BTC as recorded, and 6,000 with ETH.
  expect(compared.outcomes.map(({ kind, years }) => [kind, ...years.map((year) => year.long)])).toEqual([
    ['recorded', '21000', '70000'],
    ['none', '23000', '68000'],
  ])
  expect(compared.standing?.specific.assets.map(({ symbol }) => symbol)).toEqual(['ETH'])
  expect(compared.drift).toEqual([])

  const rule = { ...choice, order: 'fifo' }
  const global = await journal.record({ ...rule, kind: 'global' })
  expect(global.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('BTC') })
  const bound = await journal.record({ ...rule, units: [unit(journal, '2019-01-01', journal.coinbase)] })
  expect(bound.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('BTC') })
  const later = await journal.record(rule)
  expect(later.body).toMatchObject({
    data: {
      is_irrevocable: false,
      rule_text: expect.stringContaining('Not for BTC, which an earlier record binds.'),
      standing: { in_time: 'none', assets: [{ symbol: 'ETH', state: 'late' }] },
    },
  })
  const { data: second } = later.body as { data: AllocationRecord }
  const { records } = await journal.state()
  expect(records.map(({ is_irrevocable, replaced_at }) => [is_irrevocable, replaced_at])).toEqual([
    [false, null],
    [true, second.recorded_at],
  ])
  expect((await journal.get<TaxSettings>('/setting/tax')).safe_harbor).toEqual({
    type: 'specific',
    record_id: second.id,
    bound_by: [records[1]?.id],
  })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect(await ethGains()).toEqual(['4000', '2000'])

  const csv = await journal.customer.request('GET', `/safe_harbor/records/${second.id}/record.csv`)
  expect(
    csv.text
      .split('\r\n')
      .slice(1, -1)
      .every((line) => line.includes(',ETH,')),
  ).toBe(true)

  // Once ETH is in time by books of one's own, everything is bound.
  server.clock.advance(1_000)
  const books = await journal.record({ ...choice, books_day: '2024-12-20', confirmation: 'irrevocable' })
  expect(books.body).toMatchObject({ data: { is_irrevocable: true, standing: { in_time: 'all' } } })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect(await ethGains()).toEqual(['2000', '4000'])
  const again = await journal.record({ ...choice, confirmation: 'irrevocable' })
  expect(again.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('irrevocable') })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-POOL-3 N14 a record of one asset leaves the others open, as they count', async () => {
  const journal = await holder({ history: WITH_ETH })
  const ethGains = async () => {
    const after = await journal.rows()
    return ['2025-01-05', '2026-03-02'].map((day) => after.find((row) => row.at.startsWith(day))?.gain)
  }
  itIs('2025-03-01T10:00:00Z')
  const choice = { kind: 'specific', order: 'hifo', accounts: [journal.coinbase] }

  // Too late for ETH: used, and not bound.
  expect((await journal.record({ ...choice, left_out: ['BTC'] })).body).toMatchObject({
    data: {
      is_irrevocable: false,
      left_out: ['BTC'],
      rule_text: expect.stringContaining('Not for BTC, which it leaves open.'),
      standing: { assets: [{ symbol: 'ETH', state: 'late' }] },
    },
  })
  // BTC goes the oldest first, ETH as recorded.
  expect(await journal.gains()).toEqual(['76000', '9000'])
  expect(await ethGains()).toEqual(['2000', '4000'])

  server.clock.advance(1_000)
  const own = { ...choice, left_out: ['ETH'] }
  const compared = await journal.compared(own, '?left_out[]=ETH')
  expect(compared.drift).toEqual([])
  expect(compared.standing?.specific).toMatchObject({ in_time: 'all', assets: [{ symbol: 'BTC' }] })
  const mine = { problems: [], years: [{ long: '21000' }, { long: '70000' }] }
  expect(compared.outcomes.find(({ kind }) => kind === 'own')).toMatchObject(mine)
  // Units of what is left out wait.
  const waiting = { ...unit(journal, '2021-05-01', journal.kraken), asset: 'ETH' }
  const { outcomes } = await journal.compared({ ...own, units: [waiting] })
  expect(outcomes.find(({ kind }) => kind === 'own')).toMatchObject(mine)

  const refused = async (changed: object) => (await journal.record({ ...own, ...changed })).body
  expect(await refused({ left_out: ['BTC', 'ETH'] })).toMatchObject({
    fields: { left_out: expect.stringContaining('one asset') },
  })
  expect(await refused({ left_out: ['DOGE'] })).toMatchObject({
    fields: { left_out: expect.stringContaining('DOGE') },
  })
  expect(await refused({ kind: 'global' })).toMatchObject({
    message: expect.stringContaining('none can be left out'),
  })
  expect(
    await refused({ units: [{ ...unit(journal, '2019-01-01', journal.coinbase), asset: 'ETH' }] }),
  ).toMatchObject({ fields: { left_out: expect.stringContaining('left out') } })

  const made = await journal.record({ ...own, confirmation: 'irrevocable' })
  expect(made.body).toMatchObject({
    data: {
      is_irrevocable: true,
      left_out: ['ETH'],
      standing: { in_time: 'all', assets: [{ symbol: 'BTC' }] },
    },
  })
  const { data: btc } = made.body as { data: AllocationRecord }
  const { records } = await journal.state()
  const [, eth] = records
  expect(records.map(({ replaced_at, replaced_assets }) => [replaced_at, replaced_assets])).toEqual([
    [null, []],
    [null, []],
  ])
  expect((await journal.get<TaxSettings>('/setting/tax')).safe_harbor).toEqual({
    type: 'specific',
    record_id: btc.id,
    bound_by: [eth?.id],
  })
  // BTC as recorded now, ETH as before.
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect(await ethGains()).toEqual(['2000', '4000'])
  expect((await journal.compared()).drift).toEqual([])

  const print = async (id: string) =>
    (await journal.customer.request('GET', `/safe_harbor/records/${id}/record.csv`)).text
      .split('\r\n')
      .slice(1, -1)
  expect((await print(btc.id)).every((line) => line.includes(',BTC,'))).toBe(true)

  // A later record of ETH takes the place of the earlier one, and not of what binds BTC.
  server.clock.advance(1_000)
  await journal.record({ ...choice, order: 'fifo' })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect(await ethGains()).toEqual(['4000', '2000'])
  expect((await journal.state()).records.map(({ replaced_assets }) => replaced_assets)).toEqual([
    [],
    [],
    ['ETH'],
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-POOL-3 N14 rows, figures and the year say where the allocation of their lots came too late or is not of them', async () => {
  const journal = await holder({ history: WITH_ETH })
  const year = async (of: number) => {
    const { data } = await journal.get<{ data: OneYear }>(`/one_year?year=${of}`)
    const { rows } = await journal.get<{ rows: DisposalRow[] }>(`/one_year/disposals?year=${of}`)
    return {
      said: data.qualifiers
        .filter(({ code }) => code.startsWith('safe_harbor'))
        .map(({ code, message }) => [code, message]),
      rows: Object.fromEntries(rows.map(({ asset, allocation }) => [asset, allocation])),
      explained: async (asset: string) => {
        const handle = rows.find((row) => row.asset === asset)?.handle ?? fail(asset)
        const { data } = await journal.get<{ data: Explanation }>(`/explain?handle=${handle}`)
        return `${data.sentence} ${data.rules.map(({ id }) => id).join(' ')}`
      },
    }
  }
  itIs('2025-03-01T10:00:00Z')
  const choice = {
    kind: 'specific',
    order: 'hifo',
    accounts: [journal.coinbase],
    confirmation: 'irrevocable',
  }
  await journal.record(choice)
  await journal.gains()
  const late = await year(2025)
  expect(late.said).toEqual([['safe_harbor_late', expect.stringContaining('too late for ETH')]])
  expect(late.rows).toEqual({ BTC: null, ETH: 'late' })
  expect(await late.explained('ETH')).toMatch(
    /too late for ETH: it is used, but it is no safe harbor\. .*R-POOL-3/,
  )
  expect(await late.explained('BTC')).not.toContain('safe harbor')
  expect((await year(2026)).rows).toEqual({ BTC: null, ETH: 'late' })

  // What is sold of a lot from after the switch rests on no allocation.
  await journal.import(
    'later.csv',
    `${HEAD}\n2025-03-02T12:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,e9\n2025-03-03T12:00:00Z,sell,2500,USD,1,ETH,,,Gemini,yes,s9\n`,
  )
  await journal.gains()
  const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  expect(rows.map(({ asset, allocation }) => [asset, allocation])).toEqual([
    ['ETH', 'late'],
    ['ETH', null],
    ['BTC', null],
  ])

  // What is given away since then too.
  await journal.import('gift.csv', `${HEAD}\n2025-03-04T12:00:00Z,gift_sent,,,1,ETH,,,Kraken,yes,g9\n`)
  await journal.gains()
  const gifts = await journal.get<{ rows: Pick<DisposalRow, 'handle' | 'asset' | 'allocation'>[] }>(
    '/one_year/removals?year=2025',
  )
  expect(gifts.rows).toMatchObject([{ asset: 'ETH', basis: '1000', allocation: 'late' }])
  const { data: given } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${gifts.rows[0]?.handle ?? ''}`,
  )
  expect(given.sentence).toContain('too late for ETH')

  // A rule that is late is late for every asset.
  const byRule = await holder({ history: WITH_ETH })
  itIs('2025-03-01T10:00:00Z')
  await byRule.record({ ...choice, kind: 'global', accounts: [byRule.coinbase] })
  await byRule.gains()
  const { rows: ruled } = await byRule.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  expect(ruled.map(({ allocation }) => allocation)).toEqual(['late', 'late'])

  const left = await holder({ history: WITH_ETH })
  itIs('2025-03-01T10:00:00Z')
  await left.record({ ...choice, accounts: [left.coinbase], left_out: ['ETH'] })
  await left.gains()
  const { data } = await left.get<{ data: OneYear }>('/one_year?year=2025')
  expect(data.qualifiers.map(({ code }) => code)).toContain('safe_harbor_left_out')
  const { rows: open } = await left.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
  expect(open.map(({ asset, allocation }) => [asset, allocation])).toEqual([
    ['ETH', 'left_out'],
    ['BTC', null],
  ])
  const sum = async (handle: string) =>
    (await left.get<{ data: Explanation }>(`/explain?handle=${handle}`)).data.sentence
  expect(await sum('year:2025')).toContain('leaves out ETH;')
  expect(await sum('asset:2025:ETH')).toContain('leaves out ETH;')
  expect(await sum('asset:2025:BTC')).not.toContain('Safe Harbor')
  const before = await left.get<{ data: OneYear }>('/one_year?year=2024')
  expect(before.data.qualifiers).toEqual([])
})

test('N14 beside a rule for every asset none can be left out: it would lose the rule', async () => {
  const journal = await holder({ history: WITH_ETH })
  itIs('2025-03-01T10:00:00Z')
  const choice = { kind: 'global', order: 'hifo', accounts: [journal.coinbase] }
  expect((await journal.record(choice)).body).toMatchObject({ data: { is_irrevocable: false } })
  server.clock.advance(1_000)
  const alone = await journal.record({ ...choice, kind: 'specific', left_out: ['ETH'] })
  expect(alone.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('would lose it') })
})

test('N14 a record from before it bound asset by asset binds the assets it came in time for', async () => {
  const db = await testDatabase()
  const migration = readMigrations().find(({ name }) => name === '0050_bound_assets.sql')
  const update = migration?.text.match(/update safe_harbor_plans[\s\S]*?;\n/)?.[0] ?? fail('update')
  const user = await testCustomer(db)
  const units = (...assets: string[]) =>
    JSON.stringify({ type: 'specific', units: assets.map((asset) => ({ asset })) })
  const kept = (...lateAssets: string[]) => JSON.stringify({ standing: { lateAssets } })
  const rows = [
    [units('BTC', 'ETH', 'BTC'), kept('ETH'), 'now()'],
    [units('BTC'), kept(), 'now()'],
    [units('BTC'), kept('BTC'), 'null'],
    [JSON.stringify({ type: 'global', order: 'hifo', accounts: [] }), kept(), 'now()'],
    [JSON.stringify({ type: 'global', order: 'hifo', accounts: [] }), null, 'null'],
  ] as const
  const values = rows.map(
    ([plan, record, frozen], n) =>
      `('${user}', '${newId()}', '${plan}', '', ${record === null ? 'null' : `'${record}'`}, now() + interval '${n} s', '${user}', ${frozen})`,
  )
  await asOwner(
    db,
    `alter table safe_harbor_plans no force row level security;
     insert into assets (id, symbol, kind, name)
       values ('BTC', 'BTC', 'coin', 'Bitcoin'), ('ETH', 'ETH', 'coin', 'Ether') on conflict do nothing;
     insert into safe_harbor_plans (user_id, id, plan, rule_text, record, recorded_at, recorded_by, frozen_at)
       values ${values.join()};
     ${update}`,
  )
  expect(await asOwner(db, 'select bound_assets from safe_harbor_plans order by recorded_at')).toEqual([
    { bound_assets: ['BTC'] },
    { bound_assets: ['BTC'] },
    { bound_assets: [] },
    { bound_assets: null },
    { bound_assets: [] },
  ])
})

test('N14 one’s own choice from before assets could be left out leaves none out', async () => {
  const db = await testDatabase()
  const migration = readMigrations().find(({ name }) => name === '0052_left_out_assets.sql')
  const update = migration?.text.match(/update safe_harbor_comparisons[\s\S]*?;\n/)?.[0] ?? fail('update')
  const user = await testCustomer(db)
  const own = ['{"kind": "specific", "units": []}', null]
  const values = own.map(
    (one, n) =>
      `('${user}', '${newId()}', 'done', 0, '{}', '', ${one === null ? 'null' : `'${one}'`}, now() + interval '${n} s')`,
  )
  await asOwner(
    db,
    `alter table safe_harbor_comparisons no force row level security;
     insert into safe_harbor_comparisons (user_id, id, state, journal_version, settings, engine_version, own, created_at)
       values ${values.join()};
     ${update}`,
  )
  expect(await asOwner(db, 'select own from safe_harbor_comparisons order by created_at')).toEqual([
    { own: { kind: 'specific', units: [], left_out: [] } },
    { own: null },
  ])
})
