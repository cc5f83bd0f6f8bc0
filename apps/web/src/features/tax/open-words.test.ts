import { expect, test } from 'vitest'
import { leadsToReview, openHead, openWords } from './open-words.ts'

const FILED = {
  year: 2025,
  calculation_id: '01890000-0000-7000-8000-000000000000',
  filed_on: '2026-04-15',
  filed_at: '2026-04-15T12:00:00.000Z',
  confirmation: '',
  lots: 'today' as const,
  newest_calculation_id: '01890000-0000-7000-8000-000000000001',
}

test.each([
  [null, 'calculation', 'Open items', 'missing cost basis +1', true],
  [FILED, 'calculation', 'Open items when filed', 'when filed: missing cost basis +1', false],
  [FILED, 'filing', 'Open items when filed', 'when filed: missing cost basis +1', false],
  [FILED, 'today', 'Open items today', 'today: missing cost basis +1', true],
] as const)('what rows rest on says of when it is: %o, %s', (filed, open_as_of, head, words, leads) => {
  const of = { filed, open_as_of }
  expect(openHead(of)).toBe(head)
  expect(openWords(['missing_basis', 'unmatched_send'], of)).toBe(words)
  expect(leadsToReview(of)).toBe(leads)
})
