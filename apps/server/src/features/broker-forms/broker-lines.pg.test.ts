import type {
  Amendment,
  BrokerForm,
  BrokerFormFile,
  BrokerLinesOfYear,
  BrokerResult,
  DisposalRow,
  Explanation,
  ExportRow,
  FormTotals,
  OneYear,
  SaleOfLine,
  TaxReturn,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { archiveAt } from '../../testing/archive-at.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { FEW_LINES } from '../../calculating/keep/prepare-lines.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1',
  '2025-01-05T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b2',
  // One sale out of two lots: two disposals, one of each term.
  '2025-02-01T12:00:00Z,sell,2710,USD,3,ETH,10,USD,Kraken,yes,s1',
  '2025-04-01T12:00:00Z,sell,500,USD,0.5,ETH,,,Kraken,yes,s2',
  '2025-01-06T00:00:00Z,buy,1,BTC,100,USD,,,MetaMask,yes,b3',
  '2025-03-01T12:00:00Z,sell,90,USD,1,BTC,,,MetaMask,yes,s3',
  '',
].join('\n')

const EMPTY = {
  form: 'F-1',
  status: 'original',
  recipient: 'taxpayer',
  code: null,
  name: 'Ether',
  acquired: null,
  basis: null,
  market_discount: null,
  wash_sale_loss: null,
  is_basis_reported: false,
  proceeds_are: 'gross',
  is_qof: false,
  withheld: null,
  is_loss_not_allowed: false,
  term: null,
  is_cash_only: false,
  is_customer_provided: false,
  is_noncovered: true,
  box_10: null,
  total: null,
  count: null,
  first_sales: null,
  transferred_in: null,
  transferred_in_on: null,
  state: null,
  state_id: null,
  state_withheld: null,
}

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data: forms } = await journal.get<{ data: BrokerForm[] }>('/broker_forms?year=2025')
  const kraken = forms.find(({ account_name }) => account_name === 'Kraken')?.account_id ?? ''
  const list = (query = '') =>
    journal.get<{ data: BrokerLinesOfYear; rows: BrokerResult[]; total: number; next: string | null }>(
      `/broker_forms/lines?year=2025${query}`,
    )
  const post = async (path: string, body: object) => {
    server.clock.advance(1_000)
    return journal.customer.request('POST', path, { year: 2025, ...body })
  }
  const make = async (kind: string) => {
    server.clock.advance(1_000)
    const { data } = (await journal.post('/exports', { kind, tax_year: 2025 })) as { data: ExportRow }
    await server.drainJobs()
    return data.id
  }
  return {
    ...journal,
    kraken,
    list,
    call: post,
    make,
    outcomes: async () => (await list()).rows.map(({ day, outcome }) => `${day} ${outcome}`),
    lineOf: async (day: string) => (await list()).rows.find((row) => row.day === day)?.lines[0]?.id ?? '',
    enter: (boxes: object) => post('/broker_forms/lines', { account_id: kraken, ...EMPTY, ...boxes }),
    upload: (name: string, content: string, more: Record<string, string> = {}) => {
      server.clock.advance(1_000)
      return journal.customer.upload('/broker_forms/files', { file: new File([content], name), ...more })
    },
    disposals: async () => (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')).rows,
    totals: async () =>
      (await journal.get<{ data: FormTotals }>('/one_year/form_totals?year=2025')).data.boxes.map(
        ({ box, disposals, proceeds, basis, adjustment, gain }) =>
          `${box} ${disposals}: ${proceeds} ${basis} ${adjustment} ${gain}`,
      ),
    text: async (kind: string) =>
      (await journal.customer.request('GET', `/exports/${await make(kind)}/download`)).text,
    file: async () => {
      const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
      server.clock.advance(1_000)
      await journal.post('/tax_years/file', {
        year: 2025,
        calculation_id: year.calculation.id,
        filed_on: '2026-04-01',
      })
    },
  }
}

const FIRST = { units: '3', sold: '2025-02-01', proceeds: '2710', withheld: '24' }

