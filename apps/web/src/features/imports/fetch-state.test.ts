import { expect, test } from 'vitest'
import { fetchState } from './fetch-state.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const source = (more: Partial<Parameters<typeof fetchState>[0]>) =>
  fetchState(
    {
      file_type: 'api',
      import_status: 'complete',
      status_code: null,
      last_sync: '2026-03-02T11:00:00Z',
      next_sync: '2026-03-03T11:00:00Z',
      history_limit: null,
      ...more,
    },
    NOW,
  )

test('a connected account says when it was fetched, what comes next, and what its API does not give', () => {
  expect(source({})).toEqual(['Last fetched 1 h ago.', 'Fetched again on Mar 03, 2026.'])
  expect(source({ status_code: 'failed' })[1]).toBe(
    'Lotbook tries again on Mar 03, 2026; what was fetched so far is kept.',
  )
  expect(source({ status_code: 'needs_key', next_sync: null })[1]).toBe(
    'A new key continues where the old one stopped.',
  )
  expect(source({ status_code: 'needs_oauth', next_sync: null })[1]).toBe(
    'Signing in again continues where it stopped.',
  )
  expect(source({ import_status: 'in-progress', last_sync: null })).toEqual(['Not fetched yet.'])
  expect(source({ history_limit: 'Trades: last 30 days.' })[2]).toBe(
    'How far back its API goes: Trades: last 30 days. Upload a file for anything older.',
  )
  expect(source({ file_type: 'CSV' })).toEqual([])
})
