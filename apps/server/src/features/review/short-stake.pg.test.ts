import type { ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-02T00:00:00Z,buy,32,ETH,32000,USD,,,Kraken,yes,b1
2023-02-02T00:00:00Z,staking_lockup,,,32,ETH,,,Kraken,yes,l1
2025-06-02T00:00:00Z,staking_return,31,ETH,,,,,Kraken,yes,r1
2025-06-05T00:00:00Z,sell,77500,USD,31,ETH,,,Kraken,yes,s1
`

test('R-STK-2 a stake that came back short is asked about: still locked, or lost with its basis', async () => {
  const journal = await customerWith(server)
  await journal.import('stake.csv', HISTORY)
  const calculate = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  const open = async () =>
    (await journal.get<{ rows: ReviewItem[] }>('/review?kind=staking_return_short')).rows
  const decide = async (answer: object) => {
    const [item] = await open()
    return ((await journal.post(`/review/${item?.id}/decide`, { answer })) as { change_id: string }).change_id
  }
  await calculate()
  expect(await open()).toHaveLength(1)
  expect((await open())[0]?.transaction?.at).toContain('2025-06-02')

  const change = await decide({ option: 'still_locked' })
  await calculate()
  expect(await open()).toEqual([])
  await journal.post(`/changes/${change}/undo`)
  expect(await open()).toHaveLength(1)

  await decide({ option: 'lost_stake', quantity: '1' })
  await calculate()
  expect(await open()).toEqual([])
  const lost = await journal.rows('type=outgoing&sub_type=lost')
  expect(lost).toHaveLength(1)
  expect(await checkInvariants(server.db)).toEqual([])
})
