import type { Comparison, DifferenceRow, OneYear } from '@lotbook/contract'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { comparisonSinceFiled, readAmendment } from '../exports/read-amendment.ts'

const server = await testServer()

const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,0,
L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L3,T2,2024-02-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-900.0000,0,
L4,T2,2024-02-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L5,T3,2025-03-04 00:00:00,trade,tradespot,currency,XXBT,spot / main,-1.0000000000,0,
L6,T3,2025-03-04 00:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,0,
`
/** An older lot of the same account. */
const MORE = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
M1,U1,2023-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-100.0000,0,
M2,U1,2023-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
`

type Journal = Awaited<ReturnType<typeof customerWith>>

async function calculated(journal: Journal): Promise<string> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { data } = await journal.get<{ data: { id: string; state: string }[] }>('/tax_calculations')
  expect(data[0]?.state).toBe('done')
  return data[0]?.id ?? ''
}

async function compared(journal: Journal, before: string, after: string) {
  const { data } = (await journal.post('/comparisons', { before, after })) as { data: Comparison }
  await server.drainJobs()
  const done = (await journal.get<{ data: Comparison }>(`/comparisons/${data.id}`)).data
  const { rows } = await journal.get<{ rows: DifferenceRow[] }>(`/comparisons/${data.id}/rows?limit=500`)
  return { ...done, rows }
}

test('N4 each difference of two calculations has its cause, and opens', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const first = await calculated(journal)
  await journal.setTax({ method: 'hifo' })
  const second = await calculated(journal)
  await journal.import('more.csv', MORE)
  await journal.setTax({ method: 'fifo' })
  const third = await calculated(journal)
  const buy = (await journal.rows('type=buy')).find(({ at }) => at.startsWith('2023'))
  await journal.patch(buy?.id ?? '', { from_amount: '150' })
  const fourth = await calculated(journal)

  const settings = await compared(journal, first, second)
  expect(settings).toMatchObject({
    state: 'done',
    years: [{ year: 2025, gain: '-400', income: '0', deduction: '0', rows: 1 }],
    causes: [{ n: 0, label: 'Tax settings (method)' }],
    before: { settings: { method: 'fifo' } },
    after: { settings: { method: 'hifo' } },
  })

  // Back to the first in, first out (400 more), and an older lot that cost 400 less than the one used before.
  const both = await compared(journal, second, third)
  expect(both.causes.map(({ label, years }) => [label, years[0]?.gain])).toEqual([
    ['Tax settings (method)', '400'],
    ['Added by more.csv', '400'],
  ])
  expect(both.rows).toMatchObject([
    {
      cause: 0,
      kind: 'disposal',
      asset: 'BTC',
      asset_id: 'BTC',
      before: { basis: '900' },
      after: { basis: '500' },
    },
    { cause: 1, kind: 'disposal', before: { gain: '1500' }, after: { gain: '1900' }, gain: '400' },
  ])
  for (const { handle, changed_handle } of [both.rows[1]!])
    for (const one of [handle, changed_handle])
      await journal.get(`/explain?handle=${encodeURIComponent(one ?? '')}`)

  const edited = await compared(journal, third, fourth)
  expect(edited.causes.map(({ label, years }) => [label, years[0]?.gain])).toEqual([
    ['Edited by hand', '-50'],
  ])

  const across = await compared(journal, first, fourth)
  const total = (list: readonly { gain: string }[]) =>
    formatDecimal(list.reduce((sum, { gain }) => plus(sum, parseDecimal(gain) ?? zero), zero))
  expect(total(across.rows)).toBe('350')
  expect(across.years).toMatchObject([{ year: 2025, gain: '350' }])
  // 2,000 less the edited 150 now, 2,000 less 500 at first.
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(year.net_gain.value).toBe('1850')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N4 N6 a gain that becomes long-term is a change, though it is the same gain', async () => {
  const journal = await customerWith(server)
  const header = KRAKEN.split('\n')[0] ?? ''
  const leg = (id: string, at: string, asset: string, amount: string) =>
    `L${id}${asset},${id},${at},trade,tradespot,currency,${asset},spot / main,${amount},0,`
  const bought = (id: string, at: string) => [leg(id, at, 'ZUSD', '-500'), leg(id, at, 'XXBT', '1')]
  await journal.import(
    'kraken.csv',
    [
      header,
      ...bought('T1', '2024-06-02 00:00:00'),
      leg('T2', '2025-03-04 00:00:00', 'XXBT', '-1'),
      leg('T2', '2025-03-04 00:00:00', 'ZUSD', '2000'),
      '',
    ].join('\n'),
  )
  const first = await calculated(journal)
  await journal.post('/tax_years/file', { year: 2025, calculation_id: first, filed_on: '2026-04-01' })
  await journal.import('older.csv', [header, ...bought('U1', '2023-01-02 00:00:00'), ''].join('\n'))
  const second = await calculated(journal)

  const shift = { year: 2025, gain: '0', short: '-1500', rows: 1 }
  const { years, causes, rows } = await compared(journal, first, second)
  expect(years).toMatchObject([shift])
  expect(causes).toMatchObject([{ label: 'Added by older.csv', years: [shift] }])
  expect(rows).toMatchObject([{ before: { term: 'short' }, after: { term: 'long' }, gain: '0' }])

  const { figures } = await withSubject(server.db, self(journal.userId), async (tx) =>
    readAmendment(tx, journal.userId, await comparisonSinceFiled(tx, journal.userId, 2025), 2025, 'Ana Ruiz'),
  )
  expect(figures).toMatchObject([
    { name: 'Net gain', filed: '1500', change: '0' },
    { name: 'Short-term gain', filed: '1500', change: '-1500' },
    { name: 'Long-term gain', filed: '0', change: '1500' },
    { name: 'Income' },
    { name: 'Donation deduction' },
  ])
})

