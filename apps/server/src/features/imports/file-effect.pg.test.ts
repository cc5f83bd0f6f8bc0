import type { FilePreview, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

test('N8 a check tells what a file would change in the years by what is here already, and keeps nothing', async () => {
  const journal = await customerWith(server)
  const sales = [
    HEADER,
    '2023-02-01T00:00:00Z,sell,30000,USD,1,BTC,10,USD,Kraken,Yes,s1',
    '2024-06-01T00:00:00Z,sell,50000,USD,1,BTC,,,Kraken,Yes,s2',
    '2024-07-01T00:00:00Z,staking_reward,2,SOMECOIN,,,,,Kraken,Yes,r1',
    '',
  ].join('\n')
  const check = async () => {
    const { body } = await journal.customer.upload('/csv_uploads/check', {
      file: new File([sales], 'sales.csv'),
    })
    return (body as FilePreview).summary?.effect
  }
  // Nothing is known of what was sold.
  expect(await check()).toEqual({
    refused: null,
    years: [
      { year: 2023, gain: '29990', short: '29990', income: '0' },
      { year: 2024, gain: '50000', short: '50000', income: '0' },
    ],
    unpriced: 1,
  })
  await journal.import('buys.csv', `${HEADER}\n2023-01-01T00:00:00Z,buy,2,BTC,40000,USD,,,Kraken,Yes,b1\n`)
  const told = await check()
  expect(told?.years).toEqual([
    { year: 2023, gain: '9990', short: '9990', income: '0' },
    { year: 2024, gain: '30000', short: '0', income: '0' },
  ])
  const assets = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`select id from assets where id = 'SOMECOIN'`),
    )
  expect(await assets()).toEqual([])

  // The calculation says the same once the file is in.
  await journal.import('sales.csv', sales)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  for (const { year, gain } of told?.years ?? []) {
    const { data } = await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)
    expect([year, data.net_gain.value]).toEqual([year, gain])
  }
  expect((await check())?.years).toEqual([])
})
