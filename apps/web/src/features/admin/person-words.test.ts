import { expect, test } from 'vitest'
import { accountWords, historyWords, roleWords } from './person-words.ts'

test('what is wrong with a history stands before what is only under way', () => {
  const state = {
    transactions: 1,
    imports: { total: 3, running: 1, failed: 0 },
    review: 0,
    calculation: 'none',
    calculated_at: null,
  } as const
  expect(historyWords(state)).toEqual([
    '1 transaction',
    '1 of 3 imports running',
    'Not calculated, 0 to review',
  ])
  expect(historyWords({ ...state, imports: { total: 3, running: 1, failed: 2 } })[1]).toBe(
    '2 of 3 imports failed',
  )
  expect(historyWords({ ...state, imports: { total: 1, running: 0, failed: 0 } })[1]).toBe('1 import')
  expect(historyWords(null)).toEqual(['None of their own'])
})

test('a person may have more than one role, or none', () => {
  expect(roleWords(['customer', 'cpa'])).toBe('Customer, Tax professional')
  expect(roleWords([])).toBe('No role yet')
  expect(accountWords({ is_verified: false, has_second_factor: true })).toEqual([
    'Email not confirmed',
    'Two-factor on',
  ])
})