test('E22 a line that is entered decides box and columns wherever they stand, and can be undone', async () => {
  const journal = await calculated()
  const csv = await journal.text('form-8949-csv')
  const entered = await journal.enter(FIRST)
  expect(entered.status).toBe(200)
  const { data, rows } = await journal.list()
  expect(
    rows.map(({ outcome, account_name, line_count, sale_count }) => [
      outcome,
      account_name,
      line_count,
      sale_count,
    ]),
  ).toEqual([
    ['proceeds_differ', 'Kraken', 1, 1],
    // A sale of an account with lines that none of them is of; the wallet of one's own has no form.
    ['only_with_us', 'Kraken', 0, 1],
  ])
  expect(rows[0]).toMatchObject({
    form_proceeds: '2710.00',
    our_proceeds: '2700.00',
    form_basis: null,
    our_basis: '2000.00',
    reason:
      'Reported gross: selling costs are taken off in column (g), code E. Adjustment in column (g): -10.00.',
    filed: [
      { box: 'K', code: 'E', gain: '800.00' },
      { box: 'H', code: 'E', gain: '-100.00' },
    ],
  })
  expect(data).toMatchObject({
    lines: 1,
    withheld: '24.00',
    footing: {
      on_forms: '2710.00',
      only_on_forms: '0.00',
      filed: '2710.00',
      basis: '2000.00',
      adjustments: [{ code: 'E', amount: '-10.00', rows: 2 }],
      gain: '700.00',
    },
  })
  // The gain of each row stays; (d), (f) and (g) say it as the form does.
  expect(await journal.totals()).toEqual([
    'H 1: 903.33 1000 -3.33 -100',
    'I 2: 590 600 0 -10',
    'K 1: 1806.67 1000 -6.67 800',
  ])
  const { data: taxReturn } = await journal.get<{ data: TaxReturn }>('/tax_returns?year=2025')
  expect(taxReturn.withheld).toBe('24.00')
  expect(taxReturn.schedule_d.find(({ line }) => line === '9')).toMatchObject({
    proceeds: '1806.67',
    adjustment: '-6.67',
    gain: '800.00',
  })
  const [first] = await journal.disposals()
  expect(first).toMatchObject({ box: 'K', form_expected: false, form: { proceeds: '1806.67', code: 'E' } })
  const { data: explained } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${first?.handle ?? ''}`,
  )
  expect(explained.sentence).toContain(
    'Form 8949 has $1,806.67 in column (d) and $1,000.00 in (e), corrected with code E by −$6.67 in (g).',
  )
  expect(await journal.text('form-8949-csv')).toContain('1806.67,1000.00,E,-6.67,800.00')
  expect(await journal.text('form-1099-da-csv')).toContain(
    'Proceeds differ; column (g) has the difference,Kraken,F-1',
  )
  // TurboTax has no column for a code.
  const turboTax = await journal.make('turbotax-csv')
  const { data: exports } = await journal.get<{ data: ExportRow[] }>('/exports')
  expect(exports.find(({ id }) => id === turboTax)?.by_hand).toHaveLength(2)

  const { change_id } = entered.body as { change_id: string }
  expect((await journal.call('/broker_forms/changes/undo', { change_id })).status).toBe(200)
  expect((await journal.list()).rows).toEqual([])
  expect(await journal.text('form-8949-csv')).toBe(csv)
  expect((await journal.call('/broker_forms/changes/undo', { change_id })).body).toMatchObject({
    code: 'already_undone',
  })
})

test('E22 an expected form makes every form of the year a draft until its lines are there', async () => {
  const journal = await calculated()
  expect(await journal.text('schedule-d-csv')).toContain(
    'Draft, not to be filed. Form 1099-DA is expected from Kraken and not entered.',
  )
  const packet = async () =>
    archiveAt(server, journal.customer, `/exports/${await journal.make('filing-packet')}/download`)
  const draftOf = (files: Record<string, string>) =>
    (JSON.parse(files['packet.json'] ?? '') as { draft: string | null }).draft
  expect(draftOf(await packet())).toContain('Form 1099-DA is expected from Kraken')
  await journal.enter({ ...FIRST, proceeds: '2700' })
  const files = await packet()
  expect(draftOf(files)).toBeNull()
  expect(Object.keys(files).map((name) => name.replace(/-[0-9a-f]{12}\./, '.'))).toEqual(
    expect.arrayContaining(['form-1099-da-reconciliation-2025.csv', 'notice-reply-2025.pdf']),
  )
  expect(await journal.text('schedule-d-csv')).not.toContain('Draft')
  expect((await journal.text('notice-reply-pdf')).slice(0, 5)).toBe('%PDF-')
  const { data: forms } = await journal.get<{ data: BrokerForm[] }>('/broker_forms?year=2025')
  expect(forms.find(({ account_name }) => account_name === 'Kraken')).toMatchObject({
    lines: 1,
    reported: null,
  })
})

test('E20 E22 sales with basis reported and no adjustment stand as totals on Schedule D where a person chooses so', async () => {
  const journal = await calculated()
  await journal.enter({
    units: '0.5',
    sold: '2025-04-01',
    proceeds: '500',
    basis: '500',
    is_basis_reported: true,
  })
  const line = async (name: string) => {
    const { data } = await journal.get<{ data: TaxReturn }>('/tax_returns?year=2025')
    const { proceeds, basis, adjustment, gain } = data.schedule_d.find((one) => one.line === name) ?? {}
    return [proceeds, basis, adjustment, gain]
  }
  const [before, net] = [await journal.text('form-8949-csv'), await line('16')]
  expect(before).toContain(',500.00,500.00,')
  expect(await line('1a')).toEqual([null, null, null, null])
  const nothing = {
    filing_status: null,
    taxable_income: null,
    other_short: null,
    other_long: null,
    carryover_short: null,
    carryover_long: null,
  }
  expect((await journal.call('/tax_returns', { ...nothing, totals_on_schedule_d: true })).status).toBe(200)
  expect(await line('1a')).toEqual(['500.00', '500.00', null, '0.00'])
  expect(await line('1b')).toEqual(['0.00', '0.00', '0.00', '0.00'])
  expect(await line('16')).toEqual(net)
  expect(await journal.text('form-8949-csv')).not.toContain(',500.00,500.00,')
  expect(await journal.text('schedule-d-csv')).toContain('without Form 8949",500.00,500.00,,0.00')
  const { data: totals } = await journal.get<{ data: FormTotals }>('/one_year/form_totals?year=2025')
  expect(totals.boxes.map(({ box, is_direct }) => `${box} ${is_direct}`)).toContain('G true')
  const turboTax = await journal.make('turbotax-csv')
  const { data: exports } = await journal.get<{ data: ExportRow[] }>('/exports')
  expect(exports.find(({ id }) => id === turboTax)?.by_hand[0]?.description).toBe(
    'Schedule D, line 1a: proceeds 500.00, cost basis 500.00',
  )
  // Stated anew without the choice, every sale is listed again.
  await journal.call('/tax_returns', nothing)
  expect(await journal.text('form-8949-csv')).toBe(before)
})

test('N15 a person ties, parts and explains a line, and a recalculation leaves it so', async () => {
  const journal = await calculated()
  await journal.enter({ ...FIRST, sold: '2025-02-05', proceeds: '2700' })
  expect(await journal.outcomes()).toEqual([
    '2025-02-01 only_with_us',
    '2025-02-05 only_on_form',
    '2025-04-01 only_with_us',
  ])
  const id = await journal.lineOf('2025-02-05')
  const { data: sales } = await journal.get<{ data: (SaleOfLine & { account_name: string })[] }>(
    `/broker_forms/sales?year=2025&line_id=${id}`,
  )
  expect(
    sales.map(
      ({ account_name, asset, quantity, disposed }) => `${account_name} ${quantity} ${asset} ${disposed}`,
    ),
  ).toEqual(['Kraken 3 ETH 2025-02-01', 'Kraken 0.5 ETH 2025-04-01', 'MetaMask 1 BTC 2025-03-01'])
  const tied = await journal.call('/broker_forms/lines/tie', {
    line_id: id,
    transaction_ids: [sales[0]?.transaction_id],
    note: 'The broker settled four days later.',
  })
  expect(tied.status).toBe(200)
  expect(await journal.outcomes()).toEqual(['2025-02-05 agrees', '2025-04-01 only_with_us'])
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const [row] = (await journal.list()).rows
  expect(row).toMatchObject({
    outcome: 'agrees',
    lines: [{ is_by_hand: true, note: 'The broker settled four days later.' }],
    reason: 'The broker settled four days later. On Form 8949 as reported.',
  })
  expect(
    (
      await journal.call('/broker_forms/lines/tie', {
        line_id: row?.lines[0]?.id,
        transaction_ids: [],
        note: null,
      })
    ).status,
  ).toBe(200)
  expect((await journal.list('&outcome=only_on_form')).rows).toMatchObject([
    { outcome: 'only_on_form', filed: [] },
  ])
})

const TEMPLATE =
  'broker,taxFormId,status,taxYear,digitalAssetName,units,dateOfSale,proceeds,costBasis,basisReported,recipientName'

test('E22 a file of our template is taken in once, and what is wrong in it is told', async () => {
  const journal = await calculated()
  const lines = [
    'Kraken Inc.,F-2,,2025,ETH,3,2025-02-01,2700,,,',
    'Kraken Inc.,F-2,,2025,ETH,0.5,2025-04-01,500,,,',
    'Kraken Inc.,F-2,,2025,Unheard Coin,1,2025-04-01,5,,,',
    'Kraken Inc.,F-2,,2025,ETH,x,2025-04-01,5,,,',
    'Kraken Inc.,F-3,,2026,ETH,1,2026-04-01,5,,,',
    'Kraken Inc.,F-2,,2025,Total,,,9999,,,',
  ]
  const content = [TEMPLATE, ...lines, ''].join('\n')
  const { body } = await journal.upload('forms.csv', content)
  const { data } = body as { data: BrokerFormFile }
  expect(data).toMatchObject({
    added: 4,
    repeated: 0,
    alike: 0,
    years: [
      { year: 2025, lines: 3 },
      { year: 2026, lines: 1 },
    ],
    unknown_assets: ['Unheard Coin'],
    problem_count: 2,
    problems: [
      { line: 5, column: 'units' },
      {
        line: 7,
        column: 'proceeds',
        message: 'The total is 9999, and its lines add up to 3205. The lines count as they are.',
      },
    ],
  })
  expect(await journal.outcomes()).toEqual([
    '2025-02-01 agrees',
    '2025-04-01 agrees',
    '2025-04-01 only_on_form',
  ])
  // The same again, under another name: nothing is added, and that is said.
  expect((await journal.upload('again.csv', content)).body).toMatchObject({
    data: { added: 0, repeated: 4, years: [] },
  })
  // A corrected form takes the place of its first one, whose lines stay in sight.
  await journal.upload(
    'corrected.csv',
    `${TEMPLATE}\nKraken,F-2,corrected,2025,ETH,3,2025-02-01,2700,1500,yes,\n`,
  )
  expect(await journal.outcomes()).toEqual([
    '2025-02-01 basis_differs',
    '2025-02-01 replaced',
    '2025-04-01 only_with_us',
    '2025-04-01 replaced',
    '2025-04-01 replaced',
  ])
  expect((await journal.list()).data.boxes.map(({ box }) => box)).toEqual(['G', 'J'])
  const { data: listed } = await journal.list()
  expect(listed.files.map(({ file_name, lines: kept, problems }) => [file_name, kept, problems])).toEqual([
    ['corrected.csv', 1, 0],
    ['forms.csv', 3, 2],
  ])
  const gone = await journal.call('/broker_forms/lines/remove', { file_id: listed.files[0]?.id })
  expect(gone.status).toBe(200)
  expect(await journal.outcomes()).toEqual([
    '2025-02-01 agrees',
    '2025-04-01 agrees',
    '2025-04-01 only_on_form',
  ])
  expect(await journal.get(`/broker_forms/files/${listed.files[1]?.id}/problems`)).toMatchObject({
    total: 2,
    file_name: 'forms.csv',
  })
})

test('E22 a broker or a recipient that nobody knows is asked for, and a file that is no form is refused', async () => {
  const journal = await calculated()
  await server.db.identity.query(
    "update identity.users set first_name = 'Ann', last_name = 'Doe' where id = $1",
    [journal.userId],
  )
  const strange = `${TEMPLATE}\nBourse du Nord,F-9,,2025,ETH,3,2025-02-01,2700,,,Jane Roe\n`
  expect((await journal.upload('forms.csv', strange)).body).toMatchObject({
    code: 'invalid_input',
    fields: {
      account_id: 'No account of yours is called Bourse du Nord. Choose the account that its forms are for.',
      recipient:
        'The file is for Jane Roe, and the name on your forms is Ann Doe. Choose whose forms they are.',
    },
  })
  expect(
    (await journal.upload('forms.csv', strange, { account_id: journal.kraken, recipient: 'spouse' })).body,
  ).toMatchObject({ data: { added: 1 } })
  expect((await journal.list()).rows[0]).toMatchObject({
    outcome: 'agrees',
    lines: [{ recipient: 'spouse' }],
  })
  const { data: forms } = await journal.get<{ data: BrokerForm[] }>('/broker_forms?year=2025')
  const wallet = forms.find(({ is_own_wallet }) => is_own_wallet)?.account_id
  expect((await journal.enter({ ...FIRST, account_id: wallet })).body).toMatchObject({ code: 'conflict' })
  expect((await journal.upload('other.csv', 'a,b\n1,2\n')).body).toMatchObject({ code: 'unsupported_file' })
  expect((await journal.upload('forms.pdf', strange)).body).toMatchObject({ code: 'unsupported_file' })
  expect((await journal.enter({ ...FIRST, sold: '2024-02-01' })).body).toMatchObject({
    fields: { sold: 'Date sold: a day of 2025 is expected.' },
  })
  expect(
    (
      await journal.call('/broker_forms/lines', {
        ...EMPTY,
        ...FIRST,
        sold: '2024-02-01',
        account_id: journal.kraken,
        year: 2024,
      })
    ).status,
  ).toBe(409)
})

test('E22 very many lines are matched in a thread, and everything reads as few lines do', async () => {
  const journal = await calculated()
  await journal.enter(FIRST)
  const asked = async () => {
    const [first] = await journal.disposals()
    const { rows } = await journal.list('&outcome=proceeds_differ')
    const { data } = await journal.get<{ data: TaxReturn }>('/tax_returns?year=2025')
    return { first, rows, totals: await journal.totals(), schedule: data.schedule_d, withheld: data.withheld }
  }
  const few = await asked()
  // Lines of a coin that nobody sold; more than a request matches by itself.
  const others = Array.from(
    { length: FEW_LINES },
    (_, n) => `Kraken,F-9,,2025,Unheard,${n + 1},2025-05-05,1,,,`,
  )
  const { body } = await journal.upload('many.csv', [TEMPLATE, ...others, ''].join('\n'))
  expect(body).toMatchObject({ data: { added: FEW_LINES } })
  expect(await asked()).toEqual(few)
  const all = await journal.list('&limit=3')
  expect(all).toMatchObject({ total: FEW_LINES + 2, next: '3', data: { lines: FEW_LINES + 1 } })
  expect(all.rows.map(({ outcome, account_name }) => `${outcome} ${account_name}`)).toEqual([
    'proceeds_differ Kraken',
    'only_with_us Kraken',
    'only_on_form Kraken',
  ])
  const last = await journal.list(`&outcome=only_on_form&limit=2&cursor=${FEW_LINES - 1}`)
  expect(last.rows).toHaveLength(1)
  expect(last).toMatchObject({ next: null, total: FEW_LINES })
  expect(last.rows[0]?.lines[0]?.file_name).toBe('many.csv')
  // A change is seen at once.
  const id = await journal.lineOf('2025-02-01')
  await journal.call('/broker_forms/lines/tie', { line_id: id, transaction_ids: [], note: null })
  expect((await journal.list('&outcome=proceeds_differ')).rows).toEqual([])
  expect((await journal.totals()).map((box) => box[0])).toEqual(['I', 'L'])
})

test('E22 a form that comes after filing leaves the filed papers alone, and is a proposed amendment', async () => {
  const journal = await calculated()
  await journal.enter({ ...FIRST, proceeds: '2700' })
  const before = [await journal.text('form-8949-csv'), await journal.totals()]
  await journal.file()
  const amendment = async () => {
    const { data } = await journal.get<{ data: Amendment[] }>('/tax_years/amendments')
    return data[0]
  }
  expect(await amendment()).toMatchObject({ is_due: false, form_lines: 0 })
  await journal.enter({
    units: '0.5',
    sold: '2025-04-01',
    proceeds: '500',
    basis: '300',
    is_basis_reported: true,
  })
  expect([await journal.text('form-8949-csv'), await journal.totals()]).toEqual(before)
  expect(await amendment()).toMatchObject({ is_due: true, form_lines: 1, gain: '0' })
  expect((await journal.list()).data).toMatchObject({ is_filed: true, changed_since_filed: 1, lines: 2 })
  const csv = await journal.text('amendment-csv')
  expect(csv).toContain('Form 1099-DA received after filing')
  expect(csv).toContain('cost basis 500.00 becomes 300.00; box I becomes G B -200.00')
  const reply = await journal.make('notice-reply-pdf')
  expect((await journal.customer.request('GET', `/exports/${reply}/download`)).status).toBe(200)

  // What was calculated since is beside it, each with its cause, and each side in the box that its own forms decide.
  const { data: filed } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  const [header] = HISTORY.split('\n')
  await journal.import('more.csv', `${header}\n2025-01-03T00:00:00Z,buy,1,ETH,10,USD,,,Kraken,yes,b9\n`)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data: calculations } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  await journal.post('/comparisons', { before: filed.calculation.id, after: calculations[0]?.id })
  await server.drainJobs()
  const both = await journal.text('amendment-csv')
  expect(both).toContain('Form 1099-DA received after filing')
  expect(both).toContain('Added by more.csv')
  expect(await journal.totals()).toEqual(before[1])
  expect(await amendment()).toMatchObject({ is_due: true, form_lines: 1 })
})
