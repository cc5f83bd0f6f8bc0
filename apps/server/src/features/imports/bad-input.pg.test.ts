import type { ImportFinding } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const GOOD = '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1'
const template = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

/** Everything that a refused file must leave alone. */
function stateOf(userId: string) {
  return withSubject(server.db, self(userId), (tx) =>
    tx.one(sql`select version, transactions, (select count(*) from uploads) as uploads,
      (select count(*) from connections) as connections, (select count(*) from records) as records
      from journals where user_id = ${userId}`),
  )
}

test('a file that is no table is refused by name and reason, and nothing changes', async () => {
  const journal = await customerWith(server)
  await journal.import('good.csv', template(GOOD))
  const before = await stateOf(journal.userId)
  const cases: [string, string | Uint8Array<ArrayBuffer>, RegExp][] = [
    ['statement.csv', bytes('%PDF-1.7 and more'), /^statement\.csv.*: /],
    ['empty.csv', '', /^empty\.csv.*: .*empty/i],
    ['cut.xlsx', bytes('PK\u0003\u0004 cut off'), /^cut\.xlsx.*: /],
    ['nul.csv', 'txid,refid\0,time', /^nul\.csv.*: This is neither a CSV file nor an Excel workbook/],
    ['wide.csv', `${'a,'.repeat(200)}a\n`, /^wide\.csv, line 1.*: .*column/i],
    ['cell.csv', template(`${GOOD}${'x'.repeat(70_000)}`), /^cell\.csv, line 2.*: /],
  ]
  for (const [name, content, message] of cases) {
    const answer = await journal.send(name, content)
    expect(answer, name).toMatchObject({ status: 'error', upload_id: null, source_id: null })
    expect(answer.message).toMatch(message)
  }
  expect(await stateOf(journal.userId)).toEqual(before)
  expect((await journal.rows()).length).toBe(1)
})

test('SE1 SE2 one byte too many and another kind of file are turned away before they are read', async () => {
  const journal = await customerWith(server)
  const upload = (name: string, size: number) =>
    journal.customer.upload('/csv_uploads', { file: new File([new Uint8Array(size).fill(65)], name) })
  const large = await upload('large.csv', 10_485_761)
  expect([large.status, (large.body as { code: string }).code]).toEqual([413, 'too_large'])
  const program = await upload('setup.exe', 10)
  expect(program.status).toBe(422)
  expect(program.text).toContain('setup.exe')
  expect(await stateOf(journal.userId)).toMatchObject({ uploads: '0', version: '0' })
})

test('an unknown layout is kept, and the answer names its line and the layout it comes closest to', async () => {
  const journal = await customerWith(server)
  const answer = await journal.send(
    'odd.csv',
    `${HEADER.replace('Fee Amount', 'Costs').replace('Txid', 'Mark')}\n${GOOD}\n`,
  )
  expect(answer).toMatchObject({ status: 'error', source_id: null })
  expect(answer.upload_id).not.toBeNull()
  expect(answer.message).toMatch(/^odd\.csv, line 1: /)
  expect(answer.message).toMatch(/say what its columns hold/)
  expect(await stateOf(journal.userId)).toMatchObject({ uploads: '1', connections: '0', version: '0' })
})

