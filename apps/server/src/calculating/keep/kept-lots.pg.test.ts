import { expect, test } from 'vitest'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { queuedCalculation } from '../../testing/queued-calculation.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'
import { emptyRecentCalculation } from './recent-calculation.ts'
import { workOut } from '../run/work-out.ts'

const server = await testServer()
const ROWS = [
  '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1',
  '2024-01-02T00:00:00Z,buy,1,BTC,40000,USD,,,Coinbase,yes,b2',
  '2024-01-03T00:00:00Z,buy,0.000000000000000001,SOL,12.5,USD,,,Coinbase,yes,b3',
  '2024-02-02T00:00:00Z,mined,1200000.2,SOL,20,USD,,,Coinbase,yes,m1',
  '2024-03-01T00:00:00Z,sell,3000,USD,1,ETH,5,USD,Coinbase,yes,x1',
]

type Journal = Awaited<ReturnType<typeof customerWith>>
const as = <T>({ userId }: Journal, work: (tx: Tx) => Promise<T>) =>
  withSubject(server.db, self(userId), work)

async function calculate(journal: Journal) {
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
}

/** Each lot with the place of its row, which another row never has. */
const lotsOf = (journal: Journal) =>
  as(journal, (tx) =>
    tx.all<{ asset: string; quantity: string; basis: string; n: number; row: string }>(sql`
      select asset_id as asset, trim_scale(quantity)::text as quantity, trim_scale(basis)::text as basis, n, tableoid || ' ' || ctid::text as row
      from lots order by asset_id, quantity`),
  )

async function withLots() {
  const journal = await customerWith(server)
  await journal.import('a.csv', templateFile(...ROWS))
  await calculate(journal)
  return journal
}

const linesOf = (lots: Awaited<ReturnType<typeof lotsOf>>) =>
  lots.map(({ asset, quantity, basis }) => `${quantity} ${asset} ${basis}`)

test('a calculation that changes no lot writes none', async () => {
  const journal = await withLots()
  const before = await lotsOf(journal)
  expect(linesOf(before)).toEqual([
    '1 BTC 40000',
    '2 ETH 4006.666666666667',
    '0.000000000000000001 SOL 12.5',
    '1200000.2 SOL 0',
  ])
  await calculate(journal)
  expect(await lotsOf(journal)).toEqual(before)
})

test('an edit writes the lots that it changes, and takes those away that are no more', async () => {
  const journal = await withLots()
  const before = await lotsOf(journal)
  const sale = await as(journal, (tx) =>
    tx.one<{ id: string }>(sql`select id from transactions where type = 'sell' and deleted_at is null`),
  )
  await journal.customer.request('PATCH', `/transactions/${sale.id}`, { edit: { from_amount: '3' } })
  await calculate(journal)
  const sold = await lotsOf(journal)
  expect(sold).toEqual(before.filter(({ asset }) => asset !== 'ETH'))

  await journal.customer.request('PATCH', `/transactions/${sale.id}`, { edit: { from_amount: '0.5' } })
  await calculate(journal)
  const now = await lotsOf(journal)
  expect(now.filter(({ asset }) => asset !== 'ETH')).toEqual(sold)
  expect(linesOf(now.filter(({ asset }) => asset === 'ETH'))).toEqual(['2.5 ETH 5008.333333333333'])
  expect(new Set(now.map(({ n }) => n)).size).toBe(now.length)
})

test('lots of one customer stay when another one calculates', async () => {
  const [one, other] = [await withLots(), await withLots()]
  const before = await lotsOf(one)
  const sale = await as(other, (tx) =>
    tx.one<{ id: string }>(sql`select id from transactions where type = 'sell' and deleted_at is null`),
  )
  await other.customer.request('PATCH', `/transactions/${sale.id}`, { edit: { from_amount: '3' } })
  await calculate(other)
  expect(await lotsOf(one)).toEqual(before)
  expect((await lotsOf(other)).length).toBe(3)
})

test('what one thread has at hand is read anew where another one has written since', async () => {
  const journal = await withLots()
  const before = await lotsOf(journal)
  const [one, other] = [emptyRecentCalculation(), emptyRecentCalculation()]
  const sale = await as(journal, (tx) =>
    tx.one<{ id: string }>(sql`select id from transactions where type = 'sell' and deleted_at is null`),
  )
  const sold = async (amount: string, recent: typeof one) => {
    await journal.customer.request('PATCH', `/transactions/${sale.id}`, { edit: { from_amount: amount } })
    const done = await workOut(server.db, await queuedCalculation(server, journal), () => {}, { recent })
    expect(done).toEqual({ result: 'done' })
    return linesOf(await lotsOf(journal))
  }
  expect(await sold('1.5', one)).toContain('1.5 ETH 3005')
  // All of it, so that its lot is gone: the first has it at hand still.
  expect(await sold('3', other)).toHaveLength(before.length - 1)
  expect(await sold('1.5', one)).toContain('1.5 ETH 3005')
  expect(await sold('1', one)).toEqual(linesOf(before))
})
