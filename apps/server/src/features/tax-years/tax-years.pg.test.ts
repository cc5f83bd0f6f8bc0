import type {
  AmendedReturnOfYear,
  Comparison,
  DisposalRow,
  Explanation,
  FiledYear,
  ImportFinding,
  OneYear,
  SaleLots,
  TransactionDetail,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { archiveAt } from '../../testing/archive-at.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEAD = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n'
const trade = (n: number, day: string, btc: string, usd: string) =>
  `L${n}a,T${n},${day} 12:00:00,trade,tradespot,currency,XXBT,spot / main,${btc},0,\nL${n}b,T${n},${day} 12:00:00,trade,tradespot,currency,ZUSD,spot / main,${usd},0,\n`
const KRAKEN = `${HEAD}${trade(1, '2024-01-02', '1', '-500')}${trade(2, '2025-03-04', '-0.5', '1000')}`
const MORE = `${HEAD}${trade(3, '2023-05-06', '1', '-100')}${trade(4, '2025-06-07', '-0.25', '800')}`

type Journal = Awaited<ReturnType<typeof customerWith>>
interface TaxYears {
  readonly locked_before: string | null
  readonly filed: readonly FiledYear[]
}

const yearsOf = async (journal: Journal) => (await journal.get<{ data: TaxYears }>('/tax_years')).data
const yearOf = async (journal: Journal, year = 2025) =>
  (await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)).data

async function calculate(journal: Journal): Promise<void> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
}

function events(journal: Journal): Promise<{ event: string; object: string; details: object }[]> {
  return withSubject(server.db, self(journal.userId), (tx) =>
    tx.all(sql`
      select event, object, details from audit_events where user_id = ${journal.userId}
        and (event like 'journal_%' or event like 'year_%') order by id`),
  )
}

test('E18 before a day nothing is edited, deleted or decided, and the sentence says the day', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('kraken.csv', KRAKEN)
  const [buy, sale] = await journal.rows()
  const change = await journal.patch(buy?.id ?? '', { comment: 'mine' })
  await journal.setTax({ time_zone: 'America/New_York' })
  await journal.post('/tax_years/lock', { before: '2025-01-01' })
  expect((await yearsOf(journal)).locked_before).toBe('2025-01-01')

  const locked = {
    code: 'transactions_locked',
    message: 'Transactions before Jan 01, 2025 are locked. Reset the lock in Settings before importing.',
  }
  expect((await journal.edit(buy?.id ?? '', { comment: 'other' })).body).toMatchObject(locked)
  expect((await journal.edit(sale?.id ?? '', { at: '2024-12-31T12:00:00Z' })).body).toMatchObject(locked)
  expect((await journal.customer.request('POST', `/changes/${change}/undo`)).body).toMatchObject(locked)
  expect((await journal.customer.request('DELETE', `/imports/v2/sources/${source}`)).body).toMatchObject(
    locked,
  )
  expect((await journal.edit(sale?.id ?? '', { comment: 'open' })).status).toBe(200)
  expect((await journal.rows()).length).toBe(2)

  await journal.post('/tax_years/lock', { before: null })
  expect((await journal.edit(buy?.id ?? '', { comment: 'other' })).status).toBe(200)
  await journal.remove(source)
  expect((await events(journal)).map(({ event, details }) => [event, details])).toEqual([
    ['journal_locked', { before: '2025-01-01' }],
    ['journal_unlocked', { before: null }],
  ])
  expect((await journal.customer.post('/tax_years/lock', { before: '2025-02-30' })).body).toMatchObject({
    fields: { before: 'Before: there is no such date; a day such as 2025-01-31 is expected.' },
  })
  expect((await journal.customer.post('/tax_years/lock', { before: '0025-01-01' })).body).toMatchObject({
    fields: {
      before: 'Before: the date is before 2009, when there was no crypto yet; a later day is expected.',
    },
  })
  expect((await journal.customer.post('/tax_years/lock', { before: '2999-01-01' })).body).toMatchObject({
    fields: { before: 'Before: the date is in the future; a day up to today is expected.' },
  })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E18 N12 lots of a sale before the lock are named no more, nor taken back; those of a later one are', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', `${KRAKEN}${trade(5, '2024-06-01', '-0.25', '300')}`)
  const [bought, early, late] = await journal.rows()
  const lots = [{ lot_transaction_id: bought?.id ?? '', quantity: '0.1' }]
  const name = (id: string | undefined, named: typeof lots) =>
    journal.customer.post(`/transactions/${id}/lots`, { lots: named })
  expect((await name(early?.id, lots)).status).toBe(200)
  await journal.post('/tax_years/lock', { before: '2025-01-01' })

  for (const named of [[], [{ ...lots[0], quantity: '0.2' }] as typeof lots])
    expect((await name(early?.id, named)).body).toMatchObject({ code: 'transactions_locked' })
  const { data } = await journal.get<{ data: SaleLots }>(`/transactions/${early?.id}/lots`)
  expect(data.lots[0]?.chosen).toBe('0.1')
  expect(data.identifications.map(({ replaced_at: at }) => at)).toEqual([null])
  expect((await name(late?.id, lots)).status).toBe(200)

  await journal.post('/tax_years/lock', { before: null })
  expect((await name(early?.id, [])).status).toBe(200)
})

