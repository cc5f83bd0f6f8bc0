import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compare,
  decimal,
  divide,
  formatDecimal,
  formatFixed,
  minus,
  parseDecimal,
  plus,
  times,
  toUnits,
  type Decimal,
} from './decimal.ts'

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => decimal(units, scale))

const read = (text: string): Decimal => {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(`not an amount: ${text}`)
  return value
}

describe('what is an amount', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['1.50', '1.5'],
    ['+.25', '0.25'],
    ['5.', '5'],
    ['0E-18', '0'],
    ['1.2e-7', '0.00000012'],
    ['3E2', '300'],
    ['-0.000000000000000001', '-0.000000000000000001'],
  ])('%s is %s', (text, canonical) => {
    expect(formatDecimal(read(text))).toBe(canonical)
  })

  // SP11: bounded, and refused at once rather than turned into something else.
  test.each([
    '',
    '.',
    '-',
    'abc',
    '1e999',
    '1e999999',
    'NaN',
    'Infinity',
    '0x10',
    '1,000',
    '1 000',
    '٣',
    '1.2.3',
    '9'.repeat(31),
    `0.${'0'.repeat(45)}1`,
    '9'.repeat(100_000),
  ])('%s is none', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  test('thirty digits before the point and forty-five after are kept exactly', () => {
    const text = `${'9'.repeat(30)}.${'1'.repeat(45)}`
    expect(formatDecimal(read(text))).toBe(text)
  })
})

test('what is written is read as the same number', () => {
  fc.assert(
    fc.property(anyDecimal, (a) => {
      const text = formatDecimal(a)
      fc.pre(text.replace('-', '').replace(/\..*/, '').length <= 30)
      expect(read(text)).toEqual(a)
    }),
    { examples: [[decimal(1n, 18)]] },
  )
})

test('a short amount is read as it is with more zeros around it', () => {
  const digits = (minLength: number) =>
    fc
      .array(fc.constantFrom('0', '0', '0', '1', '5', '9'), { minLength, maxLength: 12 })
      .map((all) => all.join(''))
  fc.assert(
    fc.property(fc.constantFrom('', '-'), digits(1), fc.option(digits(1)), (sign, whole, fraction) => {
      const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`
      expect(read(text)).toEqual(read(`${sign}${'0'.repeat(18)}${whole}.${fraction ?? ''}${'0'.repeat(18)}`))
    }),
    {
      numRuns: 500,
      examples: [
        ['-', '999999999999', '999'],
        ['', '1', '00000000000001'],
        ['-', '0', '00'],
      ],
    },
  )
})

test('sums and products are exact', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
      expect(minus(plus(a, b), b)).toEqual(a)
      expect(times(a, plus(b, c))).toEqual(plus(times(a, b), times(a, c)))
      expect(compare(a, b)).toBe(-compare(b, a) + 0)
    }),
  )
})

test('money is written with two decimals, ties away from zero', () => {
  expect(formatFixed(read('1.005'), 2, 'half-up')).toBe('1.01')
  expect(formatFixed(read('-1.005'), 2, 'half-up')).toBe('-1.01')
  expect(formatFixed(read('2.5'), 0, 'half-even')).toBe('2')
  expect(formatFixed(read('-0.004'), 2, 'half-up')).toBe('0.00')
})

test('a third is cut where one says', () => {
  expect(formatDecimal(divide(read('1'), read('3'), 12, 'half-even'))).toBe('0.333333333333')
})

test('a number with too many decimals is not forced into units', () => {
  expect(() => toUnits(read('0.001'), 2)).toThrow(RangeError)
})
