import { formatDecimal, parseDecimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import { axisOf, fromTop, largest, niceReach, position } from './chart-scale.ts'

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

test('an axis fits its values, keeps zero on it, and has three to six round marks', () => {
  const marks = (values: string[]) => axisOf(values).ticks.map(formatDecimal)
  expect(marks(['4777.03', '-1866.16', '294'])).toEqual(['-2000', '0', '2000', '4000'])
  expect(marks(['100', '250'])).toEqual(['0', '80', '160', '240'])
  expect(marks(['-3'])).toEqual(['-3', '-2', '-1', '0'])
  expect(marks([])).toEqual(['0'])
  const axis = axisOf(['100', '-100'])
  expect(fromTop(read('0'), axis)).toBe(0.5)
  expect(fromTop(read('100'), axis)).toBeGreaterThan(0)
})
