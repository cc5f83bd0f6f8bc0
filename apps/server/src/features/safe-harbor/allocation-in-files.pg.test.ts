import type { ExportRow, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { basisHolders, fail, HEAD, HISTORY } from '../../testing/basis-holder.ts'
import { testServer } from '../../testing/test-server.ts'
import { comparisonSinceFiled, readAmendment } from '../exports/read-amendment.ts'

const server = await testServer()
const { holder, itIs } = basisHolders(server)

/** Beside the coins of the example: of two ETH that Coinbase holds one is sold in January 2025 and one given away in March. */
const WITH_ETH = `${HISTORY}2020-01-01T12:00:00Z,buy,2,ETH,1000,USD,,,Coinbase,yes,e1
2025-01-05T12:00:00Z,sell,5000,USD,1,ETH,,,Coinbase,yes,s3
2025-03-04T12:00:00Z,gift_sent,,,1,ETH,,,Coinbase,yes,g3
`
const CHOICE = { kind: 'specific', order: 'hifo', confirmation: 'irrevocable' }

async function recorded(choice: object = {}) {
  const journal = await holder({ history: WITH_ETH })
  itIs('2025-03-01T10:00:00Z')
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  return {
    ...journal,
    calculate,
    record: () => journal.record({ ...CHOICE, accounts: [journal.coinbase], ...choice }),
    /** The sentence that the year says of its figures. */
    said: async () =>
      (await journal.get<{ data: OneYear }>('/one_year?year=2025')).data.qualifiers.find(({ code }) =>
        code.startsWith('safe_harbor_l'),
      )?.message ?? fail('nothing is said'),
    file: async (kind: string) => {
      server.clock.advance(1_000)
      const { data } = (await journal.post('/exports', { kind, tax_year: 2025 })) as { data: ExportRow }
      await server.drainJobs()
      return (await journal.customer.request('GET', `/exports/${data.id}/download`)).text
    },
  }
}

/** Asset and last cell of each row of a table, without its closing notes. */
const lastCells = (text: string, asset: number) =>
  text
    .trimEnd()
    .split('\r\n')
    .filter((line) => !/^"?Note: /.test(line))
    .map((line) => [line.split(',')[asset], line.split(',').at(-1)])

test('R-POOL-3 forms and files say of rows and figures where the allocation came too late, in the words of the year', async () => {
  const journal = await recorded()
  await journal.record()
  await journal.calculate()
  expect(lastCells(await journal.file('form-8949-csv'), 10)).toEqual([
    ['Asset', 'Allocation'],
    ['ETH', 'Too late'],
    ['BTC', ''],
  ])
  expect(lastCells(await journal.file('gifts-donations-losses-csv'), 2)).toEqual([
    ['Asset', 'Allocation'],
    ['ETH', 'Too late'],
  ])
  expect(await journal.file('schedule-d-csv')).toContain(`\r\nNote,"${await journal.said()}",,,,\r\n`)
  // Names stand in an archive as they are.
  expect(await journal.file('filing-packet')).toMatch(/safe-harbor-allocation-2025-03-01T10-\d\d-\d\d\.pdf/)
})

test('R-POOL-4 and where it leaves an asset out', async () => {
  const journal = await recorded({ left_out: ['ETH'] })
  await journal.record()
  await journal.calculate()
  expect(lastCells(await journal.file('audit-trail-csv'), 4).slice(0, 4)).toEqual([
    ['Asset', 'Allocation'],
    ['ETH', 'Left out'],
    ['BTC', ''],
    ['ETH', 'Left out'],
  ])
  expect(await journal.file('schedule-d-csv')).toContain(`\r\nNote,${await journal.said()},,,,\r\n`)
})

test('R-POOL-3 N6 an amendment says it of the year as it is now', async () => {
  const journal = await recorded()
  await journal.calculate()
  const { data: filed } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  const before = filed.calculation.id
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: before,
    filed_on: '2025-03-01',
    confirmation: '',
  })
  await journal.record()
  await journal.import('late.csv', `${HEAD}\n2025-02-03T12:00:00Z,buy,1,SOL,20,USD,,,Kraken,yes,b9\n`)
  await journal.calculate()
  const { data: now } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  await journal.post('/comparisons', { before, after: now.filed?.newest_calculation_id })
  await server.drainJobs()
  const { notes } = await withSubject(server.db, self(journal.userId), async (tx) =>
    readAmendment(tx, journal.userId, await comparisonSinceFiled(tx, journal.userId, 2025), 2025, ''),
  )
  expect(notes).toEqual([expect.stringContaining('recorded too late for ETH: it is used')])
})
