import { expect, test } from 'vitest'
import { resyncState } from './resync-state.ts'

const now = new Date('2026-03-02T12:00:00Z')
const api = {
  method: 'api',
  connection_state: 'ok',
  isInProgress: false,
  last_synced_at: new Date('2026-03-02T11:59:00Z'),
  watermark: { until: 1 },
}

test('a connection is fetched again a minute after it was, not while it runs and not once it is closed', () => {
  expect(resyncState(api, now)).toEqual({ resync_disabled: false, allow_resync_new: true, api_code: null })
  const justNow = new Date('2026-03-02T11:59:00.001Z')
  expect(resyncState({ ...api, last_synced_at: justNow }, now).resync_disabled).toBe(true)
  expect(resyncState({ ...api, isInProgress: true }, now).resync_disabled).toBe(true)
  expect(resyncState({ ...api, connection_state: 'closed' }, now)).toMatchObject({
    resync_disabled: true,
    allow_resync_new: false,
  })
})

test('what was never fetched has nothing to go on from; an expired permission says so', () => {
  expect(resyncState({ ...api, last_synced_at: null, watermark: null }, now)).toMatchObject({
    resync_disabled: false,
    allow_resync_new: false,
  })
  expect(resyncState({ ...api, method: 'oauth', connection_state: 'needs_oauth' }, now).api_code).toBe(
    'COINBASE_OAUTH_EXPIRED',
  )
})

test('there is nothing to fetch a file from, nor what was typed in', () => {
  for (const method of ['csv', 'manual'])
    expect(resyncState({ ...api, method }, now)).toMatchObject({
      resync_disabled: true,
      allow_resync_new: false,
    })
})
