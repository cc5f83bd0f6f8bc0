import type { ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const HISTORY = `${HEADER}
2023-01-02T00:00:00Z,buy,5,ETH,5000,USD,,,Kraken,yes,b1,,
2024-02-02T00:00:00Z,trade,2,WETH,2,ETH,,,Kraken,yes,w1,5000,USD
2025-06-02T00:00:00Z,trade,0.5,ETH,0.5,WETH,,,Kraken,yes,w2,1300,USD
2025-06-03T00:00:00Z,trade,0.1,BTC,2,ETH,,,Kraken,yes,t1,5200,USD
`

test('R-OPEN-1 a pair that was only ever traded one for one is asked about with its effect, until it is declared', async () => {
  const journal = await customerWith(server)
  await journal.import('wrapped.csv', HISTORY)
  const calculate = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  const open = async () => (await journal.get<{ rows: ReviewItem[] }>('/review?kind=one_for_one')).rows
  await calculate()
  const [item, ...others] = await open()
  expect(others).toEqual([])
  // Wrapping 2 ETH that cost 2,000 for 5,000 is a gain of 3,000 in 2024; unwrapping makes 50 in 2025.
  expect(item).toMatchObject({ tax_year: 2024, effect_low: '0', effect_high: '3000' })
  expect(item?.transaction).toMatchObject({ from: { symbol: 'ETH' }, to: { symbol: 'WETH' } })

  // A pair that is left as it is stays a trade, and is not asked about again.
  await journal.post('/review/actions', { action: 'accept', items: [item?.id] })
  await calculate()
  expect(await open()).toEqual([])
  await journal.post('/review/actions', { action: 'reopen', items: [item?.id] })
  expect(await open()).toHaveLength(1)

  const change = async (one: object) =>
    ((await journal.post('/treatments', { change: one })) as { data: { id: string } }).data.id
  const declared = await change({ kind: 'token', asset: 'WETH', of: 'ETH', to: 'wrapped' })
  await calculate()
  expect(await open()).toEqual([])
  server.clock.advance(1_000)
  await change({ kind: 'undo', id: declared })
  await calculate()
  expect(await open()).toHaveLength(1)

  // A trade at another rate is a price: then they are two assets.
  await journal.import(
    'more.csv',
    `${HEADER}\n2025-07-01T00:00:00Z,trade,0.99,ETH,1,WETH,,,Kraken,yes,w3,2600,USD\n`,
  )
  await calculate()
  expect(await open()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})
