import { expect, test } from 'vitest'
import { leftOut, sumsOf, waysOf } from './wallet-sums.ts'

const account = { id: 'a', value: '0', assets: 1, unpriced: 0, below_zero: 0, difference: null }

test('the parts of a balance add up to it, to the last digit, and a part without accounts is left out', () => {
  const sums = sumsOf([
    { ...account, value: '0.1', proof: 'matches', difference: '0' },
    { ...account, value: '0.2', proof: 'differs', difference: '142.07', unpriced: 2 },
    { ...account, value: '10', proof: 'differs', difference: '0.93', below_zero: 1 },
  ])
  expect(sums).toEqual({
    value: '10.3',
    unpriced: 2,
    below_zero: 1,
    parts: [
      { proof: 'matches', value: '0.1', accounts: 1, difference: '0' },
      { proof: 'differs', value: '10.2', accounts: 2, difference: '143' },
    ],
  })
})

test('what is not in a balance is said, and how an account gets its history', () => {
  expect(leftOut({ unpriced: 0, below_zero: 0 })).toEqual([])
  expect(leftOut({ unpriced: 1, below_zero: 2 })).toEqual([
    '1 asset without a price is not in it.',
    '2 balances below zero are not in it: more left than came in, so history is missing.',
  ])
  expect(waysOf({ type: 'CSV', source_count: 2 }, '2 h ago')).toBe('2 files · 2 h ago')
  expect(waysOf({ type: 'manual', source_count: 1 }, undefined)).toBe('Entered by hand')
})
