import type { ImportHistory, ImportSource } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account'
const row = (day: number, account: string, type = 'Buy') =>
  `2024-01-0${day} 00:00:00,${type},${day},ETH,${day * 2000},USD,,,,yes,,,,,${account}`
const template = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

const histories = async (journal: Journal) =>
  (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data.toSorted((a, b) =>
    shown(a) < shown(b) ? -1 : 1,
  )
const shown = ({ custom_name, account_name }: ImportHistory) => custom_name ?? account_name
const sourcesOf = async (journal: Journal, account: string) => {
  const account_id = (await histories(journal)).find((one) => shown(one) === account)?.id ?? ''
  return (
    await journal.get<{ data: ImportSource[] }>(`/imports/v2/import_histories/${account_id}/exchange_sources`)
  ).data
}
/** Every account that is kept, listed or not. */
const kept = ({ userId }: Journal) =>
  withSubject(server.db, self(userId), async (tx) =>
    (
      await tx.all<{ key: string }>(
        sql`select key from accounts where user_id = ${userId} and deleted_at is null order by key`,
      )
    ).map(({ key }) => key),
  )

test('accounts that only rows name have their rows, their last sync and their file, and no empty one stays', async () => {
  const journal = await customerWith(server)
  await journal.import('mine.csv', template(row(1, 'Cold wallet'), row(2, 'Kraken'), row(3, 'Cold wallet')))

  expect(
    (await histories(journal)).map((one) => [shown(one), one.total_transactions, one.file_name, one.type]),
  ).toEqual([
    ['Cold wallet', 2, 'mine.csv', 'CSV'],
    ['Kraken', 1, 'mine.csv', 'CSV'],
  ])
  for (const one of await histories(journal)) expect(one.last_synced_at).not.toBeNull()
  expect(await kept(journal)).toEqual(['custom-csv:coldwallet', 'kraken'])
  expect(await sourcesOf(journal, 'Cold wallet')).toMatchObject([
    { total: 2, parsed: 2, format_name: 'Lotbook template', first_at: '2024-01-01T00:00:00.000Z' },
  ])
  expect(await sourcesOf(journal, 'Kraken')).toMatchObject([
    { total: 1, parsed: 1, first_at: '2024-01-02T00:00:00.000Z', last_at: '2024-01-02T00:00:00.000Z' },
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('rows that name no account are in that of the file, and what could not be read is told once', async () => {
  const journal = await customerWith(server)
  const source = await journal.import(
    'mixed.csv',
    template(row(1, ''), row(2, 'Kraken'), row(3, '', 'Nonsense')),
  )
  const broken = template(row(1, 'Kraken'), 'nonsense,Buy,1,ETH,1,USD,,,,,,,,,Cold wallet', row(2, 'Gemini'))
  const other = await journal.import('broken.csv', broken)

  expect((await histories(journal)).map((one) => [shown(one), one.total_transactions])).toEqual([
    ['Gemini', 1],
    ['Kraken', 2],
    ['Lotbook', 2],
  ])
  expect(await journal.source(source)).toMatchObject({ total: 2, parsed: 2, note_count: 1, error_count: 0 })
  const told = (await Promise.all([sourcesOf(journal, 'Kraken'), sourcesOf(journal, 'Gemini')]))
    .flat()
    .filter(({ file_name }) => file_name === 'broken.csv')
  expect(
    told.map(({ total, error_count }) => [total, error_count]).toSorted(([a = 0], [b = 0]) => a - b),
  ).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect((await journal.source(other)).error_count).toBe(1)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a file goes from every account that it brought rows to', async () => {
  const journal = await customerWith(server)
  await journal.import('mine.csv', template(row(1, 'Cold wallet'), row(2, 'Kraken'), row(3, 'Gemini')))
  await journal.import('other.csv', template(row(2, 'Kraken'), row(4, 'Kraken')))
  const kraken = (await sourcesOf(journal, 'Kraken')).find(({ file_name }) => file_name === 'mine.csv')
  expect(kraken).toMatchObject({ parsed: 1, also_in: ['Cold wallet', 'Gemini'] })
  await journal.remove(kraken?.id ?? '')
  expect((await journal.rows()).map(({ account_name, at }) => [account_name, at.slice(0, 10)])).toEqual([
    ['Kraken', '2024-01-02'],
    ['Kraken', '2024-01-04'],
  ])
  expect((await histories(journal)).map((one) => [shown(one), one.file_name])).toEqual([
    ['Kraken', 'other.csv'],
  ])
  await journal.customer.expect(404, 'DELETE', `/imports/v2/sources/${kraken?.id ?? ''}`)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('an account goes with its rows of a file and no others, and comes back when the file is read again', async () => {
  const journal = await customerWith(server)
  const text = template(row(1, 'Cold wallet'), row(2, 'Kraken'))
  const source = await journal.import('mine.csv', text)
  const [cold, kraken] = await histories(journal)
  await journal.customer.expect(200, 'DELETE', `/imports/v2/import_histories/${kraken?.id ?? ''}`)
  expect((await journal.rows()).map(({ account_name }) => account_name)).toEqual(['Cold wallet'])
  expect((await histories(journal)).map(({ id }) => id)).toEqual([cold?.id])

  await journal.post(`/imports/v2/sources/${source}/retry`)
  await server.drainJobs()
  expect((await journal.rows()).length).toBe(2)
  const [again] = await sourcesOf(journal, 'Kraken')
  // Whichever of its accounts is asked to read the file again, all of it is read, and nothing is told twice.
  await journal.post(`/imports/v2/sources/${again?.id ?? ''}/retry`)
  await server.drainJobs()
  await journal.import('mine.csv', text)
  expect((await journal.rows()).length).toBe(2)
  expect(
    (await sourcesOf(journal, 'Kraken')).map(({ already_here, parsed }) => [parsed, already_here]),
  ).toEqual([
    [1, 1],
    [1, 1],
  ])
  for (const { id } of await histories(journal))
    await journal.customer.expect(200, 'DELETE', `/imports/v2/import_histories/${id}`)
  expect(await journal.rows()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a file that names more than 500 accounts leaves nothing, and says so', async () => {
  const journal = await customerWith(server)
  const wallets = Array.from({ length: 501 }, (_, n) => row(1, `Wallet ${n}`))
  const source = await journal.import('many.csv', template(...wallets))
  expect(await journal.source(source)).toMatchObject({
    status_code: 'failed',
    reason:
      'many.csv: Its rows name 501 accounts. A file may name up to 500: divide it, and nothing of it is lost.',
  })
  expect(await journal.rows()).toEqual([])
  expect(await kept(journal)).toEqual(['lotbook'])
})
