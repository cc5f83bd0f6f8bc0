import { expect, test } from 'vitest'
import { countOf, isChosen, NONE, stillThere, toggled } from './selection.ts'

test('E10 an item is chosen and let go; of all, what is loaded stays without it', () => {
  const one = toggled(NONE, 'a', ['a', 'b', 'c'])
  expect([isChosen(one, 'a'), isChosen(one, 'b'), countOf(one, 300)]).toEqual([true, false, 1])
  expect(countOf(toggled(one, 'a', ['a', 'b', 'c']), 300)).toBe(0)
  expect(countOf('all', 300)).toBe(300)
  expect(toggled('all', 'b', ['a', 'b', 'c'])).toEqual(new Set(['a', 'c']))
})

test('E10 what has left the queue is not chosen any more', () => {
  expect(stillThere(new Set(['a', 'b']), ['b', 'c'])).toEqual(new Set(['b']))
  const same = new Set(['b'])
  expect(stillThere(same, ['b', 'c'])).toBe(same)
})
