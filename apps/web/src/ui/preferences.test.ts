import { expect, test } from 'vitest'
import { parsePreferences } from './preferences.ts'

test('unknown or broken preferences are left out', () => {
  expect(parsePreferences('{"theme":"dark","density":"huge","shortcuts":false}')).toEqual({
    theme: 'dark',
    shortcuts: false,
  })
  expect([parsePreferences(null), parsePreferences('{'), parsePreferences('7')]).toEqual([{}, {}, {}])
})
