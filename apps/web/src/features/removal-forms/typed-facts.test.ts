import { expect, test } from 'vitest'
import { factsTyped, isAsked, mistakesIn, typedFacts } from './typed-facts.ts'

const NOTHING = {
  donee: null,
  donee_address: null,
  donee_ein: null,
  donee_is_spouse: null,
  acknowledged_on: null,
  how_acquired: null,
  valued_by: null,
  has_appraisal: null,
  appraiser: null,
  appraised_on: null,
  discovered_on: null,
  reimbursement: null,
  is_for_profit: null,
  may_recover: null,
  evidence: null,
}
const DONATION = ['donee', 'has_appraisal', 'appraiser', 'appraised_on', 'how_acquired'] as const

test('what is stated comes back from the fields as it went in', () => {
  const facts = {
    ...NOTHING,
    donee: 'Food Bank',
    has_appraisal: true,
    appraiser: 'A. Praiser',
    how_acquired: 'gift' as const,
  }
  expect(factsTyped(typedFacts(facts), [...DONATION])).toEqual(facts)
  expect(factsTyped(typedFacts({ ...facts, has_appraisal: false }), [...DONATION])).toEqual({
    ...facts,
    has_appraisal: false,
    appraiser: null,
  })
  expect(factsTyped(typedFacts(NOTHING), [...DONATION])).toEqual(NOTHING)
})

test('a field of another kind is not sent, and who appraised is asked for where there is an appraisal', () => {
  const typed = { ...typedFacts(NOTHING), donee: ' Ann ', evidence: 'A report' }
  expect(factsTyped(typed, ['donee'])).toEqual({ ...NOTHING, donee: 'Ann' })
  expect(isAsked('appraiser', typed, [...DONATION])).toBe(false)
  expect(isAsked('appraiser', { ...typed, has_appraisal: 'yes' }, [...DONATION])).toBe(true)
})

test('an amount and an EIN are read as people write them, and others are said to be none', () => {
  const typed = { ...typedFacts(NOTHING), reimbursement: '1,250.5', donee_ein: '12-3456789' }
  expect(mistakesIn(typed)).toEqual({})
  expect(factsTyped(typed, ['reimbursement', 'donee_ein'])).toMatchObject({
    reimbursement: '1250.5',
    donee_ein: '12-3456789',
  })
  expect(Object.keys(mistakesIn({ ...typed, reimbursement: '-5', donee_ein: '12-34' }))).toEqual([
    'reimbursement',
    'donee_ein',
  ])
})
