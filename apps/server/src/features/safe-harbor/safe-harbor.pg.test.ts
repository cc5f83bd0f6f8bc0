import type { AllocationRecord, AssetUnits, OneYear, TaxSettings } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { HEAD, HISTORY, basisHolders, fail, unit } from '../../testing/basis-holder.ts'
import { asOwner, testCustomer, testDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { holder, itIs } = basisHolders(server)

const MORE = `${HEAD}
2024-05-01T12:00:00Z,buy,1,BTC,60000,USD,,,Kraken,yes,b4
`

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
  expect((await journal.state()).comparison).toMatchObject({
    id: first.id,
    is_current: false,
    is_before_record_only: false,
  })
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
  // Saving other settings leaves the allocation alone.
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
  expect(comparison).toMatchObject({ is_current: true, is_before_record_only: false })
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
  // The comparison is from before the record, and from before nothing else.
  expect((await journal.state()).comparison).toMatchObject({ is_current: false, is_before_record_only: true })
  expect(await journal.gains()).toEqual(['19000', '66000'])
  expect((await journal.get<TaxSettings>('/setting/tax')).safe_harbor).toEqual({
    type: 'global',
    order: 'hifo',
    accounts: ['coinbase'],
  })

  server.clock.advance(1_000)
  const books = { kind: 'global', order: 'lifo', accounts: [journal.coinbase], books_day: '2024-12-20' }
  // An allocation in the customer's own books before 2025 is in time, and then it is for good.
  expect((await journal.state('?books_day=2024-12-20')).comparison?.standing?.global.in_time).toBe('all')
  expect((await journal.record({ ...books, books_day: '2026-11-22' })).body).toMatchObject({
    fields: { books_day: 'Books day: the date is in the future; a day up to today is expected.' },
  })
  expect((await journal.record(books)).body).toMatchObject({ fields: { confirmation: expect.anything() } })
  await journal.import('deposit.csv', `${HEAD}\n2026-05-01T12:00:00Z,buy,1,USDC,1,USD,,,Kraken,yes,b5\n`)
  const stated = await journal.record({ ...books, confirmation: 'irrevocable' })
  expect((await journal.state()).comparison).toMatchObject({ is_before_record_only: false })
  expect(stated.body).toMatchObject({ data: { is_irrevocable: true, books_day: '2024-12-20' } })
  expect(await journal.gains()).toEqual(['56500', '66000'])
  const { records } = await journal.state()
  expect(records.map((one) => [one.kind, one.replaced_at])).toEqual([
    ['global', null],
    ['global', records[0]?.recorded_at],
  ])
})

test('N14 the banner that offers to compare allocations comes with basis left to allocate, and goes with a record', async () => {
  const journal = await holder()
  const isOpen = async () =>
    (await journal.get<{ is_safe_harbor_open: boolean }>('/start')).is_safe_harbor_open
  // Nothing is calculated: what is left is not known.
  expect(await isOpen()).toBe(false)
  await journal.gains()
  expect(await isOpen()).toBe(true)
  await journal.setTax({ pool_before_2025: 'account' })
  expect(await isOpen()).toBe(false)
  await journal.setTax({ pool_before_2025: 'universal' })
  expect(await isOpen()).toBe(true)
  await journal.compared()
  await journal.record({ kind: 'global', order: 'hifo', accounts: [journal.coinbase] })
  expect(await isOpen()).toBe(false)
})

test('R-POOL-4 without a record units stay where they were acquired, and the rest goes by the names that the customer reads', async () => {
  const history = `${HEAD}
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,1,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,1,BTC,,,,,Gemini,yes,m1
2023-01-02T12:00:00Z,send,,,1,BTC,,,Coinbase,yes,m2
2023-01-02T12:20:00Z,receive,1,BTC,,,,,Kraken,yes,m2
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2026-02-02T12:00:00Z,sell,70000,USD,1,BTC,,,Kraken,yes,s2
`
  const journal = await holder({ history })
  // Coinbase keeps the coin of 2019; Gemini is before Kraken, and has that of 2021.
  expect(await journal.gains()).toEqual(['76000', '46500'])
  const { assets } = await journal.compared()
  const gemini = assets[0]?.held.find(({ account_name }) => account_name === 'Gemini')
  await journal.post('/imports/v2/update_name', { id: gemini?.account_id, name: 'zero' })
  await journal.import('more.csv', `${HEAD}\n2026-03-01T12:00:00Z,buy,1,SOL,20,USD,,,Kraken,yes,b9\n`)
  expect(await journal.gains()).toEqual(['76000', '9000'])
  // Another customer's accounts are nobody's business.
  expect(await (await holder()).gains()).toEqual(['76000', '9000'])
})

