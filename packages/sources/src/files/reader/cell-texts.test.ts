import { describe, expect, test } from 'vitest'
import { splitUnit } from './glued.ts'
import { COMMON_QUOTES, gluedPair, gluedQuoteFirst, quoteFirst, separatedPair } from './pairs.ts'
import { zoneInHeader, zoneInPreamble, zoneOfOffset } from './zone-text.ts'

describe('an amount and its unit', () => {
  test.each([
    ['0.0018BTC', [], '0.0018', 'BTC'],
    ['-104.97 USDT', [], '-104.97', 'USDT'],
    ['1,234.5USDT', [], '1,234.5', 'USDT'],
    ['101INCH', ['1INCH', 'USDT'], '10', '1INCH'],
    ['101INCH', [], '10', '1INCH'],
    ['5.51000SATS', [], '5.5', '1000SATS'],
    ['280USDT', ['T', 'USDT'], '280', 'USDT'],
    ['2E-7', [], '2E-7', ''],
    ['1.5e-7BTC', [], '1.5e-7', 'BTC'],
    ['$5.00', [], '$5.00', ''],
    ['', [], '', ''],
    ['BTC', [], 'BTC', ''],
  ])('%s', (text, known, amount, unit) => {
    expect(splitUnit(text, known)).toEqual({ amount, unit })
  })
})

describe('a pair', () => {
  test.each([
    [separatedPair, 'BTC/USD', 'BTC USD'],
    [separatedPair, 'btc_usdt', 'btc usdt'],
    [separatedPair, 'DUSK:USD', 'DUSK USD'],
    [separatedPair, 'BTCUSD', undefined],
    [separatedPair, 'BTC-USD-SWAP', undefined],
    [quoteFirst(separatedPair), 'BTC-ETH', 'ETH BTC'],
    [gluedPair(COMMON_QUOTES), 'LTCBTC', 'LTC BTC'],
    [gluedPair(COMMON_QUOTES), 'BTCTUSD', 'BTC TUSD'],
    [gluedPair(COMMON_QUOTES), 'TUSDBUSD', 'TUSD BUSD'],
    [gluedPair(COMMON_QUOTES), 'USDCUSDT', 'USDC USDT'],
    [gluedPair(COMMON_QUOTES), 'MX_USDT', 'MX USDT'],
    [gluedPair(COMMON_QUOTES), 'USDT', undefined],
    [gluedPair(['EUR', 'ZEUR'], { XTZEUR: { base: 'XTZ', quote: 'EUR' } }), 'XTZEUR', 'XTZ EUR'],
    [gluedQuoteFirst(['BTC', 'USDT']), 'BTCETH', 'ETH BTC'],
    [gluedQuoteFirst(['BTC', 'USDT']), 'ETHBTC', undefined],
  ] as const)('%o of %s', (split, text, expected) => {
    const pair = split(text)
    expect(pair && `${pair.base} ${pair.quote}`).toBe(expected)
  })
})

describe('a zone', () => {
  test.each([
    ['UTC+08:00', '+08:00'],
    ['UTC+8', '+08:00'],
    ['UTC-3', '-03:00'],
    ['+05:30', '+05:30'],
    ['UTC+0', 'UTC'],
    ['UTC', 'UTC'],
    ['UTCnull', undefined],
    ['UTC+99', undefined],
    ['local', undefined],
  ])('%s', (text, zone) => {
    expect(zoneOfOffset(text)).toBe(zone)
  })

  test('in a header and above it', () => {
    expect(zoneInHeader(/^time/i)(['Coin', 'Time(UTC+08:00)'])).toBe('+08:00')
    expect(zoneInHeader(/^time/i)(['Coin', 'Time'])).toBeUndefined()
    const line = { line: 1, cells: ['UID:0', 'Account Type:Main', 'Time Zone:UTC+8'] }
    expect(zoneInPreamble([], [line])).toBe('+08:00')
    expect(zoneInPreamble([], [])).toBeUndefined()
  })
})
