import type { ExportRow, OneYear, RemovalFactsInput, RemovalsOfYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { archiveAt } from '../../testing/archive-at.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const HISTORY = [
  HEADER,
  '2023-01-01T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b1,,',
  '2025-01-01T00:00:00Z,buy,6,ETH,12000,USD,,,Kraken,yes,b2,,',
  '2025-02-01T00:00:00Z,donation,,,1,ETH,,,Kraken,yes,d1,2500,USD',
  '2025-02-02T00:00:00Z,donation,,,2,ETH,,,Kraken,yes,d2,5000,USD',
  '2025-02-03T00:00:00Z,gift_sent,,,1,ETH,,,Kraken,yes,g1,20000,USD',
  '2025-02-04T00:00:00Z,stolen,,,1,ETH,,,Kraken,yes,t1,2500,USD',
  '2025-02-05T00:00:00Z,lost,,,0.5,ETH,,,Kraken,yes,l1,1250,USD',
  '',
].join('\n')

const NOTHING: RemovalFactsInput = {
  donee: null,
  donee_address: null,
  donee_ein: null,
  donee_is_spouse: null,
  acknowledged_on: null,
  how_acquired: null,
  valued_by: null,
  has_appraisal: null,
  appraiser: null,
  appraised_on: null,
  discovered_on: null,
  reimbursement: null,
  is_for_profit: null,
  may_recover: null,
  evidence: null,
}

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const read = async (query = '') =>
    (await journal.get<{ data: RemovalsOfYear }>(`/removal_forms?year=2025${query}`)).data
  const idOf = async (kind: string, at = 0) =>
    (await read()).removals
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => a.date.localeCompare(b.date))[at]?.transaction_id ?? ''
  return {
    ...journal,
    read,
    idOf,
    state: async (transaction_id: string, facts: Partial<RemovalFactsInput>, year = 2025) => {
      server.clock.advance(1_000)
      return journal.customer.request('POST', '/removal_forms', {
        year,
        transaction_id,
        ...NOTHING,
        ...facts,
      })
    },
    make: async (kind: string) => {
      server.clock.advance(1_000)
      const { data } = (await journal.post('/exports', { kind, tax_year: 2025 })) as { data: ExportRow }
      await server.drainJobs()
      return data.id
    },
  }
}

test('E20 each gift, donation and loss has its lots with their term, its form, and what that form still needs', async () => {
  const journal = await calculated()
  const { removals, missing, notes, gifts, total, is_filed } = await journal.read()
  expect({ total, is_filed }).toEqual({ total: 5, is_filed: false })
  // The donations deduct 2,500 and, of one lot held long and one short, 2,500 and 2,000.
  expect(
    removals.map(({ kind, property, basis, deduction, form, lots }) => ({
      kind,
      property,
      basis,
      deduction,
      form,
      terms: lots.map(({ term }) => term).join(' '),
    })),
  ).toEqual([
    {
      kind: 'donation',
      property: '1 ETH',
      basis: '1000',
      deduction: '2500',
      form: 'Form 8283, Section B',
      terms: 'long',
    },
    {
      kind: 'donation',
      property: '2 ETH',
      basis: '3000',
      deduction: '4500',
      form: 'Form 8283, Section B',
      terms: 'long short',
    },
    {
      kind: 'gift',
      property: '1 ETH',
      basis: '2000',
      deduction: null,
      form: 'Form 709 (open)',
      terms: 'short',
    },
    {
      kind: 'stolen',
      property: '1 ETH',
      basis: '2000',
      deduction: null,
      form: 'Form 4684 (open)',
      terms: 'short',
    },
    { kind: 'lost', property: '0.5 ETH', basis: '1000', deduction: null, form: '', terms: 'short' },
  ])
  expect(removals[0]).toMatchObject({ how_acquired: 'purchase', account_name: 'Kraken', value: '2500' })
  expect(missing).toEqual(
    expect.arrayContaining([
      '2 donations: acknowledgment missing',
      '2 donations: qualified appraisal missing',
      '1 gift: name of the donee missing',
      '1 theft: date of discovery missing',
    ]),
  )
  expect(notes).toContain('Without a qualified appraisal nothing is deductible.')
  expect(gifts).toMatchObject([{ donee: null, value: '20000', exclusion: '19000', gift_return: 'open' }])
})

