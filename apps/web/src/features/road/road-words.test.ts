import type { Road } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { actionOf, factsOfStep, pathOfStep, scopeOf } from './road-words.ts'

const done = (...names: string[]) =>
  (['import', 'review', 'calculate', 'file'] as const).map((step) => ({
    step,
    is_done: names.includes(step),
  }))

const road: Road = {
  tax_year: 2025,
  currency: 'USD',
  steps: done('import'),
  next: 'review',
  import: { transactions: 20, running: 0, asks: null },
  review: { of_year: 14, waiting: 14, in_all: 19, effect: '900', unknown: 2, largest: null },
  calculation: { state: 'out_of_date', percent: null, trace_id: null, changes: 3, can_start: true },
  filed_on: null,
  amendment: null,
}
const filed: Road = {
  ...road,
  steps: done('import', 'review', 'calculate'),
  next: 'file',
  filed_on: '2026-04-10',
  amendment: {
    year: 2025,
    filed_on: '2026-04-10',
    state: 'current',
    is_due: true,
    form_lines: 0,
    gain: '614.09',
    short: '614.09',
    income: '0',
    deduction: '0',
  },
}
const here = { filesInUs: true }

test('counts carry their scope, and what is done has no number', () => {
  expect(scopeOf(road)).toBe('14 for 2025, 19 in all')
  expect(scopeOf({ ...road, review: { ...road.review, in_all: 14 } })).toBe('14 for 2025')
  expect(factsOfStep('review', road)).toBe('14 for 2025, 19 in all')
  expect(factsOfStep('review', { ...road, steps: done('import', 'review') })).toBe('')
})

test('each step says what it waits for', () => {
  const asks = { account_name: 'kraken.csv', question: 'Which time zone?' }
  const waits = { ...road, steps: done(), import: { ...road.import, asks } }
  expect(factsOfStep('import', waits)).toBe('kraken.csv needs an answer')
  expect(actionOf('import', waits)).toBe('Answer')
  expect(factsOfStep('import', { ...waits, import: { ...road.import, running: 2 } })).toBe('2 running')
  expect(factsOfStep('calculate', road)).toBe('3 changes since')
  const runs = { ...road, calculation: { ...road.calculation, state: 'running' as const, percent: 62 } }
  expect(factsOfStep('calculate', runs)).toBe('62%')
  expect(factsOfStep('file', filed)).toBe('Amendment: +$614.09')
  expect(factsOfStep('file', { ...filed, amendment: null })).toBe('Filed Apr 10, 2026')
})

test('each step leads to its screen, in the walk to the one of the walk', () => {
  const paths = (of: Road, where: Parameters<typeof pathOfStep>[2]) =>
    of.steps.map(({ step }) => pathOfStep(step, of, where))
  expect(paths(road, here)).toEqual([
    '/imports',
    '/transactions?review=true',
    '/tax?year=2025',
    '/tax_filing?year=2025',
  ])
  expect(paths(road, { ...here, isWalk: true })).toEqual([
    '/onboarding/step-1',
    '/onboarding/step-3',
    '/onboarding/step-4',
    '/onboarding/step-5',
  ])
  expect(pathOfStep('import', { ...road, import: { ...road.import, transactions: 0 } }, here)).toBe('/')
  expect(pathOfStep('file', filed, here)).toBe('/one_year?year=2025#amendment')
  expect(pathOfStep('file', road, { filesInUs: false })).toBe('/one_year?year=2025')
})
