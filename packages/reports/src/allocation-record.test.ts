import { expect, test } from 'vitest'
import { allocationCsv, allocationPdf, type AllocationSheet } from './allocation-record.ts'
import { bytesOf, wordsOf } from './testing/file-words.ts'

const SHEET: AllocationSheet = {
  taxpayer: 'Jane Roe',
  kind: 'specific',
  rule: 'Specific unit allocation, each unit listed.',
  recordedAt: '2025-03-01T10:00:00.000Z',
  recordedBy: 'Jane Roe',
  booksDay: '2024-12-20',
  isIrrevocable: true,
  leftOut: ['SOL'],
  replacedAssets: [],
  replacedAt: null,
  currency: 'USD',
  coverage: [{ asset: 'BTC', account: 'Coinbase', held: '1.00000001', attached: '1.00000001' }],
  units: [
    {
      asset: 'BTC',
      account: 'Coinbase',
      acquired: '2021-11-01',
      acquired_at: '2021-11-01T12:00:00Z',
      quantity: '1.00000001',
      basis: '61000.005',
    },
    {
      asset: '=ETH',
      account: null,
      acquired: '2022-01-01',
      acquired_at: '2022-01-01T00:00:00Z',
      quantity: '3',
      basis: '9000',
    },
  ],
  conditions: [{ state: 'unmet', text: 'It comes too late for some assets.' }],
  assets: [
    { asset: 'BTC', state: 'in_time', why: 'Neither sold nor moved since.' },
    { asset: 'ETH', state: 'late', why: 'Sold before, on January 5, 2025.' },
  ],
}

test('N14 the printed record says when, by whom, by which rule, every unit with its day and basis, and what it meets', async () => {
  const words = await wordsOf(allocationPdf({ ...SHEET, restsOn: 'FIFO. Engine 1.0.0, rules us-2026.' }))
  expect(words).toContain('Figures rest on: FIFO. Engine 1.0.0')
  for (const text of [
    'Jane Roe',
    '2025-03-01 10:00:00 UTC',
    'Since 2024-12-20',
    'For ETH by a later record; for all others it is irrevocable',
    'Sold before, on January 5, 2025.',
    'Not bound: too late',
    'Specific unit allocation',
    'Coinbase',
    '1.00000001',
    '2021-11-01 12:00:00 UTC',
    '61000.01',
    'No account',
    'Not met',
    'Too late for: ETH.',
    'SOL: left open, it says nothing of their units',
    'BTC, ETH',
  ])
    expect(words).toContain(text)
  const late = { ...SHEET, replacedAssets: ['ETH'], replacedAt: '2025-04-01T10:00:00.000Z' }
  expect(await wordsOf(allocationPdf(late))).toContain('For ETH: 2025-04-01 10:00:00 UTC')
  const whole = { ...SHEET, assets: SHEET.assets.slice(0, 1) }
  expect(await wordsOf(allocationPdf(whole))).toContain('No, it is irrevocable')
  expect(await bytesOf(allocationPdf(SHEET))).toEqual(await bytesOf(allocationPdf(SHEET)))
})

test('N14 SE8 the units as a table keep every digit, and no cell is a formula', async () => {
  const file = allocationCsv(SHEET)
  expect(file.fileName).toBe('safe-harbor-allocation-2025-03-01.csv')
  expect((await bytesOf(file)).toString().split('\r\n').slice(1)).toEqual([
    '2025-03-01T10:00:00.000Z,specific,BTC,Coinbase,2021-11-01,2021-11-01T12:00:00Z,1.00000001,61000.005,USD',
    "2025-03-01T10:00:00.000Z,specific,'=ETH,No account,2022-01-01,2022-01-01T00:00:00Z,3,9000,USD",
    'Note: Worked out from the records that were imported and the answers that were given; not tax advice. Review it before you file.,,,,,,,,',
    '',
  ])
})

test('N14 a record without its units says that they were not kept', async () => {
  const old = { ...SHEET, coverage: [], units: [], conditions: [], assets: [], booksDay: null }
  expect(await wordsOf(allocationPdf(old))).toContain('The units were not kept with this record.')
})

test('a record of who gave no name says so, and that it was theirs', async () => {
  const words = await wordsOf(allocationPdf({ ...SHEET, taxpayer: '', recordedBy: '' }))
  for (const text of ['Name not given', 'The taxpayer']) expect(words).toContain(text)
})
