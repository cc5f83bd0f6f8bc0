import type { Amendment, Road } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = `${HEADER}
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,,,Coinbase,yes,b1
2025-06-01T00:00:00Z,sell,2500,USD,1,ETH,,,Coinbase,yes,s1
2025-07-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1
2025-08-01T00:00:00Z,sell,60000,USD,1,BTC,,,Kraken,yes,s2
2026-01-02T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1
`
const LATE = `${HEADER}
2023-01-01T00:00:00Z,buy,1,ETH,1385.91,USD,,,Coinbase,yes,b0
`

async function onTheRoad() {
  const journal = await customerWith(server)
  const road = async (query = '') => (await journal.get<{ data: Road }>(`/road${query}`)).data
  const amendments = async () => (await journal.get<{ data: Amendment[] }>('/tax_years/amendments')).data
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
    await server.drainJobs()
  }
  const file = async (year: number) => {
    const { data } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
    await journal.post('/tax_years/file', { year, calculation_id: data[0]?.id, filed_on: '2026-04-10' })
  }
  return { ...journal, road, amendments, calculate, file }
}

const done = ({ steps }: Road) => steps.filter(({ is_done }) => is_done).map(({ step }) => step)

test('the road of a year: import, review, calculate, file, each done by its own facts', async () => {
  const person = await onTheRoad()
  expect(await person.road()).toMatchObject({ next: 'import', filed_on: null, amendment: null })

  await person.upload('history.csv', HISTORY)
  expect(await person.road('?year=2025')).toMatchObject({ next: 'import', import: { running: 1 } })
  await server.drainJobs()
  // Sent in 2026: an item of another year, which the year at hand does not wait for.
  expect(await person.road('?year=2025')).toMatchObject({
    next: 'review',
    review: { of_year: 1, in_all: 2, unknown: 1 },
    calculation: { state: 'none', can_start: true },
  })
  expect((await person.road('?year=2024')).review).toMatchObject({ of_year: 0, in_all: 2 })

  // Steps may be done in any order.
  await person.calculate()
  const calculated = await person.road('?year=2025')
  expect(done(calculated)).toEqual(['import', 'calculate'])
  expect(calculated).toMatchObject({
    next: 'review',
    review: { of_year: 1, waiting: 1, effect: '60000', unknown: 0, largest: { effect: '60000' } },
  })

  // Put aside on purpose: it waits in the queue, and not on the road.
  await person.post('/traces/leave_open', { wizard: 'MissingSendWizard' })
  expect(await person.road('?year=2025')).toMatchObject({
    next: 'file',
    review: { of_year: 1, waiting: 0 },
  })

  await person.file(2025)
  expect(await person.road('?year=2025')).toMatchObject({ next: null, filed_on: '2026-04-10' })
  expect(await person.road('?year=2024')).toMatchObject({ filed_on: null })
})

test('an import that waits for an answer keeps the road at the import, with its question', async () => {
  const person = await onTheRoad()
  await person.import('history.csv', HISTORY)
  await person.import(
    'binance.csv',
    'User ID,Time,Account,Operation,Coin,Change,Remark\n1,03/04/2024 10:00:00,Spot,Deposit,ADA,5,\n',
  )
  const { next, import: imports } = await person.road('?year=2025')
  expect({ next, account: imports.asks?.account_name }).toEqual({ next: 'import', account: 'binance.csv' })
  expect(imports.asks?.question).not.toBe('')
})

test('N6 a change after filing is told with its money, before anything is calculated anew and after', async () => {
  const person = await onTheRoad()
  await person.import('history.csv', HISTORY)
  await person.calculate()
  await person.file(2025)
  expect(await person.amendments()).toMatchObject([
    { year: 2025, state: 'current', is_due: false, gain: '0' },
  ])

  // An older lot that cost 614.09 less than the one that was sold.
  await person.import('late.csv', LATE)
  expect(await person.road('?year=2025')).toMatchObject({
    next: 'calculate',
    amendment: { state: 'out_of_date', is_due: false },
  })
  await person.post('/tax_years/amendments')
  expect((await person.amendments())[0]?.state).toBe('working')
  await server.drainJobs()
  const due = { state: 'current', is_due: true, gain: '614.09', short: '0', income: '0', deduction: '0' }
  expect(await person.amendments()).toMatchObject([due])
  expect(await person.road('?year=2025')).toMatchObject({
    next: 'calculate',
    filed_on: '2026-04-10',
    amendment: due,
  })
  // Nothing was calculated anew.
  expect((await person.get<{ data: unknown[] }>('/tax_calculations')).data).toHaveLength(1)

  await person.calculate()
  expect(await person.road('?year=2025')).toMatchObject({ next: 'file', amendment: due })
})

test('N6 what does not concern a filed year leaves it filed; where no year is filed nothing is worked out', async () => {
  const person = await onTheRoad()
  await person.import('history.csv', HISTORY)
  await person.post('/tax_years/amendments')
  expect(await person.amendments()).toEqual([])
  await person.calculate()
  await person.file(2025)
  await person.import('later.csv', `${HEADER}\n2026-02-01T00:00:00Z,sell,2500,USD,1,ETH,,,Coinbase,yes,s9\n`)
  await person.post('/tax_years/amendments')
  await server.drainJobs()
  expect(await person.amendments()).toMatchObject([{ state: 'current', is_due: false }])
  // Every step of the filed year stays done; the next year has its own road.
  expect(await person.road('?year=2025')).toMatchObject({ next: null })
  expect(await person.road('?year=2026')).toMatchObject({ filed_on: null, next: 'review' })
})