test('rows that cannot be read are findings with line and column, and the rest goes in', async () => {
  const journal = await customerWith(server)
  const source = await journal.import(
    'mixed.csv',
    template(
      GOOD,
      '2024-02-30T00:00:00Z,buy,1,ETH,1,USD,,,,yes,',
      '2024-03-01T00:00:00Z,buy,1e999,ETH,1,USD,,,,yes,',
      '2024-03-02T00:00:00Z,buy,abc,ETH,1,USD,,,,yes,',
      `2024-03-03T00:00:00Z,buy,1${'0'.repeat(30)},ETH,1,USD,,,,yes,`,
      `2024-03-04T00:00:00Z,buy,0.${'0'.repeat(45)}1,ETH,1,USD,,,,yes,`,
      '2024-03-05T00:00:00Z,sell,5,USD,1,ETH,,,,yes,',
    ),
  )
  expect((await journal.rows()).map((row) => row.label)).toEqual(['Buy', 'Sell'])
  expect(await journal.source(source)).toMatchObject({
    error_count: 5,
    parsed: 1,
    total: 6,
    also_in: ['Coinbase'],
    status_code: 'notes',
  })
  const { data, file_name } = await journal.get<{ data: ImportFinding[]; file_name: string }>(
    `/imports/v2/sources/${source}/findings?severity=error`,
  )
  expect(file_name).toBe('mixed.csv')
  expect(data.map(({ line, column }) => [line, column])).toEqual([
    [3, 'Timestamp'],
    [4, 'IN Amount'],
    [5, 'IN Amount'],
    [6, 'IN Amount'],
    [7, 'IN Amount'],
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('findings come in pages, of all severities or of one, in the order of the file', async () => {
  const journal = await customerWith(server)
  const bad = Array.from({ length: 120 }, (_, i) => `2024-02-30T00:00:00Z,buy,${i + 1},ETH,1,USD,,,,yes,`)
  const source = await journal.import('many.csv', template(GOOD, ...bad))
  const page = (query: string) =>
    journal.get<{ data: ImportFinding[]; meta: object }>(`/imports/v2/sources/${source}/findings${query}`)
  const lines = ({ data }: { data: ImportFinding[] }) => data.map(({ line }) => line)
  const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

  const first = await page('')
  expect(first.meta).toEqual({ current_page: 1, per_page: 50, total_count: 120, total_pages: 3 })
  expect(lines(first)).toEqual(from(3, 50))
  expect(lines(await page('?page=3'))).toEqual(from(103, 20))
  expect(lines(await page('?page=4'))).toEqual([])
  expect(lines(await page('?severity=error&page=2&size=100'))).toEqual(from(103, 20))
  expect(await page('?severity=note')).toMatchObject({ data: [], meta: { total_count: 0, total_pages: 1 } })
  await journal.customer.expect(422, 'GET', `/imports/v2/sources/${source}/findings?size=201`)
})

test('encodings and separators of other countries say the same', async () => {
  const journal = await customerWith(server)
  await journal.import('plain.csv', template(GOOD))
  const utf16 = Uint8Array.from(Buffer.from(`\uFEFF${template(GOOD)}`, 'utf16le'))
  const commas = template(GOOD).replaceAll(',', ';').replace(';3;', ';3,0;')
  for (const [name, content] of [
    ['utf16.csv', utf16],
    ['windows.csv', bytes(template(GOOD, '2024-05-01T00:00:00Z,buy,1,ETH,\u0080 5,EUR,,,Coinbase,yes,w1'))],
    ['semicolons.csv', commas],
  ] as const) {
    const answer = await journal.send(name, content)
    expect(answer, `${name} ${answer.message}`).toMatchObject({ status: 'success' })
    await server.drainJobs()
  }
  expect((await journal.rows()).map((row) => [row.to?.amount, row.from?.amount, row.from?.asset])).toEqual([
    ['3', '6000', 'USD'],
    ['1', '5', 'EUR'],
  ])
})

test('SD4 SD6 names of files are kept as text without what could turn or break a line', async () => {
  const journal = await customerWith(server)
  for (const [name, kept] of [
    ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\tmp\\a.csv', 'a.csv'],
    ['invoice\u202Exslx.csv', 'invoicexslx.csv'],
    ['mark\u200F\u061C.csv', 'mark.csv'],
    [`${'n'.repeat(300)}.csv`, `${'n'.repeat(251)}.csv`],
  ] as const) {
    const { source_id: id } = await journal.send(name, template(GOOD))
    expect((await journal.source(id ?? '')).file_name).toBe(kept)
  }
})

test('SE10 the 2,001st file is refused', async () => {
  const journal = await customerWith(server)
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      insert into uploads (user_id, id, sha256, file_name, size_bytes, sealed, received_at)
      select ${journal.userId}, gen_random_uuid(), sha256('x'), 'x.csv', 1, '', now() from generate_series(1, 2000)`),
  )
  const answer = await journal.customer.upload('/csv_uploads', {
    file: new File([template(GOOD)], 'one-more.csv'),
  })
  expect(answer.status).toBe(413)
  expect(answer.text).toContain('2,000 files')
})

test('a value that cannot be read leaves the trade whole, and the import says so with file, line and column, beside whatever else it notes', async () => {
  const journal = await customerWith(server)
  const source = await journal.import(
    'ledgers.csv',
    `txid,refid,time,type,subtype,aclass,asset,amount,fee,balance,amountusd
L1,D,2023-01-01 00:00:00,deposit,,currency,ZEUR,100,0,100,
L2,R,2023-01-02 00:00:00,trade,,currency,ZEUR,-90,0,11,much
L3,R,2023-01-02 00:00:00,trade,,currency,XXBT,0.01,0,0.01,more
`,
  )
  expect((await journal.rows()).map(({ type }) => type)).toEqual(['incoming', 'buy'])
  const { data } = await journal.get<{ data: ImportFinding[] }>(`/imports/v2/sources/${source}/findings`)
  expect(data).toMatchObject([
    {
      severity: 'note',
      line: 3,
      column: 'amountusd',
      value: 'much',
      message:
        'Not an amount: much, so it is not counted. The balance of EUR is 11, but the rows before it add up to 10',
    },
    { severity: 'note', line: 4, column: 'amountusd', value: 'more' },
  ])
})
