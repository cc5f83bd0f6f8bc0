import type { ImportHistory, ListedFile, Source } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

/*
 * Calls that answer under an older path, or under /compliance, as their twins do.
 */
const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = `${HEADER}
2023-01-02T00:00:00Z,buy,2,BTC,40000,USD,,,Kraken,Yes,b1
2023-03-02T00:00:00Z,sell,15000,USD,0.5,BTC,,,Kraken,Yes,=1+1
2023-05-03T00:00:00Z,buy,1,BTC,30000,USD,,,My notes,Yes,b3
`

async function withHistory() {
  const journal = await customerWith(server)
  const source = await journal.import('history.csv', HISTORY)
  const histories = async () =>
    (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data
  const kraken = (await histories()).find((row) => row.account_slug === 'kraken')?.id ?? ''
  return { ...journal, source, kraken, histories }
}

test('R7.49 R7.75 the import history under its other paths, all of it or a page', async () => {
  const journal = await withHistory()
  const page = await journal.get<object>('/imports/v2/import_histories')
  expect(await journal.get('/imports/v1/import_histories?all=false')).toEqual(page)
  expect(await journal.get('/imports/v1/import_histories')).toEqual(page)
  expect(await journal.get('/imports/v1/import_histories?all=true')).toEqual({
    ...page,
    meta: { current_page: 1, per_page: 1_000, total_count: 2, total_pages: 1 },
  })
  expect(await journal.get('/compliance/v1/import_histories')).toEqual(page)
  expect(await journal.get('/compliance/v1/import_histories?page=2&size=1')).toEqual(
    await journal.get('/imports/v2/import_histories?page=2&size=1'),
  )
  await journal.customer.expect(422, 'GET', '/imports/v1/import_histories?all=perhaps')
})

test('R7.50 R7.51 R7.52 an account is renamed, marked and deleted under the older paths', async () => {
  const journal = await withHistory()
  const other = await customerWith(server)
  const v1 = '/imports/v1/import_histories'
  const calls = [
    ['POST', `${v1}/update_name`, { id: journal.kraken, name: 'Old Kraken' }],
    ['POST', `${v1}/update_us_based`, { id: journal.kraken, us_based: false }],
    ['DELETE', `${v1}/${journal.kraken}`],
  ] as const
  for (const [method, path, body] of calls) await other.customer.expect(404, method, path, body)
  for (const [method, path, body] of calls.slice(0, 2)) await journal.customer.expect(200, method, path, body)
  expect((await journal.histories()).find(({ id }) => id === journal.kraken)).toMatchObject({
    custom_name: 'Old Kraken',
    us_based: false,
  })
  await journal.customer.expect(200, 'DELETE', `${v1}/${journal.kraken}`)
  expect((await journal.histories()).map(({ custom_name: name }) => name)).toEqual(['My notes'])
  expect(await journal.rows()).toHaveLength(1)
})

test('R7.54 nothing has to be paid where there are no plans', async () => {
  const journal = await withHistory()
  expect(await journal.get('/imports/v1/import_histories/payment_required')).toEqual({
    payment_required: false,
  })
})

test('a file cannot be fetched again, and is told what to do instead', async () => {
  const journal = await withHistory()
  const words = {
    code: 'conflict',
    message:
      'A file cannot be updated. Upload a newer export: rows that are already here are not added twice.',
  }
  expect(
    await journal.customer.expect(409, 'POST', '/imports/v2/actions/resync_account', { id: journal.kraken }),
  ).toMatchObject(words)
  expect(
    await journal.customer.expect(409, 'POST', '/trigger_resynchronize_source', {
      source_id: journal.source,
    }),
  ).toMatchObject(words)
  await journal.customer.expect(404, 'POST', '/imports/v2/actions/resync_account', { id: newId() })
  await journal.customer.expect(404, 'POST', '/trigger_resynchronize_source', { source_id: newId() })
})

test('R7.77 R7.78 R7.79 R7.80 the catalogue under /compliance, and what a source of the customer is of', async () => {
  const journal = await withHistory()
  const other = await customerWith(server)
  for (const query of ['?q=krak', '?q=&order=name', '?q=xyzzy&order=rank'])
    expect(await journal.get(`/compliance/v1/exchanges/search${query}`)).toEqual(
      await journal.get(`/imports/v1/exchanges/search${query}`),
    )
  const kraken = await journal.get<{ data: Source }>('/imports/v1/exchanges/kraken')
  expect(await journal.get('/compliance/v1/exchanges/kraken')).toEqual(kraken)
  await journal.customer.expect(404, 'GET', '/compliance/v1/exchanges/xyzzy')

  const path = '/compliance/v1/exchanges/by_source?uuid='
  const { data } = await journal.get<{ data: { id: string }[] }>(
    `/imports/v2/import_histories/${journal.kraken}/exchange_sources`,
  )
  expect(await journal.get(`${path}${data[0]?.id}`)).toEqual(kraken)
  await other.customer.expect(404, 'GET', `${path}${data[0]?.id}`)
  await journal.customer.expect(404, 'GET', `${path}${newId()}`)
  await journal.customer.expect(422, 'GET', `${path}nonsense`)
  expect(await journal.get('/compliance/v1/imports/check_csv_import_enabled')).toEqual({
    csv_import_enabled: true,
  })
})

test('R7.32 files by the name of their account; those that were not read yet only where all are asked for', async () => {
  const journal = await withHistory()
  const map = (query = '') => journal.get<Record<string, ListedFile[]>>(`/users/list_csv_files${query}`)
  const read = await map()
  expect(Object.keys(read).toSorted()).toEqual(['Kraken', 'My notes'])
  expect(read['Kraken']).toMatchObject([
    { group_id: journal.kraken, file_name: 'history.csv', import_status: 'complete', parsed: 2 },
  ])
  await journal.post('/imports/v2/update_name', { id: journal.kraken, name: 'Old Kraken' })
  const queued = await journal.upload(
    'more.csv',
    `${HEADER}\n2024-01-02T00:00:00Z,buy,1,BTC,42000,USD,,,Kraken,Yes,b9\n`,
  )
  expect(Object.keys(await map()).toSorted()).toEqual(['My notes', 'Old Kraken'])
  const all = Object.values(await map('?all=true')).flat()
  expect(all.find(({ id }) => id === queued)).toMatchObject({
    file_name: 'more.csv',
    import_status: 'in-progress',
  })
  expect(await (await customerWith(server)).get('/users/list_csv_files?all=true')).toEqual({})
})

test('R7.73 what a file brought, as CSV that no spreadsheet runs', async () => {
  const journal = await withHistory()
  const { data } = await journal.get<{ data: { id: string }[] }>(
    `/imports/v2/import_histories/${journal.kraken}/exchange_sources`,
  )
  const ofSource = await journal.customer.get(`/transaction/download_api_transactions/${data[0]?.id}`)
  expect(ofSource.status).toBe(200)
  expect(ofSource.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('lotbook-transactions') as string,
    'cache-control': 'no-store',
  })
  const lines = ofSource.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^Timestamp,Type,/)
  expect(ofSource.text).toContain(",'=1+1,")
  // An account's id gives what all of its sources brought.
  const ofAccount = await journal.customer.get(`/transaction/download_api_transactions/${journal.kraken}`)
  expect(ofAccount.text.trimEnd().split('\r\n')).toHaveLength(3)
  const other = await customerWith(server)
  for (const id of [journal.kraken, data[0]?.id, newId(), 'nonsense', '-'.repeat(36)])
    expect((await other.customer.get(`/transaction/download_api_transactions/${id}`)).status).toBe(404)
})
