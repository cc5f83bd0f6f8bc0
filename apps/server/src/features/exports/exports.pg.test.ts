import {
  TAX_PROGRAM_KINDS,
  type BrokerForm,
  type Explanation,
  type ExportRow,
  type FormRests,
  type FormTotals,
  type OneYear,
  type PacketPaper,
  type TaxProgramOfYear,
} from '@lotbook/contract'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { archiveAt } from '../../testing/archive-at.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { masked } from './packet-papers.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const BOUGHT = '2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1'
const SOLD = '2025-02-01T00:00:00Z,sell,900,USD,1,ETH,,,Kraken,yes,s1'

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', file(BOUGHT, SOLD))
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  await calculate()
  return {
    ...journal,
    calculate,
    ask: (kind: string, tax_year?: number) => journal.customer.post('/exports', { kind, tax_year }),
    make: async (kind: string, tax_year?: number) => {
      // The limit per second allows these requests; exports are counted by the hour.
      server.clock.advance(1_000)
      const { data } = (await journal.post('/exports', { kind, tax_year })) as { data: ExportRow }
      await server.drainJobs()
      return data.id
    },
    list: async () => (await journal.get<{ data: ExportRow[] }>('/exports')).data,
  }
}

test('asked for again, an export of the same is the one that is there, and takes nobody’s turn', async () => {
  const journal = await calculated()
  const first = await journal.make('form-8949-csv', 2025)
  for (let n = 0; n < 20; n++) expect(await journal.make('form-8949-csv', 2025)).toBe(first)
  expect(await journal.list()).toMatchObject([{ id: first, state: 'done' }])

  const history = await journal.make('transactions-csv')
  expect(await journal.make('transactions-csv')).toBe(history)
  await journal.import('more.csv', file('2025-03-01T00:00:00Z,sell,900,USD,0.5,ETH,,,Kraken,yes,s2'))
  expect(await journal.make('transactions-csv')).not.toBe(history)
  // The calculation is the same until there is another.
  expect(await journal.make('form-8949-csv', 2025)).toBe(first)
  await journal.calculate()
  expect(await journal.make('form-8949-csv', 2025)).not.toBe(first)
  expect(await journal.make('form-8949-pdf', 2025)).not.toBe(first)
})

test('one that was deleted, failed or is over is made again', async () => {
  const journal = await calculated()
  const first = await journal.make('form-8949-csv', 2025)
  await journal.customer.expect(200, 'DELETE', `/exports/${first}`)
  const second = await journal.make('form-8949-csv', 2025)
  expect(second).not.toBe(first)
  const set = (change: ReturnType<typeof sql>) =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.run(sql`update exports set ${change} where user_id = ${journal.userId} and id = ${second}`),
    )
  await set(sql`state = 'failed'`)
  const third = await journal.make('form-8949-csv', 2025)
  expect(third).not.toBe(second)
  await set(sql`state = 'done', expires_at = now() - interval '1 day'`)
  expect(await journal.make('form-8949-csv', 2025)).toBe(third)
})