test('E18 an import keeps what lies before the lock aside, with a finding, and takes it in once it is lifted', async () => {
  const journal = await customerWith(server)
  const first = await journal.import('kraken.csv', KRAKEN)
  await journal.post('/tax_years/lock', { before: '2025-01-01' })
  const source = await journal.import('more.csv', MORE)
  expect((await journal.rows()).map(({ at }) => at.slice(0, 10))).toEqual([
    '2024-01-02',
    '2025-03-04',
    '2025-06-07',
  ])
  expect(await journal.source(source)).toMatchObject({
    total: 4,
    parsed: 2,
    note_count: 2,
    status_code: 'notes',
  })
  const findings = async (id: string) =>
    (await journal.get<{ data: ImportFinding[] }>(`/imports/v2/sources/${id}/findings`)).data
  expect(await findings(source)).toMatchObject([
    {
      severity: 'note',
      code: 'before_lock',
      line: 2,
      message: expect.stringContaining('Before 2025-01-01') as string,
    },
    { severity: 'note', code: 'before_lock', line: 3 },
  ])

  // A transaction that is here already is left unchanged, without a note.
  await journal.post(`/imports/v2/sources/${first}/retry`)
  await server.drainJobs()
  expect(await journal.source(first)).toMatchObject({ total: 4, parsed: 4, note_count: 0, already_here: 2 })
  expect(await findings(first)).toEqual([])
  const again = await journal.import('again.csv', KRAKEN)
  expect((await findings(again)).map(({ severity, message }) => [severity, message])).toEqual([
    ['skipped', 'Before the lock and already here; left as it is.'],
    ['skipped', 'Before the lock and already here; left as it is.'],
  ])
  expect(await checkInvariants(server.db)).toEqual([])

  // Neither a lock that is set later, nor the same one, reads anything again.
  for (const before of ['2025-01-01', '2025-01-02'])
    expect(await journal.post('/tax_years/lock', { before })).toMatchObject({ files_read_again: 0 })
  // Set earlier, what is open now comes in by itself, and what is not stays aside.
  expect(await journal.post('/tax_years/lock', { before: '2024-01-01' })).toMatchObject({
    files_read_again: 2,
  })
  expect(await journal.source(source)).toMatchObject({ import_status: 'in-progress' })
  await server.drainJobs()
  expect((await journal.rows()).length).toBe(3)
  expect((await findings(again)).map(({ message }) => message)).not.toContain(
    'Before the lock and already here; left as it is.',
  )
  expect(await journal.source(source)).toMatchObject({ note_count: 2 })
  expect(await journal.post('/tax_years/lock', { before: null })).toMatchObject({ files_read_again: 1 })
  await server.drainJobs()
  expect((await journal.rows()).length).toBe(4)
  expect(await journal.source(source)).toMatchObject({ parsed: 4, note_count: 0 })
  expect(await findings(source)).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N5 a filed year keeps its figures, rows and explanations, whatever is calculated later', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await calculate(journal)
  const before = await yearOf(journal)
  expect(before).toMatchObject({ filed: null, net_gain: { value: '750' } })
  const filing = {
    year: 2025,
    calculation_id: before.calculation.id,
    filed_on: '2026-04-15',
    confirmation: 'accepted, 1234',
  }
  await journal.post('/tax_years/file', filing)

  // An older lot, another sale, another method, an edit of the sale itself.
  await journal.import('more.csv', MORE)
  await journal.patch((await journal.rows()).find(({ at }) => at.startsWith('2025-03'))?.id ?? '', {
    to_amount: '9000',
  })
  await calculate(journal)

  const frozen = await yearOf(journal)
  expect(frozen.filed).toMatchObject({ filed_on: '2026-04-15', confirmation: 'accepted, 1234' })
  expect(frozen.filed?.newest_calculation_id).not.toBe(before.calculation.id)
  for (const field of ['calculation', 'net_gain', 'short', 'long', 'months', 'by_asset', 'counts'] as const)
    expect(frozen[field], field).toEqual(before[field])
  expect(frozen.filed_years).toEqual([2025])

  const { rows } = await journal.get<{ rows: { handle: string; gain: string }[] }>(
    '/one_year/disposals?year=2025',
  )
  expect(rows).toMatchObject([{ handle: `disposal:0:${before.calculation.id}`, gain: '750' }])
  for (const [handle, value] of [
    [frozen.net_gain.handle, '750'],
    [rows[0]?.handle ?? '', '750'],
  ] as const) {
    const { data } = await journal.get<{ data: Explanation }>(`/explain?handle=${encodeURIComponent(handle)}`)
    expect([data.value, data.calculation?.id]).toEqual([value, before.calculation.id])
  }
  // Forms of the year are those of what was filed.
  const { data: made } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })) as {
    data: { id: string }
  }
  await server.drainJobs()
  expect((await journal.customer.get(`/exports/${made.id}/download`)).text).toContain('1000.00,250.00')

  // The transaction's own page shows the journal as it is now, and another year follows the newest calculation.
  const [sale] = (await journal.rows()).filter(({ at }) => at.startsWith('2025-03'))
  const { data: detail } = await journal.get<{ data: TransactionDetail }>(`/transactions/${sale?.id}`)
  expect(detail.to?.amount).toBe('9000')
  expect((await yearOf(journal, 2024)).calculation.id).toBe(frozen.filed?.newest_calculation_id)

  expect((await journal.customer.post('/tax_years/file', filing)).body).toMatchObject({ code: 'conflict' })
  await journal.post('/tax_years/reopen', { year: 2025 })
  expect((await yearOf(journal)).net_gain.value).not.toBe('750')
  expect((await journal.customer.post('/tax_years/reopen', { year: 2025 })).status).toBe(404)
  expect((await events(journal)).map(({ event, object }) => [event, object])).toEqual([
    ['year_filed', 'tax_year:2025'],
    ['year_reopened', 'tax_year:2025'],
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

// Two lots of half a coin each: 100 and 400. Half is sold in 2024, half in 2025.
const TWO_LOTS = `${HEAD}${trade(1, '2022-01-02', '0.5', '-100')}${trade(2, '2023-01-02', '0.5', '-400')}${trade(3, '2024-03-04', '-0.5', '1000')}${trade(4, '2025-03-04', '-0.5', '2000')}`
const gainsOf = async (journal: Journal) => {
  await calculate(journal)
  const gains = []
  for (const year of [2024, 2025]) gains.push((await yearOf(journal, year)).net_gain.value)
  return gains
}

test('N5 R-LOT-5 another method counts for what comes after the years that were filed, and for all again once none is', async () => {
  const journal = await customerWith(server)
  await journal.import('two-lots.csv', TWO_LOTS)
  expect(await gainsOf(journal)).toEqual(['900', '1600'])
  const file = async (year: number, calculation_id: string) =>
    journal.post('/tax_years/file', { year, calculation_id, filed_on: '2026-04-15', confirmation: '' })
  const { calculation } = await yearOf(journal, 2024)
  await file(2024, calculation.id)

  await journal.setTax({ method: 'hifo' })
  expect(await journal.get('/setting/tax')).toMatchObject({
    method: 'hifo',
    filed_methods: [{ year: 2024, method: 'fifo' }],
  })
  expect(await gainsOf(journal)).toEqual(['900', '1600'])
  expect(await rowsIn(journal, 2025)).toMatchObject([{ basis: '400', gain: '1600' }])
  // Nothing of what was filed is to be amended.
  const { filed: mark } = await yearOf(journal, 2024)
  const { data } = (await journal.post('/comparisons', {
    before: calculation.id,
    after: mark?.newest_calculation_id,
  })) as { data: Comparison }
  await server.drainJobs()
  expect((await journal.get<{ data: Comparison }>(`/comparisons/${data.id}`)).data).toMatchObject({
    state: 'done',
    years: [],
    causes: [],
  })

  // The year after it is filed by the new one: what is set next counts from 2026.
  await file(2025, (await yearOf(journal, 2025)).calculation.id)
  await journal.setTax({ method: 'lifo' })
  expect(await journal.get('/setting/tax')).toMatchObject({
    filed_methods: [
      { year: 2024, method: 'fifo' },
      { year: 2025, method: 'hifo' },
    ],
  })
  await journal.setTax({ method: 'hifo' })
  expect(await journal.get('/setting/tax')).toMatchObject({ filed_methods: [{ year: 2024, method: 'fifo' }] })

  await journal.post('/tax_years/reopen', { year: 2024 })
  await journal.post('/tax_years/reopen', { year: 2025 })
  expect(await gainsOf(journal)).toEqual(['600', '1900'])
  expect(await checkInvariants(server.db)).toEqual([])
})

async function rowsIn(journal: Journal, year: number): Promise<DisposalRow[]> {
  return (await journal.get<{ rows: DisposalRow[] }>(`/one_year/disposals?year=${year}`)).rows
}

// Sold without ever having been bought, and sent nobody knows where.
const OPEN = `${HEAD}${trade(1, '2025-03-04', '-0.5', '1000')}L2,R2,2025-02-03 12:00:00,withdrawal,,currency,XXBT,spot / main,-0.25,0,\n`
const BOUGHT = `${HEAD}${trade(3, '2023-05-06', '1', '-100')}`
const AIRDROP = `${HEAD}L9,R9,2025-05-06 12:00:00,earn,airdrop,currency,FLR,spot / main,3,0,\n`

async function filed(journal: Journal): Promise<OneYear> {
  const year = await yearOf(journal)
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: year.calculation.id,
    filed_on: '2026-04-15',
    confirmation: '',
  })
  return year
}
const notesOf = ({ qualifiers, qualifiers_as_of }: OneYear) => ({ qualifiers, qualifiers_as_of })