test('R-POOL-4 N14 a record that no longer fits the history is told of, until it does', async () => {
  const journal = await holder()
  itIs('2025-03-01T10:00:00Z')
  await journal.record({
    kind: 'specific',
    order: 'hifo',
    accounts: [journal.coinbase],
    confirmation: 'irrevocable',
  })
  const told = async () => {
    server.clock.advance(60_000)
    const [gain] = await journal.gains()
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
    return [gain, data.qualifiers.map(({ code }) => code)]
  }
  expect(await told()).toEqual(['19000', []])
  // Coinbase holds two now, of which the record places one: the other, bought first, is sold first.
  const buy = '2018-01-01T12:00:00Z,buy,1,BTC,3000,USD,,,Coinbase,yes,b0'
  const late = await journal.import('late.csv', `${HEAD}\n${buy}\n`)
  expect(await told()).toEqual(['77000', ['safe_harbor_off_record']])
  await journal.remove(late)
  expect(await told()).toEqual(['19000', []])
})

test('E3 N14 units on record stay where they are when their file is read under another time zone', async () => {
  const bought = (at: string, usd: string) =>
    `1,${at},Spot,Transaction Buy,BTC,1,\n1,${at},Spot,Transaction Spend,USD,-${usd},\n`
  const binance = `User ID,Time,Account,Operation,Coin,Change,Remark\n${bought('2022-01-10 12:00:00', '10')}${bought('2023-01-10 12:00:00', '30')}`
  const journal = await customerWith(server)
  await journal.setTax({ pool_before_2025: 'universal', time_zone: 'UTC' })
  const answer = async (source: string, time_zone: string) => {
    const path = `/imports/v2/sources/${source}/answer`
    const { source_id } = (await journal.post(path, { time_zone })) as { source_id: string }
    await server.drainJobs()
    return source_id
  }
  let source = await answer(await journal.import('binance.csv', binance), 'Asia/Tokyo')
  const coinbase = [
    '2022-06-01T12:00:00Z,buy,1,BTC,20,USD,,,Coinbase,yes,b1',
    '2025-06-02T12:00:00Z,sell,50,USD,1,BTC,,,Coinbase,yes,s1',
  ]
  await journal.import('coinbase.csv', `${HEAD}\n${coinbase.join('\n')}\n`)
  itIs('2025-03-01T10:00:00Z')
  const account_id = (await journal.rows()).find((row) => row.account_name === 'Coinbase')?.account_id
  const choice = { kind: 'specific', order: 'lofo', accounts: [account_id], confirmation: 'irrevocable' }
  await journal.post('/safe_harbor/records', choice)
  const told = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
    return [data.net_gain.value, data.qualifiers.map(({ code }) => code)]
  }
  // Coinbase has the coin of 10, which the oldest first by name would leave at Binance.
  expect(await told()).toEqual(['40', []])
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Tokyo']) {
    source = await answer(source, zone)
    expect(await told(), zone).toEqual(['40', []])
  }
  await journal.remove(source)
  await server.drainJobs()
  expect((await told())[1]).toContain('safe_harbor_off_record')
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

/* Ten GRT for 100, of which 4 became 4 LPT of 10 each, and 6 became 3 of 20. Kraken sells three for 100. */
const OF_TWO_COSTS = `${HEAD}
2023-01-01T12:00:00Z,buy,10,GRT,100,USD,,,Coinbase,yes,o1
2023-02-01T12:00:00Z,swap,4,LPT,4,GRT,,,Coinbase,yes,o2
2023-03-01T12:00:00Z,swap,3,LPT,6,GRT,,,Coinbase,yes,o3
2024-01-01T12:00:00Z,send,,,3,LPT,,,Coinbase,yes,o4
2024-01-01T12:20:00Z,receive,3,LPT,,,,,Kraken,yes,o4
2025-02-01T12:00:00Z,sell,100,USD,3,LPT,,,Kraken,yes,o5
`

test('N14 units of one acquisition that are of two costs are told apart by a rule, and not recorded by name', async () => {
  const journal = await holder({ history: OF_TWO_COSTS })
  const { outcomes } = await journal.compared()
  expect(outcomes.map(({ gain }) => gain)).toEqual(['40', '70'])
  const choice = {
    order: 'hifo',
    accounts: [journal.coinbase, journal.kraken],
    units: [],
    confirmation: 'irrevocable',
  }
  const named = await journal.record({ ...choice, kind: 'specific' })
  expect(named.body).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('Units of LPT are of one acquisition and of several costs') as string,
  })
  expect((await journal.record({ ...choice, kind: 'global' })).status).toBe(200)
  expect((await journal.compared()).outcomes[0]).toMatchObject({ kind: 'recorded', gain: '70' })
})
