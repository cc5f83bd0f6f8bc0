import { expect, test } from 'vitest'
import { boxWords } from '../../client/box-words.ts'
import { incomeLine, scheduleLines } from './return-lines.ts'

const of = (box: string, term: 'short' | 'long', gain: string) => ({
  box,
  term,
  gain,
  disposals: 1,
  proceeds: '0',
  basis: '0',
})

test('boxes lead to their lines of Schedule D, and a term without a disposal to none', () => {
  expect(scheduleLines([of('H', 'short', '1.5'), of('I', 'short', '-0.25'), of('G', 'short', '1')])).toEqual([
    { term: 'short', lines: 'Lines 1b, 2, 3 → 7', text: 'short-term, digital assets', gain: '2.25' },
  ])
  expect(scheduleLines([of('L', 'long', '10'), of('K', 'long', '5')])).toEqual([
    { term: 'long', lines: 'Lines 9, 10 → 15', text: 'long-term, digital assets', gain: '15' },
  ])
  expect(scheduleLines([of('F', 'long', '10')])[0]?.lines).toBe('Line 10 → 15')
  expect(scheduleLines([])).toEqual([])
})

test('a box says what was reported to the IRS', () => {
  expect(boxWords(of('K', 'long', '0'))).toBe(
    'Long-term, reported on Form 1099-DA, basis not reported to the IRS',
  )
  expect(boxWords(of('C', 'short', '0'))).toBe('Short-term, not reported on Form 1099-B')
  expect(boxWords(of('G', 'short', '0'))).toBe(
    'Short-term, reported on Form 1099-DA, basis reported to the IRS',
  )
})

test('lines of the return are those of its year', () => {
  expect([2023, 2024, 2025].map((year) => incomeLine({ year }))).toEqual(['8z', '8v', '8v'])
})
