import { expect, test } from 'vitest'
import { ORDERS, readRobinhoodPages } from './read-orders.ts'

const order = (more: object) => ({
  id: 'one',
  symbol: 'BTC-USD',
  side: 'buy',
  state: 'filled',
  executions: [{ effective_price: '30000.00', quantity: '0.001', timestamp: '2025-01-02T15:00:00Z' }],
  ...more,
})
const read = (more: object) =>
  readRobinhoodPages([
    { stream: ORDERS, place: 'orders', text: JSON.stringify({ results: [order(more)] }), fetchedAt: 1 },
  ])

test('an order is what was executed; a fee that it states beside its price is noted, for it is not counted', () => {
  const plain = read({ fee: '0.00', fee_ratio: 0.0095 })
  expect(plain.notes).toEqual([])
  expect(plain.transactions).toMatchObject([
    { type: 'buy', from: { asset: 'USD', amount: '30' }, to: { asset: 'BTC', amount: '0.001' } },
  ])
  expect(read({ fee: 0.28 }).notes).toMatchObject([{ code: 'not_counted', row: 1 }])
})