test('N4 a lot that a person entered is told as theirs, not as a file of nobody', async () => {
  const journal = await customerWith(server)
  const [header, ...rows] = KRAKEN.split('\n')
  await journal.import('kraken.csv', [header, ...rows.filter((row) => row.includes('T3')), ''].join('\n'))
  const first = await calculated(journal)
  const { rows: items } = await journal.get<{ rows: { id: string }[] }>('/review?kind=missing_basis')
  await journal.post(`/review/${items[0]?.id}/decide`, {
    answer: { option: 'opening_lot', acquired_on: '2020-05-05', quantity: '1', cost: '300' },
  })
  const second = await calculated(journal)
  const { causes } = await compared(journal, first, second)
  expect(causes).toMatchObject([{ label: 'Entered by hand', years: [{ gain: '-300', short: '-2000' }] }])
})

test('N4 what went away with its source is told, and no longer opens', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const source = await journal.import('more.csv', MORE)
  const before = await calculated(journal)
  await journal.remove(source)
  const after = await calculated(journal)
  const { causes, rows } = await compared(journal, before, after)
  expect(causes.map(({ label }) => label)).toEqual(['Removed with more.csv'])
  expect(rows).toMatchObject([{ changed_handle: null, gain: '-400' }])
  expect(rows[0]?.handle).toMatch(/^transaction:/)
})

test('N4 the same two are compared once; what is not there or not done is refused', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const first = await calculated(journal)
  await journal.setTax({ method: 'lifo' })
  const second = await calculated(journal)
  const one = await compared(journal, first, second)
  expect((await compared(journal, first, second)).id).toBe(one.id)
  expect((await compared(journal, second, first)).years[0]?.gain).toBe('400')
  for (const pair of [
    { before: first, after: first },
    { before: first, after: newId() },
  ])
    expect((await journal.customer.post('/comparisons', pair)).body).toMatchObject({ code: 'not_found' })
  const stranger = await customerWith(server)
  expect((await stranger.customer.post('/comparisons', { before: first, after: second })).status).toBe(404)

  // As calculations were before their inputs were kept.
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(
      sql`update calculations set input_blocks = null where user_id = ${journal.userId} and id = ${second}`,
    ),
  )
  await journal.setTax({ method: 'hifo' })
  const third = await calculated(journal)
  const failed = await compared(journal, second, third)
  expect(failed).toMatchObject({ state: 'failed', causes: [] })
  expect(failed.reason).toContain('Calculate again')
})

