import type { Amendment } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { amendmentWords } from './amendment-words.ts'

const amendment: Amendment = {
  year: 2025,
  filed_on: '2026-04-10',
  state: 'current',
  is_due: true,
  form_lines: 0,
  gain: '0',
  short: '0',
  income: '0',
  deduction: '0',
}

test.each<[Partial<Amendment>, string]>([
  [{ gain: '614.09', short: '614.09' }, '2025 is filed: this changes it by +$614.09.'],
  [{ gain: '-5' }, '2025 is filed: this changes it by −$5.00.'],
  [{ income: '12.5' }, '2025 is filed: this changes its income by +$12.50.'],
  [
    { gain: '1', income: '2', deduction: '-3' },
    '2025 is filed: this changes its gain by +$1.00, its income by +$2.00, and its donation deduction by −$3.00.',
  ],
  [
    { short: '-1500' },
    '2025 is filed: this changes its short-term gain by −$1,500.00, and its long-term gain the other way.',
  ],
  [{ form_lines: 2 }, '2025 is filed: this changes its Form 8949, but not its gain.'],
  [{}, '2025 is filed: this changes its proceeds and cost basis, but not its gain.'],
])('a filed year that changed by %j', (change, words) => {
  expect(amendmentWords({ ...amendment, ...change }, 'USD')).toBe(words)
})