test('E20 what is stated stands on the screen, on the papers and in the packet; the record for a donee has the lots', async () => {
  const journal = await calculated()
  const [first, second] = [await journal.idOf('donation'), await journal.idOf('donation', 1)]
  const before = await journal.make('gifts-donations-losses-csv')
  const charity = {
    donee: '  Food Bank ',
    donee_address: '1 Main St',
    donee_ein: '123456789',
    acknowledged_on: '2025-02-10',
    has_appraisal: true,
    appraiser: 'A. Praiser',
    appraised_on: '2025-01-15',
  } as const
  for (const id of [first, second]) expect((await journal.state(id, charity)).status).toBe(200)
  const gift = await journal.idOf('gift')
  await journal.state(gift, { donee: 'Ann Roe' })
  await journal.state(await journal.idOf('stolen'), {
    discovered_on: '2025-02-05',
    is_for_profit: true,
    reimbursement: '500',
    may_recover: false,
  })
  const { missing, removals, gifts } = await journal.read()
  expect(missing).toEqual([])
  expect(removals.map(({ form }) => form)).toEqual([
    'Form 8283, Section B',
    'Form 8283, Section B',
    'Form 709',
    'Form 4684, Section B',
    '',
  ])
  expect(removals[0]?.facts).toMatchObject({ donee: 'Food Bank', donee_ein: '12-3456789' })
  expect(removals[3]?.unreimbursed).toBe('1500')
  expect(gifts).toMatchObject([{ donee: 'Ann Roe', over: '1000', gift_return: 'needed' }])
  expect((await journal.read(`&transaction_id=${gift}`)).removals).toMatchObject([{ kind: 'gift' }])

  const after = await journal.make('gifts-donations-losses-csv')
  expect(after).not.toBe(before)
  const csv = (await journal.customer.request('GET', `/exports/${after}/download`)).text
  expect(csv).toContain('Food Bank')
  expect(csv).toContain('12-3456789')
  expect(csv).toMatch(/Note: Figures rest on: FIFO, lots per account\. Engine /)
  const packet = await archiveAt(
    server,
    journal.customer,
    `/exports/${await journal.make('filing-packet')}/download`,
  )
  const names = Object.keys(packet).map((name) => name.replace(/-[0-9a-f]{12}\./, '.'))
  expect(names).toEqual(
    expect.arrayContaining([
      'gifts-donations-losses-2025.pdf',
      'gifts-donations-losses-2025.csv',
      'gift-record-2025-02-03-1-2025.pdf',
    ]),
  )
  const record = await journal.make('gift-records-pdf')
  expect((await journal.customer.request('GET', `/exports/${record}/download`)).text.slice(0, 5)).toBe(
    '%PDF-',
  )
})

test('E20 a theft that was discovered in a later year is on the papers of that year, as long as its own is open', async () => {
  const journal = await calculated()
  const theft = await journal.idOf('stolen')
  const of2026 = async () => (await journal.get<{ data: RemovalsOfYear }>('/removal_forms?year=2026')).data
  expect(await of2026()).toMatchObject({ total: 0, removals: [], missing: [] })
  const facts = { discovered_on: '2026-01-05', is_for_profit: true, reimbursement: '0', may_recover: false }
  expect((await journal.state(theft, facts)).status).toBe(200)
  const { removals, notes } = await of2026()
  expect(removals).toMatchObject([
    {
      transaction_id: theft,
      kind: 'stolen',
      tax_year: 2025,
      form: 'Form 4684, Section B',
      unreimbursed: '2000',
    },
  ])
  expect(notes).toContain(
    'The theft of 1 ETH on 2025-02-04 was discovered in 2026: it belongs on this return.',
  )
  expect((await journal.read()).notes).toContain(
    'The theft of 1 ETH on 2025-02-04 was discovered in 2026: it belongs on the return of that year.',
  )
})

