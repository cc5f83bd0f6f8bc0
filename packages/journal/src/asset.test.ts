import { expect, test } from 'vitest'
import { assetNamed, coinOf, isFiat, namesakeOf, tickerOf } from './asset.ts'

test('a coin that goes by the code of a currency is an asset of its own', () => {
  expect(coinOf('RON')).toBe('coin:ron')
  expect(isFiat('RON')).toBe(true)
  expect(isFiat('coin:ron')).toBe(false)
  expect(tickerOf('coin:ron')).toBe('RON')
  expect([coinOf('BTC'), tickerOf('BTC')]).toEqual(['BTC', 'BTC'])
  expect(tickerOf('ethereum:0xabc')).toBe('ethereum:0xabc')
})

test('every coin that is known by the code of a currency has such a code', () => {
  for (const code of ['BOB', 'ERN', 'GEL', 'RON', 'SBD', 'SCR', 'SOS', 'TOP']) {
    expect(namesakeOf(code), code).toBeDefined()
    expect(isFiat(code), code).toBe(true)
  }
  expect(namesakeOf('EUR')).toBeUndefined()
  expect([isFiat('MNT'), namesakeOf('MNT')]).toEqual([false, undefined])
})

test('what a person writes is a ticker in any case; what no currency shares is the coin anyway', () => {
  expect(['ron', 'Coin:RON', 'coin:btc', 'ethereum:0xAb'].map(assetNamed)).toEqual([
    'RON',
    'coin:ron',
    'BTC',
    'ethereum:0xAb',
  ])
})
