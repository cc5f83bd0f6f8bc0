import type { BellItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { bellWords } from './bell-words.ts'

const news = { at: '2026-11-28T12:00:00.000Z', is_unread: true }
const imported = {
  ...news,
  kind: 'import',
  id: 'i',
  account_name: 'kraken.csv',
  rows: 1_204,
} as const
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

test.each<[BellItem, string, string]>([
  [{ ...imported, outcome: 'done' }, 'kraken.csv: 1,204 rows imported', '/imports'],
  [{ ...imported, outcome: 'asks' }, 'kraken.csv: needs an answer', '/imports'],
  [{ ...imported, outcome: 'failed' }, 'kraken.csv: import failed', '/imports'],
  [{ ...news, kind: 'review', items: 1 }, '1 new item to review', '/transactions?review=true'],
  [{ ...news, kind: 'prices', missing: 0 }, 'All missing prices were found', '/settings/prices'],
  [
    { ...news, kind: 'prices', missing: 2 },
    'Price search is done: 2 prices are still missing',
    '/transactions?review=true&kind=missing_price',
  ],
  [
    { ...news, kind: 'amendment', amendment, currency: 'USD' },
    '2025 is filed: this changes it by +$614.09.',
    '/one_year?year=2025#amendment',
  ],
])('%j in the bell', (item, text, to) => {
  expect(bellWords(item)).toEqual({ text, to })
})
