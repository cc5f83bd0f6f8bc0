import { expect, test } from 'vitest'
import { knownValue, leftOut, shortLabel, sumsOf, waysOf } from './wallet-sums.ts'

const account = { id: 'a', value: '0', assets: 1, unpriced: 0, below_zero: 0, difference: null }

test('the parts of a balance add up to it, to the last digit, and a part without accounts is left out', () => {
  const sums = sumsOf([
    { ...account, value: '0.1', proof: 'matches', difference: '0' },
    { ...account, value: '0.2', proof: 'differs', difference: '142.07', assets: 3, unpriced: 2 },
    { ...account, value: '10', proof: 'differs', difference: '0.93', below_zero: 1 },
  ])
  expect(sums).toEqual({
    value: '10.3',
    assets: 5,
    unpriced: 2,
    below_zero: 1,
    parts: [
      { proof: 'matches', value: '0.1', known: '0.1', accounts: 1, difference: null },
      { proof: 'differs', value: '10.2', known: '10.2', accounts: 2, difference: '143' },
    ],
  })
  // What differs and has no price is worth nobody knows what.
  expect(sumsOf([{ ...account, proof: 'differs', difference: '0', unpriced: 1 }]).parts).toEqual([
    { proof: 'differs', value: '0', known: null, accounts: 1, difference: null },
  ])
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

test('what is held without any price has no value, and an empty account has none of anything', () => {
  expect(knownValue({ value: '0', assets: 3, unpriced: 2, below_zero: 1 })).toBeNull()
  expect(knownValue({ value: '5', assets: 3, unpriced: 2, below_zero: 0 })).toBe('5')
  expect(knownValue({ value: '0', assets: 0, unpriced: 0, below_zero: 0 })).toBe('0')
})

test('the name of an account is whole, that of a file is cut, and an address is known by its ends', () => {
  expect(shortLabel('Kraken')).toBe('Kraken')
  expect(shortLabel('A name that goes on and on')).toBe('A name that goes on and on')
  expect(shortLabel('a-statement-of-2024.csv')).toBe('a-statement-of-2024.…')
  expect(shortLabel(`ethereum: 0x${'1'.repeat(40)}`)).toBe('Ethereum 0x1111…1111')
})
