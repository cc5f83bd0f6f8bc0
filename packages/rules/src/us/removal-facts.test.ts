import { expect, test } from 'vitest'
import {
  factsOfKind,
  type FormRemoval,
  NO_REMOVAL_FACTS,
  problemsOfFacts,
  type RemovalFacts,
} from './removal-facts.ts'

const problems = (kind: FormRemoval, facts: Partial<RemovalFacts>) =>
  problemsOfFacts({ ...NO_REMOVAL_FACTS, ...facts }, { kind, date: '2025-03-10', today: '2026-01-05' }).map(
    ({ field, why }) => `${field}: ${why}`,
  )

test('dates are from the day it happened up to today, and are days', () => {
  expect(problems('donation', { acknowledged_on: '2025-03-10' })).toEqual([])
  expect(problems('donation', { acknowledged_on: '2026-01-05' })).toEqual([])
  expect(problems('donation', { acknowledged_on: '2025-03-09' })).toEqual([
    'acknowledged_on: the date is before 2025-03-10, the day it happened; a day from then on is expected',
  ])
  expect(problems('stolen', { discovered_on: '2026-01-06' })).toEqual([
    'discovered_on: the date is in the future; a day up to today is expected',
  ])
  expect(problems('lost', { discovered_on: '2025-02-30' })).toEqual([
    'discovered_on: there is no such date; a day such as 2025-01-31 is expected',
  ])
})

test('an appraisal counts from 60 days before the donation on', () => {
  expect(problems('donation', { has_appraisal: true, appraised_on: '2025-01-09' })).toEqual([])
  expect(problems('donation', { has_appraisal: true, appraised_on: '2025-01-08' })).toEqual([
    'appraised_on: an appraisal more than 60 days before the donation of 2025-03-10 does not count; a later day is expected',
  ])
  expect(problems('donation', { has_appraisal: false, appraiser: 'A. Praiser' })).toEqual([
    'appraiser: there is no qualified appraisal by what is stated',
  ])
})

test('a statement of another kind is refused, and does not count where it was made before', () => {
  expect(problems('gift', { acknowledged_on: '2025-04-01', donee: 'Ann' })).toEqual([
    'acknowledged_on: it does not belong to a gift',
  ])
  const facts = { ...NO_REMOVAL_FACTS, donee: 'Ann', discovered_on: '2025-04-01' }
  expect(factsOfKind(facts, 'gift')).toEqual({ ...NO_REMOVAL_FACTS, donee: 'Ann' })
  expect(factsOfKind(facts, 'lost')).toEqual({ ...NO_REMOVAL_FACTS, discovered_on: '2025-04-01' })
})
