import { expect, test } from 'vitest'
import { COINS } from './coins.ts'
import { currencies, searchCurrencies } from './currencies.ts'

const found = (q: string, ...own: Parameters<typeof searchCurrencies>[1] & object) =>
  searchCurrencies(q, own).map(({ asset }) => asset)

test('a ticker comes first, then what begins with it, then names', () => {
  expect(found('btc')[0]).toBe('BTC')
  expect(found('ETH').slice(0, 1)).toEqual(['ETH'])
  expect(found('usd')[0]).toBe('USD')
  expect(found('bitcoin')[0]).toBe('BTC')
  expect(found('link')[0]).toBe('LINK')
  expect(found('zzqq')).toEqual([])
})

test('without a term the first coins are offered; a page is twenty', () => {
  expect(found('').slice(0, 3)).toEqual(['BTC', 'ETH', 'USDT'])
  expect(found('')).toHaveLength(20)
  expect(found('a').length).toBeLessThanOrEqual(20)
})

test('coins of inactive chains are offered to nobody', () => {
  const offered = new Set(currencies().map(({ ticker }) => ticker))
  for (const ticker of ['BTG', 'ATOM', 'OSMO', 'IRIS', 'KAVA']) {
    expect(offered).not.toContain(ticker)
    expect(found(ticker, { asset: ticker, ticker, name: ticker, rank: null })).not.toContain(ticker)
  }
})

test('assets of the own history are found beside the known ones, before equals', () => {
  const own = { asset: 'polygon:0xabc', ticker: 'BTCB', name: 'Bitcoin BEP2', rank: null }
  expect(found('btcb')).not.toContain('polygon:0xabc')
  expect(found('btcb', own)[0]).toBe('polygon:0xabc')
  expect(found('', { asset: 'LTC', ticker: 'LTC', name: 'LTC', rank: null })[0]).toBe('LTC')
})

test('a ticker that is a currency and a coin is two results', () => {
  expect(found('ron').slice(0, 2).toSorted()).toEqual(['RON', 'coin:ron'])
})

test('every currency is there once, and has a name', () => {
  const assets = currencies().map(({ asset }) => asset)
  expect(new Set(assets).size).toBe(assets.length)
  expect(new Set(COINS.map(([ticker]) => ticker)).size).toBe(COINS.length)
  expect(currencies().filter(({ name }) => name.trim() === '')).toEqual([])
})
