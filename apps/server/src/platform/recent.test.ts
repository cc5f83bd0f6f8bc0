import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what was asked for longest ago goes first', () => {
  const recent = new Recent<string>(10)
  recent.set('a', 'A', 4)
  recent.set('b', 'B', 4)
  expect(recent.get('a')).toBe('A')
  recent.set('c', 'C', 4)
  expect(recent.get('b')).toBeUndefined()
  expect([recent.get('a'), recent.get('c')]).toEqual(['A', 'C'])
})

test('a value that is set again counts once', () => {
  const recent = new Recent<string>(10)
  recent.set('a', 'A', 4)
  for (let n = 0; n < 5; n += 1) recent.set('b', `B${n}`, 6)
  expect([recent.get('a'), recent.get('b')]).toEqual(['A', 'B4'])
})

test('what is larger than all is not kept, and nothing goes for it but what it stood for', () => {
  const recent = new Recent<string>(10)
  recent.set('a', 'A', 4)
  recent.set('b', 'B', 4)
  recent.set('b', 'B2', 11)
  expect([recent.get('a'), recent.get('b')]).toEqual(['A', undefined])
})
