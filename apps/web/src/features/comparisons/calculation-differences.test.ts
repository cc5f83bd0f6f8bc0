import { taxSettings, type TaxSettings } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { differencesOf, type PastCalculation } from './calculation-differences.ts'
import { filedMethodWords, harborWords, notesOn, settingsLine } from '../settings/tax-setting-words.ts'

const settings: TaxSettings = taxSettings.parse({
  method: 'fifo',
  pool_before_2025: 'account',
  transfer_fee: 'dispose',
  time_zone: 'America/New_York',
  safe_harbor: null,
})

const older: PastCalculation = {
  id: 'a',
  trace_id: 't',
  state: 'done',
  tax_year: 2025,
  progress: { stage: 'Done', done: 10, total: 10, unit: 'transactions' },
  percent: 100,
  reason: null,
  reason_transaction_id: null,
  started_at: null,
  finished_at: '2026-03-06T10:11:02Z',
  net_gain: '12359.96',
  settings,
}

test('what changed between two calculations is said in money, transactions and settings', () => {
  const newer: PastCalculation = {
    ...older,
    net_gain: '12480.1',
    progress: { ...older.progress, total: 14 },
    settings: { ...settings, method: 'hifo', pool_before_2025: 'universal' },
  }
  expect(differencesOf(newer, older, 'USD')).toEqual([
    'Net gain +$120.14',
    '4 more transactions',
    'Method HIFO instead of FIFO',
    'Pool before 2025 Universal instead of Per account',
  ])
})

test('gains of two years are not compared, and no change says nothing', () => {
  expect(differencesOf({ ...older, tax_year: 2024, net_gain: '1' }, older, 'USD')).toEqual([])
  expect(differencesOf(older, older, 'USD')).toEqual([])
})

test('R-TRF-2 N17 a choice that is not the default is called one; the defaults need no note', () => {
  expect(notesOn(settings)).toEqual([])
  expect(notesOn({ ...settings, transfer_fee: 'carry' })).toEqual([
    '“Carry” for network fees of own transfers is not the default, and no rule settles it. Ask a preparer before filing with it.',
  ])
  const own = { ...settings, treatments: { ...settings.treatments, airdrop: 'zero_basis' } } as const
  expect(notesOn(own)).toHaveLength(1)
  expect(settingsLine(own)).toBe('FIFO, per account, 1 treatment by choice')
  expect(differencesOf({ ...older, settings: own }, older, 'USD')).toEqual([
    'Airdrops Nothing until sold instead of Income when received',
  ])
})

test('R-POOL-4 a universal pool without a recorded allocation is no Safe Harbor', () => {
  const universal = { ...settings, pool_before_2025: 'universal' } as const
  expect(notesOn(universal).join()).toContain('not a Safe Harbor')
  expect(settingsLine(universal)).toBe('FIFO, universal until 2024, then per account')
  const global: TaxSettings['safe_harbor'] = { type: 'global', order: 'fifo', accounts: [] }
  const specific: TaxSettings['safe_harbor'] = { type: 'specific', record_id: 'r', bound_by: [] }
  expect(notesOn({ ...universal, safe_harbor: global })).toEqual([])
  expect([null, global, specific].map((safe_harbor) => harborWords({ ...universal, safe_harbor }))).toEqual([
    'No allocation is on record.',
    'A global allocation is on record: FIFO.',
    'A specific unit allocation is on record.',
  ])
  const changed = { ...older, settings: { ...universal, safe_harbor: specific } }
  expect(differencesOf(changed, { ...older, settings: universal }, 'USD')).toEqual([
    'Safe Harbor by units instead of none',
  ])
})

test('N5 a method that is set beside years that were filed says from when it counts', () => {
  const own: typeof settings = {
    ...settings,
    method: 'hifo',
    filed_methods: [{ year: 2024, method: 'fifo' }],
  }
  expect(settingsLine(own)).toBe('FIFO until 2024, then HIFO, per account')
  expect(differencesOf({ ...older, settings: own }, older, 'USD')).toEqual([
    'Method FIFO until 2024, then HIFO instead of FIFO',
  ])
  expect(filedMethodWords(own, 'hifo', 2024)).toEqual(['Sales through December 31, 2024 use FIFO, as filed.'])
  expect(filedMethodWords({ ...own, method: 'lifo' }, 'hifo', 2024)).toEqual([
    '2024 is filed, so LIFO counts for sales from January 1, 2025.',
  ])
  expect(filedMethodWords(settings, 'fifo', 2024)).toEqual([])
  expect(filedMethodWords({ ...settings, method: 'lifo' }, 'fifo', undefined)).toEqual([])
})
