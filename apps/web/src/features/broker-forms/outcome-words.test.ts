import { BROKER_LINE_OUTCOMES } from '@lotbook/journal'
import { expect, test } from 'vitest'
import { fileWords, OUTCOME_WORDS } from './outcome-words.ts'

test('each outcome has its words', () => {
  expect(Object.keys(OUTCOME_WORDS).toSorted()).toEqual([...BROKER_LINE_OUTCOMES].toSorted())
})

test('a file says what it brought', () => {
  const file = {
    file_name: 'f',
    added: 2,
    repeated: 1,
    alike: 0,
    years: [{ year: 2025, lines: 2, change_id: 'c' }],
    unknown_assets: [],
    problem_count: 0,
    problems: [],
  }
  expect(fileWords(file)).toBe('2 lines added for 2025. 1 line was there already.')
  expect(fileWords({ ...file, added: 0, repeated: 3, years: [] })).toBe(
    'No line was added. 3 lines were there already.',
  )
})
