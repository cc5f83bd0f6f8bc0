import type { DisposalRow, ExportRow, OneYear, TaxReturn } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** 2023 loses 8,000 short and 4,000 long; 2024 gains 1,000 and 2,500; 2025 gains 6,551 short. */
const HISTORY = [
  HEADER,
  '2021-01-01T00:00:00Z,buy,3,ETH,9000,USD,,,Kraken,yes,b1',
  '2023-01-05T00:00:00Z,buy,1,BTC,9000,USD,,,Kraken,yes,b2',
  '2023-05-01T00:00:00Z,sell,1000,USD,1,BTC,,,Kraken,yes,s1',
  '2023-06-01T00:00:00Z,sell,2000,USD,2,ETH,,,Kraken,yes,s2',
  '2024-01-05T00:00:00Z,buy,1,SOL,2000,USD,,,Kraken,yes,b3',
  '2024-05-01T00:00:00Z,sell,3000,USD,1,SOL,,,Kraken,yes,s3',
  '2024-06-01T00:00:00Z,sell,5500,USD,1,ETH,,,Kraken,yes,s4',
  '2025-01-05T00:00:00Z,buy,1,ADA,5449,USD,,,Kraken,yes,b4',
  '2025-05-01T00:00:00Z,sell,12000,USD,1,ADA,,,Kraken,yes,s5',
  '',
].join('\n')

const NOTHING = {
  filing_status: null,
  taxable_income: null,
  other_short: null,
  other_long: null,
  carryover_short: null,
  carryover_long: null,
  totals_on_schedule_d: false,
}

async function calculated(history = HISTORY) {
  const journal = await customerWith(server)
  await journal.import('history.csv', history)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const read = async (year: number) =>
    (await journal.get<{ data: TaxReturn }>(`/tax_returns?year=${year}`)).data
  return {
    ...journal,
    read,
    state: (year: number, facts: object) =>
      journal.customer.request('POST', '/tax_returns', { year, ...NOTHING, ...facts }),
    lines: async (year: number, ...names: string[]) => {
      const { schedule_d, capital_gain } = await read(year)
      return names.map((name) => [...schedule_d, capital_gain].find(({ line }) => line === name)?.gain)
    },
  }
}

test('E20 three years with a carryover come out as worked by hand, on Schedule D and on Form 1040', async () => {
  const journal = await calculated()
  for (const year of [2023, 2024, 2025])
    expect((await journal.state(year, { filing_status: 'single', taxable_income: '40000' })).status).toBe(200)

  expect(await journal.lines(2023, '7', '15', '16', '21', 'Form 1040, line 7')).toEqual([
    '-8000.00',
    '-4000.00',
    '-12000.00',
    '-3000.00',
    '-3000.00',
  ])
  expect(await journal.lines(2024, '6', '7', '14', '15', '21', 'Form 1040, line 7')).toEqual([
    '-5000.00',
    '-4000.00',
    '-4000.00',
    '-1500.00',
    '-3000.00',
    '-3000.00',
  ])
  expect(await journal.lines(2025, '3', '6', '7', '14', '15', '16', '21', 'Form 1040, line 7a')).toEqual([
    '6551.00',
    '-1000.00',
    '5551.00',
    '-1500.00',
    '-1500.00',
    '4051.00',
    null,
    '4051.00',
  ])
  const { worksheet, next, notes } = await journal.read(2025)
  expect(worksheet.map(({ gain }) => gain)).toEqual([
    '40000.00',
    '3000.00',
    '43000.00',
    '3000.00',
    '4000.00',
    '0.00',
    '3000.00',
    '1000.00',
    '1500.00',
    '0.00',
    '0.00',
    '0.00',
    '1500.00',
  ])
  expect(next.map(({ gain }) => gain)).toEqual(['0.00', '0.00'])
  expect(notes.map((note) => note.split('.')[0])).toEqual([
    'No capital loss is carried over from before 2023',
    'Digital assets only',
  ])
})

