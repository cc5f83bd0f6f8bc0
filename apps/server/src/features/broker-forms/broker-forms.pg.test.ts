import type {
  BrokerForm,
  DisposalRow,
  Explanation,
  ExportRow,
  FormTotals,
  OneYear,
  TaxDetails,
} from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = [
  HEADER,
  '2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1',
  '2025-01-05T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b2',
  // One sale out of two lots: two disposals, one of each term.
  '2025-02-01T00:00:00Z,sell,2700,USD,3,ETH,,,Kraken,yes,s1',
  '2025-01-06T00:00:00Z,buy,1,BTC,100,USD,,,MetaMask,yes,b3',
  '2025-03-01T00:00:00Z,sell,90,USD,1,BTC,,,MetaMask,yes,s2',
  '',
].join('\n')

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const forms = async (year = 2025) =>
    (await journal.get<{ data: BrokerForm[] }>(`/broker_forms?year=${year}`)).data
  const account = async (name: string) =>
    (await forms()).find(({ account_name }) => account_name === name)?.account_id ?? ''
  return {
    ...journal,
    forms,
    set: async (name: string, reported: string | null, year = 2025) =>
      journal.customer.request('POST', '/broker_forms', {
        year,
        account_id: await account(name),
        reported,
      }),
    disposals: async () => (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')).rows,
    totals: async () =>
      (await journal.get<{ data: FormTotals }>('/one_year/form_totals?year=2025')).data.boxes.map(
        ({ box, term, disposals, proceeds, basis, gain }) =>
          `${box} ${term} ${disposals}: ${proceeds} ${basis} ${gain}`,
      ),
    boxes: async () =>
      (await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')).rows
        .map(({ account_name, term, box }) => `${account_name} ${term} ${box}`)
        .toSorted(),
    export: async (kind: string) => {
      server.clock.advance(1_000)
      const { data } = (await journal.post('/exports', { kind, tax_year: 2025 })) as { data: ExportRow }
      await server.drainJobs()
      const { data: all } = await journal.get<{ data: ExportRow[] }>('/exports')
      const file = await journal.customer.request('GET', `/exports/${data.id}/download`)
      return { id: data.id, rows: all.find(({ id }) => id === data.id)?.rows, text: file.text }
    },
  }
}

test('a Form 1099-DA is expected of a broker and never of a wallet, and decides the boxes wherever they stand', async () => {
  const journal = await calculated()
  expect(await journal.forms()).toMatchObject([
    { account_name: 'Kraken', disposals: 2, proceeds: '2700', is_expected: true, is_own_wallet: false },
    { account_name: 'MetaMask', disposals: 1, proceeds: '90', is_expected: false, is_own_wallet: true },
  ])
  expect(await journal.forms(2024)).toEqual([])
  expect(await journal.boxes()).toEqual(['Kraken long L', 'Kraken short I', 'MetaMask short I'])
  expect(await journal.totals()).toEqual(['I short 2: 990 1100 -110', 'L long 1: 1800 1000 800'])
  expect((await journal.disposals()).map((row) => [row.account_name, row.form_expected])).toEqual([
    ['Kraken', true],
    ['Kraken', true],
    ['MetaMask', false],
  ])
  const before = await journal.export('form-8949-csv')

  expect((await journal.set('Kraken', 'proceeds')).status).toBe(200)
  expect(await journal.forms()).toMatchObject([
    { account_name: 'Kraken', reported: 'proceeds', short_box: 'H', long_box: 'K' },
    { account_name: 'MetaMask', reported: null, short_box: 'I', long_box: 'L' },
  ])
  expect(await journal.boxes()).toEqual(['Kraken long K', 'Kraken short H', 'MetaMask short I'])
  expect(await journal.totals()).toEqual([
    'H short 1: 900 1000 -100',
    'I short 1: 90 100 -10',
    'K long 1: 1800 1000 800',
  ])
  expect((await journal.disposals()).some((row) => row.form_expected)).toBe(false)
  const [first] = await journal.disposals()
  const { data } = await journal.get<{ data: Explanation }>(`/explain?handle=${first?.handle ?? ''}`)
  expect(data.sentence).toContain('box K.')
  const csv = await journal.export('form-8949-csv')
  expect(csv.id).not.toBe(before.id)
  expect(csv.text.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual(
    expect.arrayContaining(['I,H', 'I,I', 'II,K']),
  )
  const scheduleD = await journal.export('schedule-d-csv')
  expect(scheduleD.text).toMatch(/\b2,.*H/)
  expect(scheduleD.text).toMatch(/\b9,.*K/)

  await journal.set('Kraken', 'basis')
  expect(await journal.boxes()).toEqual(['Kraken long J', 'Kraken short G', 'MetaMask short I'])

  // No amount changed, so the results are as good as they were.
  const { data: details } = await journal.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
  expect(details.need_tax_calculation).toBe(false)

  // Taken back: the file of before is the one that is there.
  await journal.set('Kraken', null)
  expect(await journal.boxes()).toEqual(['Kraken long L', 'Kraken short I', 'MetaMask short I'])
  expect((await journal.export('form-8949-csv')).id).toBe(before.id)
})

test('nothing is set for a wallet of one’s own, a year without such forms, or a filed year', async () => {
  const journal = await calculated()
  expect((await journal.set('MetaMask', 'proceeds')).status).toBe(409)
  expect((await journal.set('Kraken', 'proceeds', 2024)).status).toBe(409)
  await journal.set('Kraken', 'proceeds')
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  await journal.post('/tax_years/file', {
    year: 2025,
    calculation_id: year.calculation.id,
    filed_on: '2026-04-01',
  })
  expect((await journal.set('Kraken', null)).status).toBe(409)
  expect(await journal.boxes()).toEqual(['Kraken long K', 'Kraken short H', 'MetaMask short I'])
})

test('disposals are counted one way: a line of Form 8949 each', async () => {
  const journal = await calculated()
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  const { total } = await journal.get<{ total: number }>('/one_year/disposals?year=2025&limit=1')
  const { data: explained } = await journal.get<{ data: Explanation }>(
    `/explain?handle=${year.net_gain.handle}`,
  )
  const form = await journal.export('form-8949-csv')
  const counts = [
    year.counts.disposals,
    year.by_asset.reduce((sum, asset) => sum + asset.disposals, 0),
    (await journal.forms()).reduce((sum, account) => sum + account.disposals, 0),
    total,
    form.rows,
  ]
  expect(counts).toEqual([3, 3, 3, 3, 3])
  // Beside it the gain of each year, from the stored totals.
  expect(year.by_year).toEqual([
    { year: 2025, short: year.short.gain.value, long: year.long.gain.value, handle: 'year:2025' },
  ])
  expect(explained.sentence).toContain('3 disposals')
})
