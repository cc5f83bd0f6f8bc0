import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,1,BTC,1000,USD,,,Kraken,yes,b1
2025-01-01T00:00:00Z,sell,3000,USD,1,BTC,,,Kraken,yes,s1
`

test('a result of an engine that is no longer stands, and another calculation is needed', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
    await server.drainJobs()
  }
  const details = async () => {
    const { data } = await journal.get<{ data: object }>('/imports/v1/tax_calculations/details')
    return data
  }
  const results = async () => (await journal.get<{ data: object[] }>('/tax_calculations')).data.length
  await calculate()
  await calculate()
  expect([await results(), await details()]).toMatchObject([1, { need_tax_calculation: false }])
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update calculations set engine_version = '1.0.0' where user_id = ${journal.userId}`),
  )
  expect(await details()).toMatchObject({ need_tax_calculation: true, tax_calculated: true })
  await calculate()
  expect([await results(), await details()]).toMatchObject([2, { need_tax_calculation: false }])
})
