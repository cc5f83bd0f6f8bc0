import { expect, test } from 'vitest'
import { togetherWords } from './together-words.ts'

const DOT = {
  symbol: 'DOT',
  count: 37,
  effect_low: null,
  effect_high: null,
  unknown: 37,
  years: [2024],
  from: '2024-01-02T10:00:00.000Z',
  to: '2024-03-04T10:00:00.000Z',
}

test('many missing prices are told by number, asset, years and days', () => {
  expect(togetherWords(DOT)).toEqual({
    title: '37 transactions of DOT have no price',
    days: '37 in 2024: Jan 02, 2024 to Mar 04, 2024',
  })
  expect(togetherWords({ ...DOT, years: [2023, 2024] }).days).toContain('37 in all years')
})
