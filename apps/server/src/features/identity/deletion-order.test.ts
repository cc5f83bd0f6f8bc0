import { expect, test } from 'vitest'
import { deletionOrder } from './deletion-order.ts'

const refers = (from: string, to: string, column: string | null = null) => ({ from, to, column })

test('a table comes before those that it refers to, and one that refers to itself waits for nothing', () => {
  const { order, loose } = deletionOrder(
    ['customers', 'transactions', 'values'],
    [
      refers('transactions', 'customers'),
      refers('values', 'transactions'),
      refers('transactions', 'transactions', 'other'),
      refers('elsewhere', 'values'),
    ],
  )
  expect(order).toEqual(['values', 'transactions', 'customers'])
  expect(loose).toEqual([])
})

test('in a circle the reference that may be empty gives way; a circle without one is a fault', () => {
  expect(
    deletionOrder(
      ['connections', 'credentials'],
      [refers('credentials', 'connections'), refers('connections', 'credentials', 'credential_id')],
    ),
  ).toEqual({
    order: ['credentials', 'connections'],
    loose: [{ table: 'connections', column: 'credential_id' }],
  })
  expect(() => deletionOrder(['a', 'b'], [refers('a', 'b'), refers('b', 'a')])).toThrow('in a circle')
})
