import type { BellItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const FIRST = `${HEADER}
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,,,Coinbase,yes,b1
2025-06-01T00:00:00Z,sell,2500,USD,1,ETH,,,Coinbase,yes,s1
`
const OLDER = `${HEADER}
2023-01-01T00:00:00Z,buy,1,ETH,1385.91,USD,,,Coinbase,yes,b0
2023-02-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1
`

test('the bell tells of imports, of new items to review and of amendments, until it was opened', async () => {
  const person = await customerWith(server)
  const bell = () => person.get<{ unread: number; items: BellItem[] }>('/bell')
  const kinds = async () =>
    (await bell()).items.map(({ kind, is_unread }) => `${kind}${is_unread ? '*' : ''}`).toSorted()
  expect(await bell()).toEqual({ unread: 0, items: [] })

  await person.import('first.csv', FIRST)
  expect(await bell()).toMatchObject({
    unread: 1,
    items: [{ kind: 'import', account_name: 'first.csv', outcome: 'done', rows: 2 }],
  })
  await person.post('/bell/read')
  expect(await bell()).toMatchObject({ unread: 0, items: [{ kind: 'import', is_unread: false }] })

  await person.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
  await server.drainJobs()
  const { data } = await person.get<{ data: { id: string }[] }>('/tax_calculations')
  await person.post('/tax_years/file', { year: 2025, calculation_id: data[0]?.id, filed_on: '2026-04-10' })
  await person.import('older.csv', OLDER)
  await person.post('/tax_years/amendments')
  await server.drainJobs()
  const { items } = await bell()
  expect(items.find(({ kind }) => kind === 'amendment')).toMatchObject({
    amendment: { year: 2025, gain: '614.09' },
    currency: 'USD',
  })
  expect(items.find(({ kind }) => kind === 'review')).toMatchObject({ items: 1 })
  expect(await kinds()).toEqual(['amendment*', 'import', 'import*', 'review*'])
  await person.post('/bell/read')
  // Items that were seen stay in the list; items that were seen are in the queue.
  expect(await kinds()).toEqual(['amendment', 'import', 'import'])

  // Another customer hears nothing of it.
  const stranger = await customerWith(server)
  expect((await stranger.get<{ unread: number }>('/bell')).unread).toBe(0)
})
