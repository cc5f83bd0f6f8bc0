import type { Comparison, DisposalRow, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const HEAD =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\n'
/** Coins for 500 and 900; one and a half are moved, one and a quarter sold in 2024, a quarter in 2025. */
const HISTORY = `${HEAD}2024-01-02T12:00:00Z,buy,1,BTC,500,USD,,,Kraken,yes,b1
2024-02-02T12:00:00Z,buy,1,BTC,900,USD,,,Kraken,yes,b2
2024-03-02T12:00:00Z,send,,,1.5,BTC,,,Kraken,yes,0x${'a1'.repeat(32)}
2024-03-02T12:10:00Z,receive,1.5,BTC,,,,,Ledger,yes,0x${'a1'.repeat(32)}
2024-06-02T12:00:00Z,sell,2500,USD,1.25,BTC,,,Ledger,yes,s1
2025-06-02T12:00:00Z,sell,1000,USD,0.25,BTC,,,Kraken,yes,s2
`
const OLDER = `${HEAD}2023-01-02T12:00:00Z,buy,1,BTC,100,USD,,,Kraken,yes,b0\n`

const yearOf = async (journal: Journal, year: number) =>
  (await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)).data
async function calculate(journal: Journal): Promise<void> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
}
async function file(journal: Journal, year: number): Promise<OneYear> {
  const seen = await yearOf(journal, year)
  await journal.post('/tax_years/file', {
    year,
    calculation_id: seen.calculation.id,
    filed_on: '2026-04-15',
    confirmation: '',
  })
  return seen
}
async function keepLots(journal: Journal, year: number): Promise<void> {
  await journal.post('/tax_years/keep_lots', { year })
  expect((await yearOf(journal, year)).filed?.lots).toBe('keeping')
  await server.drainJobs()
  expect((await yearOf(journal, year)).filed?.lots).toBe('kept')
}
const basesOf = async (journal: Journal, year: number) =>
  (await journal.get<{ rows: DisposalRow[] }>(`/one_year/disposals?year=${year}`)).rows.map(
    ({ basis }) => basis,
  )
/** Differences of a filed year between the calculation it was filed with and the newest one. */
async function amendmentOf(journal: Journal, year: number): Promise<Comparison['years']> {
  const { calculation, filed } = await yearOf(journal, year)
  const { data } = (await journal.post('/comparisons', {
    before: calculation.id,
    after: filed?.newest_calculation_id,
  })) as { data: Comparison }
  await server.drainJobs()
  const done = (await journal.get<{ data: Comparison }>(`/comparisons/${data.id}`)).data
  return done.years.filter((one) => one.year === year)
}

test('N5 a filed year keeps the lots that its return used: nothing to amend, and later years start from what it left', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await calculate(journal)
  await file(journal, 2024)
  expect(await basesOf(journal, 2025)).toEqual(['225'])

  await journal.import('older.csv', OLDER)
  await calculate(journal)
  // The older coin is moved and sold in place of another: a year that is amended.
  expect(await amendmentOf(journal, 2024)).toMatchObject([{ gain: '500' }])
  expect(await basesOf(journal, 2025)).toEqual(['125'])

  await keepLots(journal, 2024)
  expect((await yearOf(journal, 2025)).changes_since).toBe(1)
  await calculate(journal)
  expect(await amendmentOf(journal, 2024)).toEqual([])
  expect(await basesOf(journal, 2025)).toEqual(['25'])
  expect(await checkInvariants(server.db)).toEqual([])

  // A change that does not concern lots is to be amended all the same.
  const bought = (await journal.rows()).find(({ at }) => at.startsWith('2024-01-02'))
  await journal.patch(bought?.id ?? '', { from_amount: '400' })
  await calculate(journal)
  expect(await amendmentOf(journal, 2024)).toMatchObject([{ gain: '100' }])

  await journal.post('/tax_years/release_lots', { year: 2024 })
  await calculate(journal)
  expect(await amendmentOf(journal, 2024)).toMatchObject([{ gain: '525' }])
  expect(await basesOf(journal, 2025)).toEqual(['100'])
  expect((await journal.customer.post('/tax_years/release_lots', { year: 2024 })).status).toBe(404)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N5 lots that are kept are named by nobody, and go with the mark of the year', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await calculate(journal)
  await file(journal, 2024)
  await keepLots(journal, 2024)
  expect((await journal.customer.post('/tax_years/keep_lots', { year: 2024 })).body).toMatchObject({
    code: 'conflict',
    message: 'The lots of 2024 are already kept as filed.',
  })
  expect((await journal.customer.post('/tax_years/keep_lots', { year: 2025 })).status).toBe(404)
  const sale = (await journal.rows()).find(({ at }) => at.startsWith('2024-06-02'))
  const lot = (await journal.rows()).find(({ at }) => at.startsWith('2024-02-02'))
  const named = await journal.customer.post(`/transactions/${sale?.id}/lots`, {
    lots: [{ lot_transaction_id: lot?.id, quantity: '0.5' }],
  })
  expect(named.body).toMatchObject({
    code: 'conflict',
    message: 'The lots of this sale are kept as they were filed for 2024.',
  })

  await journal.post('/tax_years/reopen', { year: 2024 })
  expect(
    await withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`select transaction_id from filed_lots where user_id = ${journal.userId}`),
    ),
  ).toEqual([])
  expect(await journal.get('/tax_years')).toMatchObject({ data: { filed: [] } })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N5 of two filed years the first keeps what its return used; what the other used as well is to be amended', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await calculate(journal)
  await file(journal, 2024)
  await journal.import('older.csv', OLDER)
  await calculate(journal)
  // 2025 is filed as if 2024 were amended, with a quarter of a coin that the return of 2024 used up.
  await file(journal, 2025)
  await keepLots(journal, 2025)
  await keepLots(journal, 2024)
  await calculate(journal)
  expect(await amendmentOf(journal, 2024)).toEqual([])
  expect(await amendmentOf(journal, 2025)).toMatchObject([{ gain: '100' }])
  const { rows } = await journal.get<{ rows: { code: string }[] }>('/review')
  expect(rows.map(({ code }) => code)).toContain('spec_lot_unavailable')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N5 lots that are kept go in the order in which they went, to the last decimal of their shares', async () => {
  const journal = await customerWith(server)
  const bought = (day: string) => `2023-01-${day}T12:00:00Z,buy,1,BTC,100,USD,,,Kraken,yes,b${day}\n`
  const sold = '2024-06-02T12:00:00Z,sell,100,USD,7,BTC,,,Kraken,yes,s1\n'
  await journal.import(
    'sevenths.csv',
    HEAD + ['01', '02', '03', '04', '05', '06', '07'].map(bought).join('') + sold,
  )
  await calculate(journal)
  await file(journal, 2024)
  await keepLots(journal, 2024)
  await calculate(journal)
  expect(await amendmentOf(journal, 2024)).toEqual([])
})

test('N5 a calculation that kept no input has no lots to keep', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await calculate(journal)
  const { calculation } = await file(journal, 2024)
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      update calculations set input_blocks = null where user_id = ${journal.userId} and id = ${calculation.id}`),
  )
  expect((await journal.customer.post('/tax_years/keep_lots', { year: 2024 })).body).toMatchObject({
    code: 'conflict',
    message: '2024 was filed with a calculation made before inputs were kept: its lots are not known.',
  })
})
