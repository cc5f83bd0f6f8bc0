import { expect, test } from 'vitest'
import { effectWords } from './effect-words.ts'

test('N11 what an answer would change is said year by year, and nothing is said before it is known', () => {
  const effect = {
    refused: null,
    years: [
      { year: 2023, gain: '-100', income: '0', deduction: '0' },
      { year: 2024, gain: '12.5', income: '650', deduction: '0' },
    ],
  }
  expect(effectWords(effect, 'USD')).toBe('2023: gain \u2212$100.00 · 2024: gain +$12.50, income +$650.00')
  expect(effectWords({ refused: null, years: [] }, 'USD')).toBe('Changes no figure of any year.')
  expect(effectWords({ refused: 'There is no such date.', years: [] }, 'USD')).toBe('There is no such date.')
  expect(effectWords(undefined, 'USD')).toBe('Working out what it would change …')
  expect(effectWords(null, 'USD')).toBe('What it would change could not be worked out.')
})