test('the oldest export leaves when a hundred are kept', async () => {
  const journal = await calculated()
  const first = await journal.make('transactions-csv')
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      insert into exports (user_id, id, kind, state, created_at)
      select user_id, gen_random_uuid(), kind, 'done', created_at + n * interval '1 ms' from exports, generate_series(1, 99) n
      where user_id = ${journal.userId} and id = ${first}`),
  )
  expect(await journal.list()).toHaveLength(100)
  const newest = await journal.make('form-8949-csv', 2025)
  const left = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ id: string }>(sql`select id from exports where user_id = ${journal.userId}`),
  )
  expect(left).toHaveLength(100)
  const ids = left.map(({ id }) => id)
  expect([ids.includes(first), ids.includes(newest)]).toEqual([false, true])
})

test('a form without a line is not made: the sentence says what there is nothing of', async () => {
  const journal = await calculated()
  expect((await journal.ask('form-8949-pdf', 2024)).body).toMatchObject({
    code: 'conflict',
    message: 'There is nothing to put on Form 8949 for 2024: nothing was sold, traded or spent in that year.',
  })
  expect((await journal.ask('income-csv', 2025)).body).toMatchObject({
    message:
      'There is nothing to put on a list of income for 2025: nothing that came in was income in that year.',
  })
  expect((await journal.ask('gifts-donations-losses-csv', 2025)).status).toBe(409)
  expect((await journal.ask('audit-trail-csv', 2025)).status).toBe(200)
  expect(await journal.list()).toHaveLength(1)
})

test('a kind that there is not is refused with those that there are', async () => {
  const journal = await customerWith(server)
  const { status, body } = await journal.customer.post('/exports', { kind: 'form-1040' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    code: 'invalid_input',
    fields: { kind: expect.stringMatching(/^Kind: form-8949-pdf, .* or [a-z-]+ is expected\.$/) },
  })
})

test('the boxes on the screen add up to the cent as the printed forms do', async () => {
  const journal = await customerWith(server)
  // A third of a dollar each: three lots of 33.333… are printed as 33.33, and add up to 99.99.
  await journal.import(
    'thirds.csv',
    file(
      '2025-01-01T00:00:00Z,buy,3,ETH,100,USD,,,Kraken,yes,b1',
      ...[1, 2, 3].map((n) => `2025-02-0${n}T00:00:00Z,sell,50.005,USD,1,ETH,,,Kraken,yes,s${n}`),
    ),
  )
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data } = await journal.get<{ data: FormTotals }>('/one_year/form_totals?year=2025')
  expect(data.boxes).toEqual([
    {
      box: 'I',
      term: 'short',
      disposals: 3,
      proceeds: '150.03',
      basis: '99.99',
      adjustment: '0',
      gain: '50.04',
      taken_back: '0',
      is_direct: false,
    },
  ])
  server.clock.advance(1_000)
  const made = (await journal.post('/exports', { kind: 'schedule-d-csv', tax_year: 2025 })) as {
    data: ExportRow
  }
  await server.drainJobs()
  const { text } = await journal.customer.get(`/exports/${made.data.id}/download`)
  expect(text).toContain('150.03,99.99,0.00,50.04')
})

test('E21 the year goes to every tax program as one archive with its rows, list and steps, and to all of them in the packet', async () => {
  const journal = await calculated()
  const { data: programs } = await journal.get<{ data: TaxProgramOfYear[] }>(
    '/exports/programs?tax_year=2025',
  )
  expect(programs.map(({ kind }) => kind)).toEqual(TAX_PROGRAM_KINDS)
  for (const program of programs) {
    expect([program.checked, program.unavailable]).toEqual(['Not checked with the program.', null])
    expect(program.steps.length).toBeGreaterThan(2)
    const id = await journal.make(program.kind, 2025)
    expect((await journal.list()).find((one) => one.id === id)).toMatchObject({ rows: 1, by_hand: [] })
    const files = await archiveAt(server, journal.customer, `/exports/${id}/download`)
    const [, steps = ''] = Object.entries(files).find(([name]) => name.includes('-steps-')) ?? []
    expect(steps).toContain(`${program.name}: tax year 2025`)
    expect(steps).toMatch(
      /Form 8949, box I +1 +900\.00 +500\.00 +0\.00 +400\.00|Form 8949, box L +1 +900\.00 +500\.00/,
    )
  }
  const packet = await archiveAt(
    server,
    journal.customer,
    `/exports/${await journal.make('filing-packet', 2025)}/download`,
  )
  const folders = Object.keys(packet).flatMap((name) => /^tax-software\/([^/]+)\//.exec(name)?.[1] ?? [])
  expect([...new Set(folders)]).toEqual(TAX_PROGRAM_KINDS)
  const listed = (JSON.parse(packet['packet.json'] ?? '{}') as { files: { name: string }[] }).files
  expect(listed.filter(({ name }) => name.startsWith('tax-software/'))).toHaveLength(folders.length)
})

test('a format is refused for a year that it is not defined for, and says so before', async () => {
  const journal = await calculated()
  const { data } = await journal.get<{ data: TaxProgramOfYear[] }>('/exports/programs?tax_year=2024')
  const reason = 'FDX (JSON) starts with tax year 2025.'
  expect(data.filter(({ unavailable }) => unavailable !== null)).toMatchObject([
    { kind: 'fdx-json', unavailable: reason },
  ])
  expect((await journal.ask('fdx-json', 2024)).body).toMatchObject({ code: 'conflict', message: reason })
})

test('printed forms are a draft while lines rest on open items or the history is newer, and are made anew without', async () => {
  const journal = await customerWith(server)
  // A coin that was never bought.
  await journal.import(
    'history.csv',
    file(BOUGHT, SOLD, '2025-03-01T00:00:00Z,sell,100,USD,5,XMR,,,MetaMask,yes,s2'),
  )
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  const draft = async () => {
    server.clock.advance(1_000)
    const { data } = (await journal.post('/exports', { kind: 'filing-packet', tax_year: 2025 })) as {
      data: ExportRow
    }
    await server.drainJobs()
    const files = await archiveAt(server, journal.customer, `/exports/${data.id}/download`)
    return (JSON.parse(files['packet.json'] ?? '{}') as { draft: unknown }).draft
  }
  const open = '1 of 2 lines rests on items that are still open.'
  const expected = 'Form 1099-DA is expected from Kraken and not entered.'
  await calculate()
  expect(await draft()).toBe(`${open} ${expected}`)
  const { data: forms } = await journal.get<{ data: BrokerForm[] }>('/broker_forms?year=2025')
  await journal.post('/broker_forms', {
    year: 2025,
    account_id: forms.find(({ account_name }) => account_name === 'Kraken')?.account_id,
    reported: 'none',
  })
  expect(await draft()).toBe(open)
  await journal.import('bought.csv', file('2024-01-02T00:00:00Z,buy,5,XMR,50,USD,,,MetaMask,yes,b2'))
  expect(await draft()).toBe(`${open} The history has changed since this was calculated.`)
  await calculate()
  expect(await draft()).toBeNull()

  // A filed year keeps the pages that it was filed with, whatever comes later.
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: year.calculation.id,
    filed_on: '2026-03-02',
  })
  await journal.import('more.csv', file('2025-05-01T00:00:00Z,sell,100,USD,9,XMR,,,MetaMask,yes,s3'))
  expect(await draft()).toBeNull()
})

test('a packet lists the interest that was paid in the year, by the clock of its customer, and is made anew where that changes', async () => {
  const journal = await calculated()
  const row = (at: string, given: string, id: string) => `${at},interest_paid,,,${given},,,Kraken,yes,${id}`
  await journal.import(
    'interest.csv',
    file(
      row('2025-01-01T04:00:00Z', '7,USD', 'i0'),
      row('2025-06-01T00:00:00Z', '3.5,USD', 'i1'),
      row('2025-07-01T00:00:00Z', '0.01,ETH', 'i2'),
      row('2026-01-01T04:00:00Z', '1.25,USD', 'i3'),
    ),
  )
  const settings = await journal.get<object>('/setting/tax')
  await journal.post('/setting/tax', { ...settings, time_zone: 'America/New_York' })
  await journal.calculate()
  const listed = async (id: string) => {
    const files = await archiveAt(server, journal.customer, `/exports/${id}/download`)
    const [, text] = Object.entries(files).find(([name]) => name.startsWith('interest-paid-2025')) ?? []
    return text?.split('\r\n').map((line) => line.split(',').slice(0, 5).join())
  }
  const first = await journal.make('filing-packet', 2025)
  expect((await listed(first))?.slice(1)).toEqual([
    '05/31/2025,USD,3.5,3.50,Kraken',
    '06/30/2025,ETH,0.01,,Kraken',
    '12/31/2025,USD,1.25,1.25,Kraken',
    'Total,,,4.75,',
    expect.stringContaining('Form 4952, line 1'),
    expect.stringContaining('no price is known: 1 of 3'),
    '',
  ])
  await journal.import('more.csv', file(row('2025-08-01T00:00:00Z', '2,USD', 'i4')))
  const second = await journal.make('filing-packet', 2025)
  expect(second).not.toBe(first)
  expect(await listed(second)).toContain('Total,,,6.75,')
})

test('E20 a packet lists the payments of estimated tax, and is made anew where they change', async () => {
  const journal = await calculated()
  const pay = (...payments: object[]) =>
    journal.post('/tax_returns/payments', {
      year: 2025,
      prior_tax: null,
      prior_agi: null,
      withholding: null,
      payments,
    })
  const listed = async (id: string) => {
    const files = await archiveAt(server, journal.customer, `/exports/${id}/download`)
    return Object.entries(files).find(([name]) => name.startsWith('estimated-tax-payments-2025'))?.[1]
  }
  const before = await journal.make('filing-packet', 2025)
  expect(await listed(before)).toBeUndefined()
  await pay({ paid_on: '2025-04-15', amount: '1250.75' })
  const after = await journal.make('filing-packet', 2025)
  expect(after).not.toBe(before)
  expect((await listed(after))?.split('\r\n').slice(1, 3)).toEqual([
    '04/15/2025,1250.75,',
    'Total,1250.75,"Form 1040, line 26"',
  ])
  await pay()
  expect(await listed(await journal.make('filing-packet', 2025))).toBeUndefined()
})

test('a form says on how many lines it rests on what is not known, before it is made', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    file(
      BOUGHT,
      SOLD,
      // A coin that was never bought, and a reward that nothing tells the price of.
      '2025-03-01T00:00:00Z,sell,100,USD,5,XMR,,,MetaMask,yes,s2',
      '2025-04-01T00:00:00Z,staking_reward,7,NOPRICE,,,,,MetaMask,yes,r1',
    ),
  )
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const rests = async (kind: string) =>
    (await journal.get<{ data: FormRests }>(`/exports/rests_on?kind=${kind}&tax_year=2025`)).data
  expect(await rests('form-8949-pdf')).toEqual({
    lines: 2,
    open_lines: 1,
    rests: expect.arrayContaining([{ code: 'missing_basis', lines: 1 }]) as unknown,
    forms_expected: [{ account_name: 'Kraken', disposals: 1 }],
  })
  expect(await rests('income-csv')).toEqual({
    lines: 1,
    open_lines: 1,
    rests: [{ code: 'missing_price', lines: 1 }],
    forms_expected: [],
  })
  expect(await rests('gifts-donations-losses-csv')).toMatchObject({ lines: 0, open_lines: 0, rests: [] })
  expect(await rests('transactions-csv')).toMatchObject({ lines: 0, open_lines: 0 })

  // The same everywhere: no price, and never a zero that looks like a value.
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(year.counts).toMatchObject({ incomes: 1, incomes_unpriced: 1 })
  expect(year.income_by_category).toMatchObject([{ count: 1, unpriced: 1 }])
  expect(year.by_asset.find(({ asset }) => asset === 'NOPRICE')).toMatchObject({ incomes: 1, unpriced: 1 })
  const { data: income } = await journal.get<{ data: Explanation }>('/explain?handle=income:2025')
  expect(income).toMatchObject({ is_unpriced: true, rows: [{ value: null }] })
  expect(income.sentence).toContain('1 of them has no price and is not counted.')
  const { data: row } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${income.rows[0]?.handle ?? ''}`,
  )
  expect(row).toMatchObject({ is_unpriced: true })
  expect(row.sentence).toContain('Nothing tells its price')
})

