import { expect, test } from 'vitest'
import { asOfWords } from './as-of-words.ts'

const FILED = {
  year: 2025,
  calculation_id: 'c',
  filed_on: '2026-04-15',
  filed_at: '2026-04-15T00:00:00.000Z',
  confirmation: '',
  lots: 'today' as const,
  newest_calculation_id: 'c',
}

test.each([
  ['calculation', 'What was open in the calculation that 2025 was filed with:'],
  ['filing', 'What was open when 2025 was filed, after changes that its figures do not have:'],
  ['today', 'Open items today. What was open when 2025 was filed was not kept, and its figures stay:'],
] as const)('notes of a filed year say that they are of %s', (qualifiers_as_of, words) => {
  expect(asOfWords({ year: 2025, filed: FILED, qualifiers_as_of })).toBe(words)
})

test('those of a year that follows the newest calculation need not', () => {
  expect(asOfWords({ year: 2025, filed: null, qualifiers_as_of: 'calculation' })).toBeUndefined()
})
