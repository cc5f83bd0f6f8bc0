import { expect, test } from 'vitest'
import { yearOf } from './search-values.ts'

test('a year has four digits, whether something happened in it or not', () => {
  expect(yearOf('20x5')).toBeUndefined()
  expect(yearOf('20255')).toBeUndefined()
  expect(yearOf(2025)).toBe(2025)
  // These are years; nothing happened in them.
  expect([yearOf('1066'), yearOf('9999')]).toEqual([1066, 9999])
})
