import type { FileColumns, FilePreview, OwnFormat, OwnFormatRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const HEADER = 'Booked on;Kind;Received;Unit;Sent;Unit 2'
const BANK = `${HEADER}
2024-03-01 10:00:00;Buy;0,5;BTC;21000;EUR
2024-03-02 10:00:00;Teleport;;;1;ETH
never;Buy;1;BTC;1;EUR
`
const LATER = `${HEADER}\n2024-05-01 10:00:00;Buy;0,25;BTC;15000;EUR\n`

const columnsOf = (journal: Journal, upload: string | null) =>
  journal.get<FileColumns>(`/csv_uploads/${upload}/columns`)
const listOf = (journal: Journal) =>
  journal.get<{ data: OwnFormatRow[]; waiting: { upload_id: string; file_name: string }[] }>('/own_formats')
const labels = async (journal: Journal) => (await journal.rows()).map(({ label }) => label)

async function described(journal: Journal, name = 'bank.csv', text = BANK) {
  const { upload_id: upload } = await journal.send(name, text)
  const columns = await columnsOf(journal, upload)
  return { upload, columns, path: `/csv_uploads/${upload}/columns` }
}

test('E2 N24 an unknown file is described once, taken in, and the next one of its kind is just read', async () => {
  const journal = await customerWith(server)
  const { upload, columns, path } = await described(journal)
  expect(columns).toMatchObject({
    file_name: 'bank.csv',
    header_line: 1,
    data_rows: 3,
    says_zone: false,
    looks_like: null,
    format: { name: 'bank', kind: 'sides', words: { Buy: 'buy' } },
  })
  expect(await listOf(journal)).toMatchObject({
    data: [],
    waiting: [{ upload_id: upload, file_name: 'bank.csv' }],
  })

  const format: OwnFormat = { ...columns.format, name: 'My bank', time_zone: 'Europe/Berlin' }
  const preview = (await journal.post(`${path}/preview`, { format })) as FilePreview
  expect(preview.rows.map(({ line, outcome, reading }) => [line, outcome, reading])).toEqual([
    [2, 'used', 'Mar 01, 2024 09:00:00 · Buy 0.5 BTC for 21000 EUR'],
    [3, 'note', expect.stringContaining('Unknown type: Teleport')],
    [4, 'error', expect.stringContaining('Not a date and time: never')],
  ])
  expect(preview.summary).toMatchObject({ transactions: 2, errors: 1, notes: 1 })
  // Looking keeps nothing.
  expect(await listOf(journal)).toMatchObject({ data: [] })
  expect(await journal.rows()).toEqual([])

  const { source_id: source } = (await journal.post(path, { format })) as { source_id: string }
  await server.drainJobs()
  expect(await labels(journal)).toEqual(['Buy', 'Sent'])
  expect(await journal.source(source)).toMatchObject({
    format_name: 'My bank',
    custom_name: 'My bank',
    error_count: 1,
  })

  const later = await journal.send('bank 2.csv', LATER)
  expect(later).toMatchObject({ status: 'success', format_name: 'My bank', account_name: 'My bank' })
  await server.drainJobs()
  expect(await labels(journal)).toEqual(['Buy', 'Sent', 'Buy'])
  // The same again under another name: nothing twice.
  await journal.import('bank 3.csv', BANK)
  expect(await labels(journal)).toEqual(['Buy', 'Sent', 'Buy'])
  expect((await listOf(journal)).data).toMatchObject([{ title: 'My bank', columns: 6, files: 3 }])
  // Its original rows can be opened.
  const [row] = await journal.rows()
  const detail = await journal.get<{ data: { records: { cells: { value: string }[] }[] } }>(
    `/transactions/${row?.id}`,
  )
  expect(detail.data.records[0]?.cells.map(({ value }) => value)).toContain('0,5')
})

test('what cannot read the very file is not kept, and a file is taken in once', async () => {
  const journal = await customerWith(server)
  const { columns, path } = await described(journal)
  const { format } = columns
  const { date: _, ...dateless } = format.columns
  const refused = async (changed: Partial<OwnFormat>) => {
    const answer = await journal.customer.request('POST', path, { format: { ...format, ...changed } })
    return [answer.status, (answer.body as { message: string }).message]
  }
  expect(await refused({ columns: dateless })).toEqual([422, 'Choose the column with the date.'])
  expect(await refused({ columns: { ...format.columns, date: 1, type: 0 } })).toEqual([
    409,
    expect.stringMatching(/^“bank” does not read bank\.csv: 0 transactions of 3 rows\. Line 2: /),
  ])
  expect(await refused({ time_zone: 'Mars/Base' })).toEqual([422, 'Choose the time zone of the times.'])
  expect(
    ((await journal.post(`${path}/preview`, { format: { ...format, columns: dateless } })) as FilePreview)
      .message,
  ).toBe('Choose the column with the date.')
  expect((await refused({ words: { Buy: 'no such' } as never }))[0]).toBe(422)
  expect((await refused({ header: ['one'] }))[0]).toBe(422)
  expect((await listOf(journal)).data).toEqual([])

  await journal.post(path, { format })
  expect(await refused({})).toEqual([409, 'This file was taken in already.'])
  await journal.customer.expect(409, 'GET', path)
})

test('a format goes from one customer to another without any data, and is renamed and deleted', async () => {
  const [journal, other] = [await customerWith(server), await customerWith(server)]
  const { columns, path } = await described(journal)
  const { format_id: id } = (await journal.post(path, { format: columns.format })) as { format_id: string }
  await server.drainJobs()
  await journal.post(`/own_formats/${id}/rename`, { title: 'The bank' })
  const { data: shared } = await journal.get<{ data: OwnFormat }>(`/own_formats/${id}`)
  expect(shared).toEqual({ ...columns.format, name: 'The bank' })
  expect(JSON.stringify(shared)).not.toMatch(/21000|0,5|2024/)

  await other.post('/own_formats', { format: shared })
  await other.customer.expect(409, 'POST', '/own_formats', { format: shared })
  expect(await other.send('theirs.csv', LATER)).toMatchObject({ status: 'success', format_name: 'The bank' })

  await journal.customer.expect(200, 'DELETE', `/own_formats/${id}`)
  expect((await listOf(journal)).data).toEqual([])
  await journal.customer.expect(404, 'GET', `/own_formats/${id}`)
  // New files of it are unknown again; those that it read can still be opened and read anew.
  expect(await journal.send('later.csv', LATER)).toMatchObject({ status: 'error' })
  const rows = await labels(journal)
  const [first] = (await journal.get<{ data: { id: string }[] }>('/imports/v2/import_histories')).data
  const sources = await journal.get<{ data: { id: string }[] }>(
    `/imports/v2/import_histories/${first?.id}/exchange_sources`,
  )
  await journal.post(`/imports/v2/sources/${sources.data[0]?.id}/retry`)
  await server.drainJobs()
  expect(await labels(journal)).toEqual(rows)
})

test('a file that waits is read once its columns are described, or forgotten', async () => {
  const journal = await customerWith(server)
  const first = await described(journal)
  const [second, third] = [
    await described(journal, 'b.csv', LATER),
    await described(journal, 'c.csv', 'a;b\n1;2\n'),
  ]
  await journal.customer.expect(409, 'POST', `/csv_uploads/${second.upload}/read`)
  await journal.post(first.path, { format: first.columns.format })
  await journal.post(`/csv_uploads/${second.upload}/read`)
  await server.drainJobs()
  expect(await labels(journal)).toEqual(['Buy', 'Sent', 'Buy'])
  await journal.customer.expect(200, 'DELETE', `/csv_uploads/${third.upload}`)
  await journal.customer.expect(409, 'DELETE', `/csv_uploads/${second.upload}`)
  expect((await listOf(journal)).waiting).toEqual([])
})

test('E2 a person says in which line the header stands, and which mark stands before decimals', async () => {
  const journal = await customerWith(server)
  const text = `Statement of one year\nOf,Jane,Roe,and,others\nWhen,Amount,Coin\n2024-03-01 10:00,"1,500",ETH\n`
  const { path, columns } = await described(journal, 'odd.csv', text)
  expect(columns.format.header).not.toEqual(['When', 'Amount', 'Coin'])
  const own = await journal.get<FileColumns>(`${path}?header_line=3`)
  expect(own).toMatchObject({ header_line: 3, data_rows: 1, format: { header: ['When', 'Amount', 'Coin'] } })
  const read = async (decimal_mark: 'point' | 'comma') => {
    const preview = await journal.post(`${path}/preview`, { format: { ...own.format, decimal_mark } })
    return (preview as FilePreview).rows.map(({ reading }) => reading)
  }
  expect(await read('comma')).toEqual([expect.stringContaining('1.5')])
  expect(await read('point')).toEqual([expect.stringContaining('1500')])
  const refused = await journal.customer.request('GET', `${path}?header_line=1`)
  expect([refused.status, (refused.body as { message: string }).message]).toEqual([
    422,
    'odd.csv, line 1: no table was found in this file.',
  ])
})
