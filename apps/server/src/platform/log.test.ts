import { expect, test } from 'vitest'
import { errorText } from './log.ts'

test('whatever was thrown is told by what it says, never as an object', () => {
  const error = new Error('broken')
  expect(errorText(error)).toBe(error.stack)
  // As the job engine tells of its own errors.
  expect(errorText({ message: 'no worker', queue: 'read-import' })).toBe('no worker')
  expect(errorText({ code: '40P01', where: { table: 'jobs' } })).toBe(
    "{ code: '40P01', where: { table: 'jobs' } }",
  )
  expect(errorText('text')).toBe('text')
  expect(errorText(undefined)).toBe('undefined')
})
