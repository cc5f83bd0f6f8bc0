import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { ExportRow } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { self, withOps, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { archiveAt } from '../../testing/archive-at.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

/** A small PDF with the fields of Form 8949 of 2025; the real file is not part of the project. */
async function small8949(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const form = document.getForm()
  for (const page of [1, 2]) {
    const on = document.addPage([612, 792])
    const path = `topmostSubform[0].Page${page}[0].`
    for (let n = 1; n <= 95; n += 1) {
      const row = n < 3 || n > 90 ? '' : `Row${Math.floor((n - 3) / 8) + 1}[0].`
      const at = { x: 20 + (n % 8) * 70, y: 760 - 12 * Math.floor(n / 8), width: 66, height: 12 }
      form.createTextField(`${path}${row}f${page}_${String(n).padStart(2, '0')}[0]`).addToPage(on, at)
    }
    for (let n = 0; n < 6; n += 1)
      form
        .createCheckBox(`${path}c${page}_1[${n}]`)
        .addToPage(on, { x: 20, y: 500 - 10 * n, width: 8, height: 8 })
  }
  return Buffer.from(await document.save())
}

const asked: string[] = []
const form = await small8949()
/** The IRS: it has Form 8949 of 2025, and no other. */
const irs = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/irs/pub/irs-prior/f8949--2025.pdf') response.end(form)
  else response.writeHead(404).end('<html>Not found</html>')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => irs.once('listening', resolve))
afterAll(() => void irs.close())

const folder = mkdtempSync(join(tmpdir(), 'lotbook-forms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'f8949--2025.pdf'), '%PDF-1.7 and nothing else')

const server = await testServer({
  env: { PROVIDERS_URL: `http://127.0.0.1:${(irs.address() as AddressInfo).port}` },
})
const withFolder = await testServer({ env: { LOTBOOK_FORMS: folder } })

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const ROWS = [
  '2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1',
  '2025-02-01T00:00:00Z,sell,900,USD,1,ETH,,,Kraken,yes,s1',
  '2025-02-02T00:00:00Z,sell,450,USD,0.5,ETH,,,Kraken,yes,s2',
]

async function calculated(on: typeof server) {
  const journal = await customerWith(on)
  await journal.import('history.csv', `${[HEADER, ...ROWS].join('\n')}\n`)
  on.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await on.drainJobs()
  const ask = (kind: string, printing?: object) => {
    on.clock.advance(1_000)
    return journal.customer.post('/exports', { kind, tax_year: 2025, printing })
  }
  const rowOf = async (id: string) =>
    (await journal.get<{ data: ExportRow[] }>('/exports')).data.find((row) => row.id === id)!
  const make = async (kind: string, printing?: object) => {
    const { status, body } = await ask(kind, printing)
    expect(status).toBe(200)
    await on.drainJobs()
    return rowOf((body as { data: ExportRow }).data.id)
  }
  return { ...journal, ask, make, rowOf }
}

const JANE = { name: 'Jane Roe', tax_id: '123456789', summary_above: null }

/** Every row of the tables that a request goes through, as text: exports, jobs and the audit log. */
async function storedText(userId: string): Promise<string> {
  const exports = await withSubject(server.db, self(userId), (tx) =>
    tx.all<{ text: string }>(
      sql`select t::text || coalesce(encode(sealed, 'escape'), '') as text from exports t`,
    ),
  )
  const jobs = await server.db.app.query<{ text: string }>('select t::text as text from jobs.job t')
  const audit = await withOps(server.db, (tx) =>
    tx.all<{ text: string }>(sql`select t::text as text from audit_events t`),
  )
  for (const rows of [exports, jobs.rows, audit]) expect(rows.length).toBeGreaterThan(0)
  return [...exports, ...jobs.rows, ...audit].map(({ text }) => text).join('\n')
}

test('Form 8949 is got from the IRS once, kept, and filled; name and number are nowhere but in the sealed file', async () => {
  const journal = await calculated(server)
  const { status, body } = await journal.ask('form-8949-official', JANE)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain('Jane')
  const waiting = await storedText(journal.userId)
  await server.drainJobs()
  const made = await journal.rowOf((body as { data: ExportRow }).data.id)
  expect(made).toMatchObject({ state: 'done', notes: [], rows: 2 })
  expect(made.file_name).toMatch(/^form-8949-official-2025-/)
  expect(waiting).toContain(made.id)
  for (const text of [waiting, await storedText(journal.userId)])
    expect(text).not.toMatch(/123456789|123-45-6789|Jane Roe/)

  expect(asked).toEqual(['/irs/pub/irs-prior/f8949--2025.pdf'])
  const kept = join(server.services.config.dataDirectory, 'forms')
  expect(readdirSync(kept)).toEqual(['f8949--2025.pdf'])
  const again = await journal.make('form-8949-official', JANE)
  expect(again.id).not.toBe(made.id)
  expect(asked).toHaveLength(1)
})

test('a form that the IRS does not have is drawn, or is a table, and a sentence says so', async () => {
  const journal = await calculated(server)
  const schedule = await journal.make('schedule-d-official', JANE)
  expect(schedule.notes).toEqual([
    'Schedule D (Form 1040) of 2025 could not be had from the IRS just now. The lines of Schedule D are in its table (CSV).',
  ])
  expect(schedule.file_name).toMatch(/^schedule-d-2025-.*csv$/)
  expect(readdirSync(join(server.services.config.dataDirectory, 'forms'))).toEqual(['f8949--2025.pdf'])
})

test('a folder of the operator is the only place where it is set, and a wrong form in it is refused by name', async () => {
  const journal = await calculated(withFolder)
  const made = await journal.make('form-8949-official', JANE)
  expect(made.file_name).toMatch(/^form-8949-2025-.*pdf$/)
  expect(made.notes).toEqual([
    'f8949--2025.pdf: not a PDF that can be read, so not Form 8949 of 2025. Form 8949 as Lotbook draws it is there instead; it has the same rows, boxes and totals.',
  ])
  expect((await journal.make('schedule-d-official')).notes[0]).toContain(
    'f1040sd--2025.pdf: the folder of forms on this server does not have it.',
  )
})

test('above a chosen number of rows the form is in summary and has its statement; a packet has both', async () => {
  const journal = await calculated(server)
  const filesOf = async (kind: string, summary_above: number | null) => {
    const { id } = await journal.make(kind, { ...JANE, summary_above })
    return Object.keys(await archiveAt(server, journal.customer, `/exports/${id}/download`))
  }
  expect(await filesOf('form-8949-official', 1)).toEqual([
    expect.stringMatching(/^form-8949-official-2025/),
    '8949-statement-2025.pdf',
  ])
  expect((await journal.make('form-8949-pdf', { ...JANE, summary_above: 2 })).file_name).toMatch(/pdf$/)
  const packet = await filesOf('filing-packet', 1)
  expect(packet).toContain('8949-statement-2025.pdf')
  expect(packet.some((name) => name.startsWith('form-8949-official-2025'))).toBe(true)
  expect(packet.some((name) => name.startsWith('schedule-d-2025'))).toBe(true)
})

test('a wrong number is refused without being repeated, and a file without a name on it takes none', async () => {
  const journal = await calculated(server)
  const wrong = await journal.ask('form-8949-official', { ...JANE, tax_id: '123-45-678' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Tax id: the nine digits of a Social Security number are expected.')
  expect(wrong.text).not.toContain('123-45')
  expect((await journal.ask('income-csv', JANE)).status).toBe(409)
  expect((await journal.ask('form-8949-csv', JANE)).status).toBe(409)
})
