import { expect, test } from 'vitest'
import { restsOnOf } from './rests-on.ts'

const versions = { engine_version: '1.0.0', rules_version: 'us-1' }

test('method, pools, orders and versions in a sentence; a method that a filed year ended says until when', () => {
  expect(restsOnOf({ settings: {}, ...versions })).toBe('FIFO, lots per account. Engine 1.0.0, rules us-1.')
  const settings = {
    method: 'fifo',
    pool_before_2025: 'universal',
    method_overrides: [
      { from: '2025-01-01', method: 'hifo' },
      { from: '2025-03-01', method: 'spec' },
      { asset: 'BTC', method: 'lifo', recorded_at: '2025-01-01T00:00:00Z' },
    ],
  } as const
  expect(restsOnOf({ settings, ...versions })).toBe(
    'FIFO until 2024, then HIFO until the day before 2025-03-01, then Specific ID, one pool of lots until 2024, then lots per account, 1 standing order. Engine 1.0.0, rules us-1.',
  )
})
