import { expect, test } from 'vitest'
import { deletionOrder } from './deletion-order.ts'

const refers = (from: string, to: string) => ({ from, to })

test('a table comes before those that it refers to, and one that refers to itself waits for nothing', () => {
  const references = [
    refers('transactions', 'customers'),
    refers('values', 'transactions'),
    refers('transactions', 'transactions'),
    refers('elsewhere', 'values'),
  ]
  expect(deletionOrder(['customers', 'transactions', 'values'], references)).toEqual([
    'values',
    'transactions',
    'customers',
  ])
})

test('tables that refer to each other in a circle have no order', () => {
  expect(() => deletionOrder(['a', 'b', 'c'], [refers('a', 'b'), refers('b', 'a')])).toThrow('a, b')
})
