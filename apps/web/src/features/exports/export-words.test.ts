import { EXPORT_KINDS, TAX_PROGRAM_KINDS, type ExportRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { currentExport, exportWords, makerText, progressText, YEAR_KINDS } from './export-words.ts'

const row = (changed: Partial<ExportRow>): ExportRow => ({
  id: 'a',
  kind: 'form-8949-csv',
  tax_year: 2025,
  state: 'done',
  file_name: 'a.csv',
  size_bytes: 10,
  sha256: 'ab',
  rows: 1,
  by_hand: [],
  made_by: 'customer',
  can_download: true,
  notes: [],
  pages: null,
  reason: null,
  created_at: '2026-03-06T10:00:00.000Z',
  ...changed,
})

test('every export of the contract is offered, and named', () => {
  expect(
    new Set([
      ...YEAR_KINDS,
      ...TAX_PROGRAM_KINDS,
      'filing-packet',
      'amendment-pdf',
      'amendment-csv',
      'amendment-packet',
      'transactions-csv',
    ]),
  ).toEqual(new Set(EXPORT_KINDS))
  for (const kind of EXPORT_KINDS) expect(exportWords[kind].name).not.toBe('')
})

test('a form made before the newest calculation is not offered as its own', () => {
  const wanted = { kind: 'form-8949-csv', year: 2025, calculatedAt: '2026-03-06T09:00:00.000Z' } as const
  const made = row({})
  expect(currentExport([row({ kind: 'income-csv' }), row({ tax_year: 2024 }), made], wanted)).toBe(made)
  expect(currentExport([made], { ...wanted, calculatedAt: '2026-03-06T11:00:00.000Z' })).toBeUndefined()
})

test('a long paper says how far it is', () => {
  expect(progressText({ pages: { done: 1200, of: 9091 } })).toBe('Creating… 1,200 of 9,091 pages')
  expect(progressText({ pages: null })).toBe('Creating…')
})

test('a file says who made it, or why it cannot be downloaded, where the reader would not expect it', () => {
  expect(makerText(row({}), false)).toBeUndefined()
  expect(makerText(row({ made_by: 'professional' }), false)).toBe('Made by your tax professional')
  expect(makerText(row({ made_by: 'professional' }), true)).toBeUndefined()
  expect(makerText(row({ can_download: false }), true)).toBe('Only your client can download this file.')
  expect(makerText(row({ made_by: 'professional', can_download: false }), true)).toBe(
    'Made by another professional.',
  )
})