test('N4 the rows come in pages, and by year and cause', async () => {
  const journal = await customerWith(server)
  const sale = (i: number) =>
    `S${i}a,S${i},2025-05-01 00:00:${String(i).padStart(2, '0')},trade,tradespot,currency,XXBT,spot / main,-0.01,0,\nS${i}b,S${i},2025-05-01 00:00:${String(i).padStart(2, '0')},trade,tradespot,currency,ZUSD,spot / main,${20 + i},0,\n`
  await journal.import('kraken.csv', KRAKEN + Array.from({ length: 30 }, (_, i) => sale(i)).join(''))
  const first = await calculated(journal)
  await journal.setTax({ method: 'lifo' })
  const second = await calculated(journal)
  const { id, rows: all, years } = await compared(journal, first, second)
  expect(years[0]?.rows).toBe(31)
  const seen: DifferenceRow[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { rows: DifferenceRow[]; next: string | null; total: number } = await journal.get(
      `/comparisons/${id}/rows?year=2025&cause=0&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    expect(page.total).toBe(31)
    seen.push(...page.rows)
    cursor = page.next
  }
  expect(seen).toEqual(all)
  expect((await journal.get<{ total: number }>(`/comparisons/${id}/rows?year=2024`)).total).toBe(0)
  expect((await journal.customer.get(`/comparisons/${id}/rows?cursor=x`)).body).toMatchObject({
    code: 'invalid_input',
  })
})

test('N4 a transfer that is told otherwise is put down to the edit of either side', async () => {
  const journal = await customerWith(server)
  const hash = `0x${'a1'.repeat(32)}`
  const moves = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2025-01-02T00:00:00Z,buy,1,BTC,1000,USD,,,Coinbase,yes,b1
2025-02-02T00:00:00Z,send,,,1,BTC,,,Coinbase,yes,${hash}
2025-02-02T01:00:00Z,receive,1,BTC,,,,,Kraken,yes,${hash}
2025-03-02T00:00:00Z,sell,1800,USD,0.9,BTC,,,Kraken,yes,s1
`
  await journal.import('moves.csv', moves)
  const first = await calculated(journal)
  const arrival = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.one<{ id: string }>(sql`select transaction_id as id from match_sides where direction = 'in'`),
  )
  await journal.patch(arrival.id, { to_amount: '0.95', value: '1900' })
  const second = await calculated(journal)
  const { causes } = await compared(journal, first, second)
  expect(causes.map(({ label }) => label)).toEqual(['Edited by hand'])
})

test('N4 what an edit takes out of its match, or puts into one, is put down to the edit and not to its file', async () => {
  const journal = await customerWith(server)
  const moves = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2025-01-02T00:00:00Z,buy,1,BTC,1000,USD,,,Coinbase,yes,b1
2025-02-02T00:00:00Z,send,,,1,BTC,,,Coinbase,yes,s1
2025-02-02T01:00:00Z,receive,1,BTC,,,,,Kraken,yes,r1
`
  await journal.import('moves.csv', moves)
  const first = await calculated(journal)
  const arrival = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.one<{ id: string }>(sql`select transaction_id as id from match_sides where direction = 'in'`),
  )
  const edit = await journal.patch(arrival.id, { sub_type: 'mined', to_amount: '0.95', value: '1900' })
  // The cause of a new transaction is its file, whoever edits it afterwards.
  await journal.import(
    'more.csv',
    `${moves.split('\n')[0]}\n2025-03-02T00:00:00Z,mined,1,ETH,,,,,Kraken,yes,m1\n`,
  )
  const mined = (await journal.rows()).find(({ to }) => to?.asset === 'ETH')
  await journal.patch(mined?.id ?? '', { value: '50' })
  const second = await calculated(journal)
  const causes = async (before: string, after: string) =>
    (await compared(journal, before, after)).causes.map(({ label, years }) => [label, years[0]?.income])
  expect(await causes(first, second)).toEqual([
    ['Added by more.csv', '50'],
    ['Edited by hand', '1900'],
    ['Self-transfers matched or taken apart', '0'],
  ])
  await journal.post(`/changes/${edit}/undo`)
  const third = await calculated(journal)
  expect(await causes(second, third)).toEqual([
    ['Edited by hand', '-1900'],
    ['Self-transfers matched or taken apart', '0'],
  ])
})

test('N4 what came again is told as of the file that is there', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const source = await journal.import('older.csv', MORE)
  const whole = await calculated(journal)
  await journal.remove(source)
  await server.drainJobs()
  const without = await calculated(journal)
  const labels = async (before: string, after: string) =>
    (await compared(journal, before, after)).causes.map(({ label }) => label)
  expect(await labels(whole, without)).toEqual(['Removed with older.csv'])
  await journal.import('again.csv', MORE)
  expect(await labels(without, await calculated(journal))).toEqual(['Added by again.csv'])
})
