import type { Comparison } from '@lotbook/contract'
import { parseCalculationInput, verifyManifest } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { dropOldRows } from './drop-old-rows.ts'

const server = await testServer()

const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,0,
L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L5,T3,2024-06-01 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.1000000000,0,
L6,T3,2024-06-01 00:00:00,trade,tradespot,currency,ZUSD,spot / main,300.0000,0,
L3,T2,2025-03-04 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.5000000000,0,
L4,T2,2025-03-04 00:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,0,
`
const DAY_MS = 24 * 60 * 60 * 1000

test('N2 N5 rows of old calculations go after 30 days, but for those that are needed; what goes can still be verified and compared', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { data } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
    return data[0]?.id ?? ''
  }
  const plain = await calculate()
  const filed = await calculate()
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: filed,
    filed_on: '2026-04-15',
    confirmation: '',
  })
  const compared = await calculate()
  const exported = await calculate()
  await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2024 })
  await journal.post('/comparisons', { before: filed, after: compared })
  await server.drainJobs()
  const newest = await calculate()
  const list = () => journal.get<{ data: { id: string; net_gain: string | null }[] }>('/tax_calculations')
  const before = await list()

  const withRows = async () => {
    const rows = await withOps(server.db, (tx) =>
      tx.all<{ id: string }>(sql`
        select distinct calculation_id as id from disposals where user_id = ${journal.userId}`),
    )
    return new Set(rows.map(({ id }) => id))
  }
  const now = Date.now()
  expect(await dropOldRows(server.db, new Date(now + 29 * DAY_MS))).toBe(0)
  expect((await withRows()).size).toBe(5)
  expect(await dropOldRows(server.db, new Date(now + 31 * DAY_MS))).toBe(1)
  expect(await withRows()).toEqual(new Set([filed, compared, exported, newest]))
  expect(await dropOldRows(server.db, new Date(now + 31 * DAY_MS))).toBe(0)

  // Its header says what it said; its files prove it, and it compares with the newest.
  expect(await list()).toEqual(before)
  const file = async (name: string) =>
    JSON.parse((await journal.customer.get(`/tax_calculations/${plain}/${name}.json`)).text) as unknown
  expect(verifyManifest(await file('manifest'), parseCalculationInput(await file('input')))).toMatchObject({
    holds: true,
    problems: [],
  })
  await journal.setTax({ method: 'hifo' })
  const { data } = (await journal.post('/comparisons', { before: plain, after: await calculate() })) as {
    data: Comparison
  }
  await server.drainJobs()
  expect((await journal.get<{ data: Comparison }>(`/comparisons/${data.id}`)).data).toMatchObject({
    state: 'done',
  })
  expect(await checkInvariants(server.db)).toEqual([])
})
