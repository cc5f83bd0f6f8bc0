import { expect, test } from 'vitest'
import { toldTwice } from './told-twice.ts'

const one = (seconds: number, equals: string, ...toldBy: string[]) => ({ at: seconds * 1000, equals, toldBy })

test('an equal of another file within two seconds, the one before first', () => {
  const near = [one(0, 'a', 'x'), one(2, 'a', 'y'), one(3, 'a', 'x'), one(6, 'a', 'y'), one(6, 'b', 'x')]
  expect(near.map((_, place) => toldTwice(near, place))).toEqual([
    near[1],
    near[0],
    near[1],
    // Three seconds from the nearest, and what is not equal is none.
    undefined,
    undefined,
  ])
})

test('two equal fills that one file tells are real, whoever else tells one of them', () => {
  const near = [one(0, 'a', 'x'), one(0, 'a', 'x', 'y'), one(1, 'a', 'z')]
  expect(toldTwice(near, 0)).toBe(near[2])
  expect(toldTwice(near.slice(0, 2), 0)).toBeUndefined()
})