test('the trail says what was stated and by whom, and neither a name nor an amount', async () => {
  const journal = await calculated()
  await journal.state(await journal.idOf('gift'), { donee: 'Ann Roe', donee_address: 'Elm St' })
  const events = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ details: object }>(sql`select details from audit_events where event = 'removal_facts_set'`),
  )
  expect(events).toEqual([{ details: { tax_year: 2025, stated: 'donee donee_address' } }])
})

test('taken back, nothing is stated any more', async () => {
  const journal = await calculated()
  const gift = await journal.idOf('gift')
  await journal.state(gift, { donee: 'Ann Roe' })
  await journal.state(gift, {})
  expect((await journal.read(`&transaction_id=${gift}`)).removals[0]?.facts).toEqual(NOTHING)
})

test('what cannot be is refused by the name of its field, and nothing of it is kept', async () => {
  const journal = await calculated()
  const [donation, gift, theft] = [
    await journal.idOf('donation'),
    await journal.idOf('gift'),
    await journal.idOf('stolen'),
  ]
  for (const [id, facts, says] of [
    [donation, { donee_ein: '12-345' }, 'Donee ein: nine digits such as 12-3456789 are expected.'],
    [
      donation,
      { acknowledged_on: '2025-01-31' },
      'Acknowledged on: the date is before 2025-02-01, the day it happened',
    ],
    [donation, { acknowledged_on: '2200-01-01' }, 'Acknowledged on: the date is in the future'],
    [donation, { acknowledged_on: '2025-02-30' }, 'Acknowledged on: there is no such date'],
    [
      donation,
      { has_appraisal: true, appraised_on: '2024-11-01' },
      'Appraised on: an appraisal more than 60 days before',
    ],
    [gift, { donee: 'x'.repeat(201) }, 'Donee: at most 200 characters are expected.'],
    [gift, { donee: 'Ann\nRoe' }, 'Donee: one line of text is expected.'],
    [gift, { discovered_on: '2025-03-01' }, 'Discovered on: it does not belong to a gift.'],
    [theft, { reimbursement: '-5' }, 'Reimbursement: an amount such as 1250.75'],
    [theft, { evidence: 'x'.repeat(2001) }, 'Evidence: at most 2000 characters are expected.'],
  ] as const) {
    const refused = await journal.state(id, facts)
    expect(refused.status).toBe(422)
    expect(Object.values((refused.body as { fields: Record<string, string> }).fields)).toEqual([
      expect.stringContaining(says),
    ])
  }
  for (const { facts } of (await journal.read()).removals) expect(facts).toEqual(NOTHING)
})

test('a transaction that is no gift, donation or loss of the year is not found, nor is one of somebody else', async () => {
  const journal = await calculated()
  const other = await calculated()
  const [bought] = await journal.rows()
  for (const [id, year] of [
    [bought?.id ?? '', 2025],
    [await journal.idOf('gift'), 2024],
    [await other.idOf('gift'), 2025],
  ] as const)
    expect(await journal.state(id, { donee: 'Ann' }, year)).toMatchObject({ status: 404 })
})

test('a filed year keeps what was stated', async () => {
  const journal = await calculated()
  const gift = await journal.idOf('gift')
  await journal.state(gift, { donee: 'Ann Roe' })
  const { calculation } = (await journal.get<{ data: OneYear }>('/one_year?year=2025')).data
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: calculation.id,
    filed_on: '2026-04-01',
    confirmation: '',
  })
  const refused = await journal.state(gift, { donee: 'Bo Li' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('2025 is marked as filed; its gifts, donations and losses stay as filed.')
  const { is_filed, removals } = await journal.read(`&transaction_id=${gift}`)
  expect({ is_filed, donee: removals[0]?.facts.donee }).toEqual({ is_filed: true, donee: 'Ann Roe' })
})

test('a name in any script is kept as it was entered', async () => {
  const journal = await calculated()
  const gift = await journal.idOf('gift')
  for (const donee of ['Łukasz Żółć', 'Юлія', '王小明', 'مريم', '👩‍🚀']) {
    await journal.state(gift, { donee })
    expect((await journal.read(`&transaction_id=${gift}`)).removals[0]?.facts.donee).toBe(donee)
    const csv = await journal.make('gifts-donations-losses-csv')
    expect((await journal.customer.request('GET', `/exports/${csv}/download`)).text).toContain(donee)
  }
})
