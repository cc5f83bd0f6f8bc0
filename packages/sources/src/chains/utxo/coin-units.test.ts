import { expect, test } from 'vitest'
import { exactUnits, unitsOfCoins } from './coin-units.ts'

test.each([
  ['0', '0'],
  ['1', '100000000'],
  ['0.00000001', '1'],
  // As Python and C++ print a number.
  ['1e-08', '1'],
  ['2.1E+7', '2100000000000000'],
  ['0.1', '10000000'],
  ['0.30000000000000004', '30000000'],
  ['0.10000000000000001', '10000000'],
  ['20999999.97690000', '2099999997690000'],
  ['20999999.976900000125', '2099999997690000'],
  ['21000000', '2100000000000000'],
  ['90071992.54740992', '9007199254740992'],
])('%s coins are %s units', (coins, units) => {
  expect(unitsOfCoins(coins)).toBe(units)
})

test.each(['', '-1', 'NaN', '1,5', '0.000000015', '0.123456789', '90071992.54740993', '123456789012.12346'])(
  '%j is no amount to the last unit, and stays the text that it is',
  (coins) => {
    expect(unitsOfCoins(coins)).not.toMatch(/^\d+$/)
  },
)

test('an amount that comes as text is exact however large it is', () => {
  expect(exactUnits('123456789012.12345678')).toBe('12345678901212345678')
  expect(exactUnits('0.00000001')).toBe('1')
  expect(exactUnits('0.000000001')).toBe('0.000000001')
  expect(exactUnits('none')).toBe('none')
})
