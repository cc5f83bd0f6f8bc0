import type { OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2022-01-01T12:00:00Z,buy,3,ETH,9000,USD,,,Coinbase,yes,b1
2023-02-01T12:00:00Z,gift_sent,,,1,ETH,,,Coinbase,yes,g1
2024-03-01T12:00:00Z,stolen,,,1,ETH,,,Coinbase,yes,g2
`

test('R-GIFT-4 R-LOSS-1 a year in which coins were only given or stolen can be reached and is shown', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2024 })
  await server.drainJobs()
  for (const [year, kind] of [
    [2023, 'gift'],
    [2024, 'stolen'],
  ] as const) {
    const { data } = await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)
    expect(data.years).toEqual([2023, 2024])
    expect(data.counts).toEqual({
      disposals: 0,
      incomes: 0,
      incomes_unpriced: 0,
      donations: 0,
      donations_unpriced: 0,
      removals: 1,
    })
    const { rows } = await journal.get<{ rows: { kind: string }[] }>(`/one_year/removals?year=${year}`)
    expect(rows).toMatchObject([{ kind, basis: '3000' }])
  }
  // A year that has happened has a gain, of zero.
  const { data: made } = await journal.get<{ data: { net_gain: string | null }[] }>('/tax_calculations')
  expect(made).toMatchObject([{ tax_year: 2024, net_gain: '0' }])
})
