import { expect, test } from 'vitest'
import { differencesOf, type PastCalculation } from './calculation-differences.ts'
import { notesOn, settingsLine } from './tax-setting-words.ts'

const settings = {
  method: 'fifo',
  pool_before_2025: 'account',
  transfer_fee: 'dispose',
  time_zone: 'America/New_York',
  safe_harbor: null,
} as const

const older: PastCalculation = {
  id: 'a',
  trace_id: 't',
  state: 'done',
  tax_year: 2025,
  progress: { stage: 'Done', done: 10, total: 10, unit: 'transactions' },
  percent: 100,
  reason: null,
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

test('R-TRF-2 a position without authority is called one; the defaults need no note', () => {
  expect(notesOn(settings)).toEqual([])
  expect(notesOn({ ...settings, transfer_fee: 'carry' }).join()).toContain('without authority')
  expect(notesOn({ ...settings, transfer_fee: 'capitalize' }).join()).toContain('without authority')
})

test('R-POOL-4 a universal pool without a recorded allocation is no Safe Harbor', () => {
  const universal = { ...settings, pool_before_2025: 'universal' } as const
  expect(notesOn(universal).join()).toContain('not a Safe Harbor')
  expect(settingsLine(universal)).toBe('FIFO, universal until 2024, then per account')
  expect(notesOn({ ...universal, safe_harbor: { order: 'fifo', accounts: [] } }).join()).toContain(
    'irrevocable',
  )
})
