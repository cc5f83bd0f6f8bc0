import type { Road } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { nextWords } from './next-words.ts'

const road: Road = {
  tax_year: 2025,
  currency: 'USD',
  steps: [],
  next: 'import',
  import: { transactions: 0, running: 0, asks: null },
  review: { of_year: 1, waiting: 1, in_all: 3, effect: '0', unknown: 1, largest: null },
  calculation: { state: 'none', percent: null, trace_id: null, changes: 0, can_start: true },
  filed_on: null,
  amendment: null,
}
const calculation = road.calculation
const amendment = {
  year: 2025,
  filed_on: '2026-04-10',
  state: 'current',
  is_due: true,
  form_lines: 0,
  gain: '614.09',
  short: '0',
  income: '0',
  deduction: '0',
} as const

test.each<[string, Partial<Road>, string, string]>([
  ['nothing is imported', {}, 'Add an account', 'Add every account'],
  ['an import runs', { import: { ...road.import, running: 1 } }, 'Imports are running', 'You can leave'],
  [
    'an import asks',
    { import: { ...road.import, asks: { account_name: 'kraken.csv', question: 'Which time zone?' } } },
    'kraken.csv needs an answer',
    'Which time zone?',
  ],
  ['an item is open', { next: 'review' }, 'Review 1 item', '1 for 2025, 3 in all.'],
  ['nothing was calculated', { next: 'calculate' }, 'Calculate your taxes', 'lot by lot'],
  [
    'nothing is taxable',
    { next: 'calculate', calculation: { ...calculation, can_start: false } },
    'Nothing taxable yet',
    'no sale',
  ],
  [
    'the figures are old',
    { next: 'calculate', calculation: { ...calculation, state: 'out_of_date' } },
    'Calculate again',
    'out of date',
  ],
  [
    'the figures are old and the year is filed',
    { next: 'calculate', calculation: { ...calculation, state: 'out_of_date' }, amendment },
    'Calculate again',
    '2025 is filed: this changes it by +$614.09. Calculate to see it row by row.',
  ],
  ['all is ready', { next: 'file' }, 'File 2025', 'ready'],
  ['an amendment is due', { next: 'file', amendment }, 'Amend 2025', 'by +$614.09.'],
  ['the year is filed', { next: null, filed_on: '2026-04-10' }, '2025 is filed', 'Filed Apr 10, 2026.'],
])('when %s: the words of the next step', (_, facts, title, text) => {
  const words = nextWords({ ...road, ...facts })
  expect(words.title).toBe(title)
  expect(words.text).toContain(text)
})
