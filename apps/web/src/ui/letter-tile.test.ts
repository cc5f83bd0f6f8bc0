import { expect, test } from 'vitest'
import { logoWidth, tileGround, tileLetter } from './letter-tile.ts'

test('R2.118 a logo of aspect ratio under 2 is 40 wide', () => {
  expect(logoWidth(40, 40)).toBe(40)
  expect(logoWidth(199, 100)).toBe(40)
})

test('R2.119 any other logo is 100 wide, one of exactly 2 too', () => {
  expect(logoWidth(200, 100)).toBe(100)
  expect(logoWidth(900, 100)).toBe(100)
})

test('a tile keeps its ground and its letter', () => {
  expect(tileGround('kucoin')).toBe(tileGround('kucoin'))
  const grounds = new Set(
    ['coinbase', 'kraken', 'kucoin', 'binance', 'gemini', 'okx', 'bybit', 'nexo'].map(tileGround),
  )
  expect(grounds.size).toBeGreaterThan(3)
  expect([tileLetter('kucoin'), tileLetter('1inch'), tileLetter('(beta) Öko'), tileLetter('…')]).toEqual([
    'K',
    '1',
    'B',
    '?',
  ])
})
