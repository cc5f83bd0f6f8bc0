import type { AllocationRecord, DisposalRow, Explanation, OneYear, TaxSettings } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { HEAD, HISTORY, basisHolders, fail, unit } from '../../testing/basis-holder.ts'
import { asOwner, testCustomer, testDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { holder, itIs } = basisHolders(server)

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
  // A record that comes too late is used all the same.
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
      .filter((line) => !/^"?Note: /.test(line))
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
      .filter((line) => !/^"?Note: /.test(line))
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

  // A sale from a lot acquired after the switch rests on no allocation.
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

  // A gift since then rests on none either.
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
