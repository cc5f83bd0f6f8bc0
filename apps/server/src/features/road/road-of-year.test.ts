import type { Amendment, Road } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { roadOfYear } from './road-of-year.ts'

type Facts = Parameters<typeof roadOfYear>[0]

const amendment: Amendment = {
  year: 2025,
  filed_on: '2026-04-10',
  state: 'current',
  is_due: false,
  form_lines: 0,
  gain: '0',
  short: '0',
  income: '0',
  deduction: '0',
}
const ready: Facts = {
  tax_year: 2025,
  currency: 'USD',
  import: { transactions: 20, running: 0, asks: null },
  review: { of_year: 0, waiting: 0, in_all: 5, effect: '0', unknown: 0, largest: null },
  calculation: { state: 'current', percent: null, trace_id: null, changes: 0, can_start: true },
  filed_on: null,
  amendment: null,
}
const some = { ...ready.review, of_year: 3, waiting: 2 }
const stale: Facts['calculation'] = { ...ready.calculation, state: 'out_of_date', changes: 3 }
const filed: Facts = { ...ready, filed_on: '2026-04-10', amendment }

const looks = ({ steps, next }: Road) =>
  `${steps
    .filter(({ is_done }) => is_done)
    .map(({ step }) => step)
    .join(' ')} > ${next ?? ''}`.trim()

test.each<[string, Facts, string]>([
  [
    'nothing was imported',
    { ...ready, import: { ...ready.import, transactions: 0 }, calculation: { ...stale, state: 'none' } },
    '> import',
  ],
  ['an import runs', { ...ready, import: { ...ready.import, running: 1 } }, 'review calculate > import'],
  [
    'an import asks',
    { ...ready, import: { ...ready.import, asks: { account_name: 'Kraken', question: 'Which zone?' } } },
    'review calculate > import',
  ],
  ['items of the year are open', { ...ready, review: some }, 'import calculate > review'],
  [
    'items that change nothing are open',
    { ...ready, review: { ...some, waiting: 0 } },
    'import review calculate > file',
  ],
  ['items of other years alone are open', ready, 'import review calculate > file'],
  ['the figures are out of date', { ...ready, calculation: stale }, 'import review > calculate'],
  ['the year is filed, with open items', { ...filed, review: some }, 'import review calculate file >'],
  [
    'changes since do not concern the filed year',
    { ...filed, calculation: stale },
    'import review calculate file >',
  ],
  [
    'changes since are not worked out',
    { ...filed, calculation: stale, amendment: { ...amendment, state: 'working' } },
    'import review file > calculate',
  ],
  [
    'an amendment is due',
    { ...filed, amendment: { ...amendment, is_due: true, gain: '614.09' } },
    'import review calculate > file',
  ],
])('when %s: the steps that are done, and the next', (_, facts, expected) => {
  expect(looks(roadOfYear(facts))).toBe(expected)
})