test('N5 a filed year says what was open in the calculation that it was filed with, whatever is answered or asked later', async () => {
  const journal = await customerWith(server)
  await journal.import('open.csv', OPEN)
  await calculate(journal)
  const before = await filed(journal)
  expect(before.qualifiers.map(({ code, effect }) => [code, effect])).toEqual([
    ['missing_basis', '1000'],
    ['negative_balance', null],
    ['unmatched_send', null],
  ])
  expect(before.qualifiers_as_of).toBe('calculation')
  expect(notesOf(await yearOf(journal))).toEqual(notesOf(before))

  // The answers, and another question; a file that is still being read changes no total of this year either.
  await journal.import('bought.csv', BOUGHT)
  await journal.import('airdrop.csv', AIRDROP)
  const [sent] = (await journal.rows()).filter(({ sub_type }) => sub_type === 'sent')
  await journal.patch(sent?.id ?? '', { sub_type: 'gift_sent' })
  await calculate(journal)
  await journal.upload('waiting.csv', `${HEAD}${trade(7, '2025-07-08', '1', '-5')}`)
  expect(notesOf(await yearOf(journal))).toEqual(notesOf(before))

  await journal.post('/tax_years/reopen', { year: 2025 })
  expect((await yearOf(journal)).qualifiers.map(({ code }) => code)).toEqual([
    'imports_running',
    'missing_price',
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

async function rowsOf<Row>(journal: Journal, list: string): Promise<Row[]> {
  return (await journal.get<{ rows: Row[] }>(`/one_year/${list}?year=2025`)).rows
}
const explained = async (journal: Journal, handle: string) =>
  (await journal.get<{ data: Explanation }>(`/explain?handle=${handle}`)).data

test('N5 the rows of a filed year and what explains them tell what was open when it was filed, and the calculation of then', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('open.csv', OPEN)
  await calculate(journal)
  await filed(journal)
  const [sale] = await rowsOf<DisposalRow>(journal, 'disposals')
  expect(sale?.open).toEqual(['missing_basis'])
  const before = await explained(journal, sale?.handle ?? '')
  expect(before).toMatchObject({ filed: { year: 2025, open_as_of: 'calculation' } })
  expect(before.findings.map(({ code }) => code)).toEqual(['missing_basis'])
  const transaction = before.formula[0]?.handle ?? ''
  expect(transaction).toBe(`transaction:${sale?.transaction_id}:2025`)

  // Answered by an import, which makes the sale another disposal; then its value is changed.
  await journal.import('bought.csv', BOUGHT)
  await journal.patch(sale?.transaction_id ?? '', { to_amount: '4000' })
  await calculate(journal)
  expect(await rowsOf<DisposalRow>(journal, 'disposals')).toEqual([sale])
  const after = await explained(journal, sale?.handle ?? '')
  expect({ ...after, records: [], price: null, sentence: '' }).toEqual({
    ...before,
    records: [],
    price: null,
    sentence: '',
  })
  expect(after.sentence).toContain(
    'changed after 2025 was calculated and is told as it is now; the figures stay.',
  )
  const behind = await explained(journal, transaction)
  expect(behind.calculation?.id).toBe(before.calculation?.id)
  expect(behind.rows.filter(({ title }) => title === 'Disposal')).toMatchObject([
    { value: sale?.gain, handle: sale?.handle },
  ])
  expect(behind.findings).toEqual(before.findings)
  // An explanation that is not opened from the filed year is of today.
  const now = await explained(journal, `transaction:${sale?.transaction_id}`)
  expect(now).toMatchObject({ filed: null, findings: [] })

  await journal.remove(source)
  await server.drainJobs()
  expect((await explained(journal, transaction)).sentence).toContain(
    'was taken out of the history after 2025 was calculated',
  )

  await journal.post('/tax_years/reopen', { year: 2025 })
  expect(
    await withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`select code from filed_findings where user_id = ${journal.userId}`),
    ),
  ).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N5 a year that was filed before that was kept tells what is open on its rows today, and that it is of today', async () => {
  const journal = await customerWith(server)
  await journal.import('open.csv', OPEN)
  await calculate(journal)
  await filed(journal)
  await withSubject(server.db, self(journal.userId), async (tx) => {
    await tx.run(sql`delete from filed_findings where user_id = ${journal.userId}`)
    await tx.run(sql`update tax_years set keeps_findings = false where user_id = ${journal.userId}`)
  })
  expect((await yearOf(journal)).open_as_of).toBe('calculation')
  await journal.import('bought.csv', BOUGHT)
  await calculate(journal)
  expect((await yearOf(journal)).open_as_of).toBe('today')
  const [sale] = await rowsOf<DisposalRow>(journal, 'disposals')
  expect(sale?.open).toEqual([])
  expect(await explained(journal, sale?.handle ?? '')).toMatchObject({
    filed: { year: 2025, open_as_of: 'today' },
    findings: [],
  })
})

test('N5 a filed year says so where its notes are of the day it was filed, or of today', async () => {
  const journal = await customerWith(server)
  await journal.import('open.csv', OPEN)
  await calculate(journal)
  // Filed with figures that do not know of this.
  await journal.import('airdrop.csv', AIRDROP)
  const before = await filed(journal)
  const frozen = await yearOf(journal)
  expect(frozen.qualifiers).toEqual(before.qualifiers)
  expect(frozen.qualifiers_as_of).toBe('filing')

  // Before notes were kept. While nothing changed they are those of the newest calculation.
  const forget = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.run(
        sql`update tax_years set qualifiers = null, changes_since = null where user_id = ${journal.userId}`,
      ),
    )
  await forget()
  expect((await yearOf(journal)).qualifiers_as_of).toBe('today')
  await journal.post('/tax_years/reopen', { year: 2025 })
  await calculate(journal)
  await filed(journal)
  await forget()
  expect((await yearOf(journal)).qualifiers_as_of).toBe('calculation')
  await journal.import('bought.csv', BOUGHT)
  expect((await yearOf(journal)).qualifiers_as_of).toBe('today')
})