test('a packet has a cover page, holdings at start and end, and a workbook that leads to file, line and price', async () => {
  const journal = await calculated()
  const files = await archiveAt(
    server,
    journal.customer,
    `/exports/${await journal.make('filing-packet', 2025)}/download`,
  )
  const names = Object.keys(files)
  const named = (stem: string) => names.find((name) => name.startsWith(stem)) ?? ''
  const { files: listed } = JSON.parse(files['packet.json'] ?? '{}') as { files: { name: string }[] }
  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => name !== 'packet.json').toSorted(),
  )
  expect(listed[0]?.name).toBe(named('cover-page-2025'))
  // Two were bought, and one is left at the end of the year.
  expect(files['holdings-2024-12-31.csv']?.split('\r\n').slice(0, 2)).toEqual([
    'Asset,Account,Quantity,Basis,Acquired,FMV,Unrealized,Term',
    'ETH,Kraken,2,1000.00,01/01/2024,1000.00,0.00,short',
  ])
  expect(files['holdings-2025-12-31.csv']?.split('\r\n')[1]).toBe(
    'ETH,Kraken,1,500.00,01/01/2024,900.00,400.00,long',
  )
  const book = unzipSync(Buffer.from(files[named('audit-workbook-2025')] ?? '', 'latin1'))
  const sheet = (name: string) => {
    const [, n] =
      new RegExp(`name="${name}" sheetId="(\\d+)"`).exec(strFromU8(book['xl/workbook.xml']!)) ?? []
    return strFromU8(book[`xl/worksheets/sheet${n}.xml`]!)
  }
  expect(sheet('Lots')).toContain(`HYPERLINK(&quot;#'Transactions'!A2:P2&quot;`)
  expect(sheet('Holdings 2025-12-31')).toContain(`HYPERLINK(&quot;#'Transactions'!A2:P2&quot;`)
  expect(sheet('Transactions')).toContain('history.csv')
  expect(sheet('Transactions')).toMatch(/<c r="K2" s="5"><v>2<\/v>/)
  expect(sheet('Transactions')).toMatch(/<c r="K3" s="5"><v>3<\/v>/)
  expect(sheet('Prices')).toContain('other side of the transaction')
  expect(sheet('Settings')).toContain('Lots per account in every year')
})

