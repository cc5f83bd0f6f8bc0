import { expect, test } from 'vitest'
import { effectWords } from './effect-words.ts'

test('N11 what an answer would change is said year by year, and nothing is said before it is known', () => {
  const effect = {
    refused: null,
    mends: false,
    unpriced: 0,
    years: [
      { year: 2023, gain: '-100', short: null, income: '0', deduction: '0' },
      { year: 2024, gain: '12.5', short: '12.5', income: '650', deduction: '0' },
      { year: 2025, gain: '-7', short: '0', income: '0', deduction: '3' },
    ],
  }
  expect(effectWords(effect, 'USD')).toBe(
    '2023: gain \u2212$100.00 · 2024: short-term gain +$12.50, income +$650.00 · 2025: long-term gain \u2212$7.00, deduction +$3.00',
  )
  expect(effectWords({ refused: null, mends: false, years: [], unpriced: 0 }, 'USD')).toBe(
    'No change to the figures of any year.',
  )
  expect(
    effectWords({ refused: 'There is no such date.', mends: false, years: [], unpriced: 0 }, 'USD'),
  ).toBe('There is no such date.')
  expect(effectWords(undefined, 'USD')).toBe('Working out what it would change …')
  expect(effectWords(null, 'USD')).toBe('What it would change could not be worked out.')
})

test('N11 a gain that only becomes long-term is no small thing: both terms are said', () => {
  const shift = (gain: string, short: string) => ({
    refused: null,
    mends: false,
    unpriced: 0,
    years: [{ year: 2025, gain, short, income: '0', deduction: '0' }],
  })
  expect(effectWords(shift('0', '-669.03'), 'USD')).toBe(
    '2025: gain $0.00 (short-term \u2212$669.03, long-term +$669.03)',
  )
  expect(effectWords(shift('-80', '-669.03'), 'USD')).toBe(
    '2025: gain \u2212$80.00 (short-term \u2212$669.03, long-term +$589.03)',
  )
})

test('N11 without a price the effect is not known, and what is known says what it counts at nothing', () => {
  const years = [{ year: 2024, gain: '-2003', short: '-2003', income: '0', deduction: '0' }]
  const words = (unpriced: number, of: typeof years = []) =>
    effectWords({ refused: null, mends: false, years: of, unpriced }, 'USD')
  expect(words(1)).toBe('Not known until it has a price.')
  expect(words(1_200)).toBe('Not known until 1,200 transactions have a price.')
  expect(words(1, years)).toBe(
    '2024: short-term gain \u2212$2,003.00. This counts a transaction without a price at $0.00.',
  )
  expect(words(3, years)).toContain('This counts 3 transactions without a price at $0.00.')
})

test('N11 where nothing could be calculated before, it is said that it can be, with the figures of after', () => {
  const words = (unpriced: number, gain?: string) =>
    effectWords(
      {
        refused: null,
        mends: true,
        unpriced,
        years: gain === undefined ? [] : [{ year: 2024, gain, short: '12.5', income: '650', deduction: '0' }],
      },
      'USD',
    )
  expect(words(0, '12.5')).toBe(
    'With this your taxes can be calculated. 2024: short-term gain $12.50, income $650.00',
  )
  expect(words(0)).toBe('With this your taxes can be calculated.')
  expect(words(2)).toBe(
    'With this your taxes can be calculated. This counts 2 transactions without a price at $0.00.',
  )
  expect(words(1, '2.5')).toBe(
    'With this your taxes can be calculated. 2024: gain $2.50 (short-term $12.50, long-term −$10.00), income $650.00. This counts a transaction without a price at $0.00.',
  )
})