test('N6 the amendment pack has every line that differs since the year was filed, with its cause', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await calculate(journal)
  const ask = (kind: string) => journal.customer.post('/exports', { kind, tax_year: 2025 })
  expect((await ask('amendment-csv')).body).toMatchObject({
    code: 'conflict',
    message: '2025 is not marked as filed.',
  })
  const { calculation } = await yearOf(journal)
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: calculation.id,
    filed_on: '2026-04-15',
    confirmation: 'A-1',
  })
  expect((await ask('amendment-csv')).body).toMatchObject({
    message: 'Nothing was calculated since 2025 was filed.',
  })
  await journal.import('more.csv', MORE)
  await calculate(journal)
  const after = (await yearOf(journal)).filed?.newest_calculation_id
  expect((await ask('amendment-csv')).body).toMatchObject({ code: 'conflict' })
  await journal.post('/comparisons', { before: calculation.id, after })
  await server.drainJobs()

  const fetched = async (kind: string) => {
    const { data } = (await ask(kind)).body as { data: { id: string } }
    await server.drainJobs()
    return journal.customer.get(`/exports/${data.id}/download`)
  }
  // The lot of 100 is older: 0.5 and 0.25 of it are sold now, 50 and 25 rather than 250.
  const csv = (await fetched('amendment-csv')).text.split('\r\n')
  // The head, two lines, what they rest on, that it is no advice, and the end.
  expect(csv).toHaveLength(6)
  expect(csv.slice(1, 3).join('\n')).toMatch(/1000,250,,750,.*1000,50,,950,.*,200,0,0,Added by more.csv,/)
  expect(csv.slice(1, 3).join('\n')).toMatch(/,,,,,,,,,,0\.25,.*,800,25,,775,.*,775,0,0,Added by more.csv,/)
  const pdf = await fetched('amendment-pdf')
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  expect(String(pdf.headers['content-disposition'])).toContain(
    `amendment-2025-${after?.replaceAll('-', '').slice(0, 12)}.pdf`,
  )
  // Sales of 1,000 and 800 with the older lot: 950 and 775 in place of 750.
  const { data: lines } = await journal.get<{ data: AmendedReturnOfYear }>(
    '/exports/amended_return?tax_year=2025',
  )
  expect(lines.form_1040_x.slice(0, 2)).toEqual([
    expect.objectContaining({ line: '1', a: null, b: '975.00', c: null }),
    expect.objectContaining({ line: '1 (part)', a: '750.00', b: '975.00', c: '1725.00' }),
  ])
  expect(lines.schedule_d).toContainEqual(
    expect.objectContaining({ line: '16', filed: '750.00', corrected: '1725.00' }),
  )
  expect(lines.part_ii).toContain(
    'Form 1040, line 7a (capital gain or loss): $750.00 as filed, $1,725.00 corrected.',
  )

  // The corrected forms come without reopening: the year itself stays as filed.
  server.clock.advance(1_000)
  const { data: packet } = (await ask('amendment-packet')).body as { data: { id: string } }
  await server.drainJobs()
  const files = await archiveAt(server, journal.customer, `/exports/${packet.id}/download`)
  expect(Object.keys(files).map((name) => name.replace(/-2025.*\./, '.'))).toEqual([
    'amendment.pdf',
    'amendment.csv',
    'form-1040-x-lines.csv',
    'corrected-forms/form-8949.pdf',
    'corrected-forms/form-8949.csv',
    'corrected-forms/schedule-d.csv',
  ])
  const named = (start: string) => Object.entries(files).find(([name]) => name.startsWith(start))?.[1] ?? ''
  expect(named('corrected-forms/schedule-d')).toContain('16,Lines 7 and 15 together,,,,1725.00')
  expect(named('form-1040-x-lines')).toContain('Schedule D,16,Lines 7 and 15 together,750.00,975.00,1725.00')
  expect((await yearOf(journal)).net_gain.value).toBe('750')

  // What is stated of the return decides its lines: the papers are made anew.
  server.clock.advance(1_000)
  expect((await ask('amendment-packet')).body).toMatchObject({ data: { id: packet.id } })
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(
      sql`update tax_years set taxable_income = 50000 where user_id = ${journal.userId} and tax_year = 2025`,
    ),
  )
  server.clock.advance(1_000)
  const again = (await ask('amendment-packet')).body as { data: { id: string } }
  expect(again.data.id).not.toBe(packet.id)
  const { data: stated } = await journal.get<{ data: AmendedReturnOfYear }>(
    '/exports/amended_return?tax_year=2025',
  )
  expect(stated.form_1040_x.find(({ line }) => line === '5')).toMatchObject({
    a: '50000.00',
    b: '975.00',
    c: '50975.00',
  })
})