test('the papers of a packet in small are its own pages and lines, with a masked name', async () => {
  const journal = await calculated()
  await journal.post('/identity/change_name', { first_name: 'Ana', last_name: 'Ruiz' })
  const { data } = await journal.get<{ data: PacketPaper[] }>('/exports/papers?tax_year=2025')
  const named = (stem: string) => data.find(({ file_name }) => file_name.startsWith(stem))
  const files = await archiveAt(
    server,
    journal.customer,
    `/exports/${await journal.make('filing-packet', 2025)}/download`,
  )
  expect(data.map(({ file_name }) => file_name)).toEqual(
    Object.keys(files).filter((name) => name !== 'packet.json'),
  )
  expect(named('form-8949-2025')).toMatchObject({ rows: 1, lines: null })
  expect(Buffer.from(named('form-8949-2025')?.pdf ?? '', 'base64').toString('latin1')).toMatch(/^%PDF/)
  const schedule = data.find(({ file_name }) => file_name.startsWith('schedule-d'))
  expect(schedule?.lines?.slice(0, 2)).toEqual(
    files[schedule?.file_name ?? '']
      ?.split('\r\n')
      .slice(0, 2)
      .map((line) => line.split(/,(?=[^ ])|,$/).map((cell) => cell.replaceAll('"', ''))),
  )
  expect(masked('Ana Ruiz-López')).toBe('A** R*********')
})