test('E20 what is stated decides the lines: another status, other property, a carryover from before the history', async () => {
  const journal = await calculated()
  await journal.state(2023, {
    filing_status: 'mfs',
    carryover_long: '1000.50',
    other_short: '100',
    other_long: '-200.25',
  })
  expect(await journal.lines(2023, '4 to 5', '7', '11 to 13', '14', '15', '16', '21')).toEqual([
    '100.00',
    '-7900.00',
    '-200.25',
    '-1000.50',
    '-5200.75',
    '-13100.75',
    '-1500.00',
  ])
  const stated = await journal.read(2023)
  expect(stated.facts).toEqual({
    filing_status: 'mfs',
    taxable_income: null,
    other_short: '100',
    other_long: '-200.25',
    carryover_short: null,
    carryover_long: '1000.50',
    totals_on_schedule_d: false,
  })
  // Taken back, the lines are those of the history alone.
  await journal.state(2023, {})
  expect((await journal.read(2023)).facts).toEqual(NOTHING)
  expect(await journal.lines(2023, '14', '15')).toEqual(['0.00', '-4000.00'])
})

test('E20 the paper says what the screen says, and is made anew when a statement changes', async () => {
  const journal = await calculated()
  const paper = async () => {
    server.clock.advance(1_000)
    const { data } = (await journal.post('/exports', { kind: 'schedule-d-csv', tax_year: 2024 })) as {
      data: ExportRow
    }
    await server.drainJobs()
    return (await journal.customer.request('GET', `/exports/${data.id}/download`)).text
  }
  expect(await paper()).toContain('\r\n21,Loss that reduces other income,,,,-3000.00\r\n')
  await journal.state(2024, { filing_status: 'mfs' })
  const changed = await paper()
  expect(changed).toContain('\r\n21,Loss that reduces other income,,,,-1500.00\r\n')
  const { schedule_d } = await journal.read(2024)
  for (const { line, gain } of schedule_d)
    if (gain !== null) expect(changed).toMatch(new RegExp(`(^|\\n)${line},.*,${gain}\\r`))
})

test('E20 a filed year keeps its return and its rows, and is what the next year carries on from', async () => {
  const journal = await calculated()
  await journal.state(2023, { filing_status: 'single', taxable_income: '40000' })
  const { calculation } = (await journal.get<{ data: OneYear }>('/one_year?year=2023')).data
  await journal.post('/tax_years/file', {
    year: 2023,
    calculation_id: calculation.id,
    filed_on: '2024-04-01',
    confirmation: '',
  })
  const refused = await journal.state(2023, { filing_status: 'mfs' })
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.text).toContain('2023 is marked as filed; its return stays as filed.')
  expect((await journal.read(2023)).is_filed).toBe(true)

  await journal.import('late.csv', `${HEADER}\n2023-07-01T00:00:00Z,sell,70000,USD,0.5,ETH,,,Kraken,yes,s9\n`)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const rows = (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2023')).rows
  expect(rows).toHaveLength(2)
  expect(await journal.lines(2024, '6', '14')).toEqual(['-5000.00', '-4000.00'])
})

test('what is no amount is refused by the name of its field, and nothing is kept of it', async () => {
  const journal = await calculated()
  for (const [field, value] of [
    ['other_short', '1,000'],
    ['other_long', '1.234'],
    ['carryover_short', '-5'],
    ['taxable_income', '12345678901234567890'],
    ['filing_status', 'married'],
  ] as const) {
    const refused = await journal.state(2024, { [field]: value })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(field)
  }
  expect((await journal.read(2024)).facts).toEqual(NOTHING)
})

test('the digital asset question is answered by what was sold, earned or given, and not by what was lost', async () => {
  const bought = '2023-01-01T00:00:00Z,buy,9,ETH,9000,USD,,,Kraken,yes,b1'
  const journal = await calculated(
    [
      HEADER,
      bought,
      '2023-02-01T00:00:00Z,lost,,,1,ETH,,,Kraken,yes,l1',
      '2024-02-01T00:00:00Z,gift_sent,,,1,ETH,,,Kraken,yes,g1',
      '2025-02-01T00:00:00Z,staking_reward,0.1,ETH,,,,,Kraken,yes,r1',
      '2026-02-01T00:00:00Z,buy,1,ETH,1000,USD,,,Kraken,yes,b2',
      '',
    ].join('\n'),
  )
  const answers = await Promise.all(
    [2023, 2024, 2025, 2026].map(async (year) => (await journal.read(year)).has_digital_asset_transactions),
  )
  expect(answers).toEqual([false, true, true, false])
})
