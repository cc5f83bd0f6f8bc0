import { formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import { expect, test } from 'vitest'
import { armsOf } from './GainBars.tsx'
import { topFive, totalOf } from './parts.ts'

const parts = ['1.10', '30', '4', '25.5', '0.9', '12', '7'].map((value, n) => ({
  id: `p${n}`,
  label: `P${n}`,
  value,
}))

test('five are named, the rest is Other, and together they are the whole', () => {
  const { top, other } = topFive(parts)
  expect(top.map(({ value }) => value)).toEqual(['30', '25.5', '12', '7', '4'])
  expect(other?.value).toBe('2')
  expect(totalOf([...top, ...(other === undefined ? [] : [other])])).toBe(totalOf(parts))
})

test('five or fewer need no Other', () => {
  expect(topFive(parts.slice(0, 5)).other).toBeUndefined()
})

test.each([
  ['100', '-40', ['100', '-40']],
  ['100', '50', ['100', '150']],
  ['-3', '-4', ['-3', '-7']],
  ['0', '5', ['5']],
])('a month of %s long and %s short reaches %j', (long, short, ends) => {
  const arms = armsOf({ long, short })
  expect(arms.map(({ to }) => to)).toEqual(ends)
  const net = arms.reduce((total, { from, to }) => {
    return plus(total, minus(parseDecimal(to) ?? zero, parseDecimal(from) ?? zero))
  }, zero)
  expect(formatDecimal(net)).toBe(
    formatDecimal(plus(parseDecimal(long) ?? zero, parseDecimal(short) ?? zero)),
  )
})
