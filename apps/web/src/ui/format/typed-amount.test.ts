import { expect, test } from 'vitest'
import { typedAmount } from './typed-amount.ts'

test('an amount is read as forms print it', () => {
  expect(['1,250.75', '300', '-300.5', '(3,000)', '$ 12', '\u22125', '', '  '].map(typedAmount)).toEqual([
    '1250.75',
    '300',
    '-300.5',
    '-3000',
    '12',
    '-5',
    null,
    null,
  ])
})

test('what may be a slip is no amount', () => {
  expect(['90,00', '1.234', 'abc', '1 000', '(-5)', '()', '1e5'].map(typedAmount)).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
})
