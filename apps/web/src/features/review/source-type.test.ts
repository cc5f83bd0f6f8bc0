import { expect, test } from 'vitest'
import { sourceType } from './source-type.ts'

test('E10 of a type that is not known it is said what the source calls it', () => {
  expect(sourceType(['spam_suspected', 'unmapped_type:Launchpool: Early Access'])).toBe(
    'Launchpool: Early Access',
  )
  expect(sourceType(['spam_suspected', 'unmapped_type:'])).toBeUndefined()
  expect(sourceType([])).toBeUndefined()
})
