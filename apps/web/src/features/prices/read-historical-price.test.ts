import { expect, test } from 'vitest'
import { readHistoricalPrice, unixTimeOf } from './read-historical-price.ts'

const attribution = { words: 'Source: a bank', url: 'https://bank.example' }
const said = { source: 'From a bank.', attribution }
const body = { price_usd: '7.5', currency_id: 'DOT', at: '2024-01-01T00:00:00.000Z', ...said }

test('R7.63 the price is read from price_usd', () => {
  expect(readHistoricalPrice({ status: 200, body })).toEqual({
    kind: 'price',
    price: '7.5',
    ...said,
  })
})

test('R8.38 what is no number is no price', () => {
  expect(readHistoricalPrice({ status: 200, body: { ...body, price_usd: 'n/a' } })).toEqual({
    kind: 'unreadable',
    message: 'The price returned is not a number.',
  })
})

test('R7.64 R8.37 status 300 asks which asset is meant', () => {
  const message = 'Several assets match this symbol. Pick one.'
  const matches = [{ currency_id: 'A', code: 'A', name: 'A', rank: null, price: null, icon_url: null }]
  expect(
    readHistoricalPrice({
      status: 300,
      body: { status: 'error', code: 'multiple_matches', message, matches },
    }),
  ).toEqual({ kind: 'choice', message, matches })
})

test('a date of the form is Unix time in UTC; what is none stays what it is', () => {
  expect(unixTimeOf('2024-01-01T10:00')).toBe('1704103200')
  expect(unixTimeOf('2024-01-01T10:00:05.123')).toBe('1704103205')
  expect(unixTimeOf('')).toBe('')
})
