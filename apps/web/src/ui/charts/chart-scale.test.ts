import { formatDecimal, parseDecimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import { largest, niceReach, position } from './chart-scale.ts'

const read = (text: string) => parseDecimal(text) ?? expect.fail(`not an amount: ${text}`)

test.each([
  ['0', '1'],
  ['1', '1'],
  ['12480.10', '15000'],
  ['2001', '2500'],
  ['99999.99', '100000'],
  ['0.034', '0.04'],
  ['123456789012345678901', '150000000000000000000'],
])('an axis up to %s ends at %s', (most, end) => {
  expect(formatDecimal(niceReach(read(most)))).toBe(end)
})

test('a value stands at its share of the axis, below zero when it is', () => {
  expect(position(read('-5000'), read('20000'))).toBe(-0.25)
  expect(position(read('1'), read('0'))).toBe(0)
})

test('the largest is told by size', () => {
  expect(formatDecimal(largest(['3', '-12.5', '7']))).toBe('12.5')
  expect(formatDecimal(largest([]))).toBe('0')
})
