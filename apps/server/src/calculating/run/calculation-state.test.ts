import { expect, test } from 'vitest'
import { percentOf, STAGES, unitOf } from './calculation-state.ts'

test('stage by stage a calculation comes nearer to its end, and only one that is done is there', () => {
  const percents = STAGES.flatMap(({ name }) =>
    [0, 50, 100].map((done) => percentOf('running', name, done, 100)),
  )
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents[0]).toBe(0)
  expect(percents.at(-1)).toBe(99)
  expect(percentOf('done', 'Done', 0, null)).toBe(100)
  expect(STAGES.reduce((sum, { share }) => sum + share, 0)).toBe(100)
})

test('a result is counted in rows, of which one transaction may have several', () => {
  expect(['Queued', 'Building lots', 'Writing results', 'Done'].map(unitOf)).toEqual([
    'transactions',
    'transactions',
    'rows',
    'transactions',
  ])
})