test('N5 only what was seen is filed: an older calculation, a day to come and another one’s are refused', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await calculate(journal)
  const { calculation } = await yearOf(journal)
  await journal.import('more.csv', MORE)
  await calculate(journal)
  const file = async (as: Journal, change: object) =>
    (
      await as.customer.post('/tax_years/file', {
        year: 2025,
        calculation_id: calculation.id,
        filed_on: '2026-04-15',
        ...change,
      })
    ).body
  expect(await file(journal, {})).toMatchObject({ code: 'conflict' })
  const newest = (await yearOf(journal)).calculation.id
  expect(await file(journal, { calculation_id: newest, filed_on: '2999-01-01' })).toMatchObject({
    fields: { filed_on: 'Filed on: the date is in the future; a day up to today is expected.' },
  })
  expect(await file(journal, { calculation_id: newest, filed_on: '2026-02-30' })).toMatchObject({
    fields: { filed_on: 'Filed on: there is no such date; a day such as 2025-01-31 is expected.' },
  })
  expect(await file(journal, { calculation_id: newest, filed_on: '2024-12-31' })).toMatchObject({
    fields: { filed_on: 'Filed on: that was before the year began; a later day is expected.' },
  })
  const stranger = await customerWith(server)
  expect(await file(stranger, {})).toMatchObject({ code: 'calculation_not_done' })
  expect((await yearsOf(journal)).filed).toEqual([])
})
