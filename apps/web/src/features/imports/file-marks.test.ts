import { expect, test } from 'vitest'
import { answersDraft, without } from './file-marks.ts'

test('a file that is chosen again is known by name and size, and another of that name is not it', () => {
  const marks = [
    { name: 'a.csv', size: 10 },
    { name: 'b.csv', size: 20 },
  ]
  expect(without(marks, [{ name: 'a.csv', size: 10 }])).toEqual([{ name: 'b.csv', size: 20 }])
  expect(without(marks, [{ name: 'a.csv', size: 11 }])).toEqual(marks)
  expect(answersDraft(marks[0]!)).not.toBe(answersDraft(marks[1]!))
})
