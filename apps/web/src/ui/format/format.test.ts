import { describe, expect, test } from 'vitest'
import { formatAgo, formatDateTime, formatDay } from './format-date-time.ts'
import { formatMoney, formatMoneyCompact, formatMoneyTick } from './format-money.ts'
import { formatPercentOf } from './format-percent.ts'
import { formatQuantity } from './format-quantity.ts'
import { shortAddress, shortFileName, shortLocalPart, shortNames } from './shorten.ts'

const usd = { currency: 'USD', locale: 'en-US' }

describe('money', () => {
  test.each([
    ['1234.56', '$1,234.56'],
    ['-1234.56', '−$1,234.56'],
    ['-0.004', '$0.00'],
    ['0.005', '$0.01'],
    ['123456789012345678901234567890.12', '$123,456,789,012,345,678,901,234,567,890.12'],
  ])('%s is %s', (amount, shown) => {
    expect(formatMoney(amount, usd)).toBe(shown)
  })

  test('a gain is signed on request, and zero never is', () => {
    expect(formatMoney('12', { ...usd, signed: true })).toBe('+$12.00')
    expect(formatMoney('0', { ...usd, signed: true })).toBe('$0.00')
  })

  test('yen has no decimals, a lettered currency a space, a locale its separators', () => {
    expect(formatMoney('1234.5', { currency: 'JPY', locale: 'en-US' })).toBe('¥1,235')
    expect(formatMoney('1234.5', { currency: 'CHF', locale: 'en-US' })).toBe('CHF\u00a01,234.50')
    expect(formatMoney('1234.5', { currency: 'EUR', locale: 'de-DE' })).toBe('€1.234,50')
  })

  test('a hero figure is cut from ten thousand on', () => {
    expect(formatMoneyCompact('9999.99', usd)).toBe('$9,999.99')
    expect(formatMoneyCompact('-12480.10', usd)).toBe('−$12.5k')
    expect(formatMoneyCompact('2345678', { ...usd, signed: true })).toBe('+$2.3M')
  })

  test('beside an axis nothing is said twice', () => {
    const ticks = ['0', '6000', '-2500000', '800', '0.04', '3000000000', '-500000000000000']
    expect(ticks.map((tick) => formatMoneyTick(tick, usd))).toEqual([
      '$0',
      '$6k',
      '−$2.5M',
      '$800',
      '$0.04',
      '$3B',
      '−$500T',
    ])
  })

  test('exact money keeps every digit, and the decimals of its currency', () => {
    expect(formatMoney('-33850.00512', { ...usd, exact: true })).toBe('−$33,850.00512')
    expect(formatMoney('8550', { ...usd, exact: true })).toBe('$8,550.00')
  })

  test('text that is not an amount is refused', () => {
    expect(() => formatMoney('', usd)).toThrow(RangeError)
  })
})

describe('quantities', () => {
  test.each([
    ['0.04975423', '0.04975423\u00a0ETH'],
    ['1.50000000', '1.5\u00a0ETH'],
    ['12000', '12,000\u00a0ETH'],
    ['0.000000001', '<0.00000001\u00a0ETH'],
    ['-0.000000001', '>−0.00000001\u00a0ETH'],
    ['-2', '−2\u00a0ETH'],
    ['0', '0\u00a0ETH'],
  ])('%s is %s', (amount, shown) => {
    expect(formatQuantity(amount, { ticker: 'ETH', locale: 'en-US' })).toBe(shown)
  })
})

test('a percentage has one decimal, and none of nothing is no percentage', () => {
  expect(formatPercentOf('1', '3', 'en-US')).toBe('33.3%')
  expect(formatPercentOf('-0.0004', '1', 'en-US')).toBe('0.0%')
  expect(formatPercentOf('-1', '8', 'en-US')).toBe('−12.5%')
  expect(formatPercentOf('1', '0.00')).toBeUndefined()
})

describe('dates', () => {
  test("R5.96 R9.16 an instant shows as 'MMM DD, YYYY HH:mm:ss' UTC", () => {
    expect(formatDateTime('2025-03-06T10:11:02.345Z')).toBe('Mar 06, 2025 10:11:02')
    expect(formatDateTime('2025-01-01T00:30:00+02:00')).toBe('Dec 31, 2024 22:30:00')
  })

  test('a calendar day stays that day', () => {
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024')
    expect(() => formatDay('soon')).toThrow(RangeError)
  })

  test('how long ago is told in the largest whole unit', () => {
    const now = new Date('2025-03-06T12:00:00Z')
    expect(formatAgo('2025-03-06T11:59:30Z', now)).toBe('just now')
    expect(formatAgo('2025-03-06T11:58:00Z', now)).toBe('2 min ago')
    expect(formatAgo('2025-03-06T10:00:00Z', now)).toBe('2 h ago')
    expect(formatAgo('2025-03-03T10:00:00Z', now)).toBe('3 d ago')
  })
})

describe('shortened names', () => {
  test("R5.94 R9.18 an email's local part over 17 characters is cut to 7 plus '...'", () => {
    expect(shortLocalPart('abcdefghijklmnopqr')).toBe('abcdefg...')
    expect(shortLocalPart('abcdefghijklmnopq')).toBe('abcdefghijklmnopq')
  })

  test('R5.95 a CSV name over 20 characters is truncated, one of exactly 20 is not', () => {
    expect(shortFileName('12345678901234567890')).toBe('12345678901234567890')
    expect(shortFileName('123456789012345678901')).toBe('12345678901234567890…')
  })

  test('an address keeps both ends', () => {
    expect(shortAddress('0x4bBa290826C253BD854121346c370a9886d1bC26')).toBe('0x4bBa…d1bC26')
  })

  test('names for a title: addresses and long names cut, unless they would be the same then', () => {
    const long = 'The cold wallet in the safe of the house by the lake'
    expect(shortNames(['Kraken', 'base: 0x4bBa290826C253BD854121346c370a9886d1bC26', long])).toEqual([
      'Kraken',
      'Base 0x4bBa…bC26',
      'The cold wallet in the safe of…',
    ])
    expect(shortNames([`${long} 1`, `${long} 2`])).toEqual([`${long} 1`, `${long} 2`])
  })
})
