import { expect, test } from 'vitest'
import { allComplete, issuesOf, listed, rangeOf, statusOf, rowsText } from './import-state.ts'
import { shownProgress } from './live-progress.ts'
import { countsOf } from './SourceOutcome.tsx'
import type { Progress } from '../../ui/progress.ts'

const done = { import_status: 'complete', status_code: null, note_count: 0, error_count: 0 } as const
const running = { ...done, import_status: 'in-progress' } as const
const reading: Progress = {
  id: 's',
  seq: 4,
  state: 'running',
  stage: 'Reading rows',
  done: 620,
  total: 1000,
  unit: 'rows',
}

test('the words of the vocabulary', () => {
  const label = (...args: Parameters<typeof statusOf>) => statusOf(...args).label
  expect(label(running, { ...reading, state: 'waiting' })).toBe('Queued')
  expect(label(running, reading)).toBe('Importing 62%')
  expect(label(running, { ...reading, total: null, done: 1204 })).toBe('Importing 1,204')
  expect(label(done, undefined)).toBe('Done')
  expect(label({ ...done, status_code: 'notes', note_count: 1 }, undefined)).toBe('Done, 1 note')
  expect(label({ ...done, status_code: 'notes', note_count: 1, error_count: 2 }, undefined)).toBe(
    'Done, 2 errors',
  )
  expect(label({ ...done, status_code: 'failed' }, undefined)).toBe('Failed')
  expect(label({ ...done, status_code: 'cancelled' }, undefined)).toBe('Cancelled')
  expect(label({ ...done, status_code: 'needs_mapping' }, undefined)).toBe('Needs an answer')
  expect(label({ ...done, status_code: 'needs_key' }, undefined)).toBe('Fix')
  expect(label({ ...done, status_code: 'deleting' }, undefined)).toBe('Removing')
  // Tried again after it failed: it is at work, whatever became of it before.
  expect(label({ ...running, status_code: 'failed' }, reading)).toBe('Importing 62%')
})

test('R4.29 all imports are complete when none is in progress', () => {
  expect([allComplete([]), allComplete([done, done]), allComplete([done, running])]).toEqual([
    true,
    true,
    false,
  ])
})

test('what is shown of a source at work', () => {
  const source = { id: 's', import_status: 'in-progress', progress: null } as const
  const told = (progress: Progress) => shownProgress(source, new Map([['s', progress]]))
  expect(shownProgress(source, new Map())).toMatchObject({ state: 'waiting', stage: 'Queued' })
  expect(told(reading)).toBe(reading)
  // Word of the import before it does not stand for this one.
  expect(told({ ...reading, state: 'done' })).toMatchObject({ state: 'waiting' })
  expect(shownProgress({ ...source, import_status: 'complete' }, new Map([['s', reading]]))).toBeUndefined()
})

test('counts in words', () => {
  expect(issuesOf({ error_count: 0, note_count: 0 })).toBeUndefined()
  expect(issuesOf({ error_count: 1, note_count: 2 })).toBe('1 error and 2 notes')
  const source = { parsed: 4700, total: 4812, already_here: 37, first_at: null, last_at: null }
  expect(countsOf(source)).toBe('4,700 of 4,812 rows used · 37 already here')
})

test('the range of a first import spans all its files', () => {
  expect(
    rangeOf([
      { first_at: '2021-03-01T00:00:00Z', last_at: '2022-01-01T00:00:00Z' },
      { first_at: null, last_at: null },
      { first_at: '2020-05-01T00:00:00Z', last_at: '2021-06-01T00:00:00Z' },
    ]),
  ).toEqual({ from: '2020-05-01T00:00:00Z', to: '2022-01-01T00:00:00Z' })
  expect(rangeOf([])).toBeUndefined()
})

test('names in a sentence, the first of many', () => {
  expect([listed(['A']), listed(['A', 'B']), listed(['A', 'B', 'C'])]).toEqual(['A', 'A and B', 'A, B and C'])
  expect(listed(['A', 'B', 'C', 'D'])).toBe('A, B and 2 others')
})

test('beside how many transactions came in stands how many rows the list has of them, where that is fewer', () => {
  expect(rowsText(253, 0)).toBeUndefined()
  expect(rowsText(253, 6)).toBe(
    'The list shows 247 rows: 6 arrived in transfers between your accounts, and a transfer is one row.',
  )
})
