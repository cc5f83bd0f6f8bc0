import { expect, test } from 'vitest'
import { press, shortcuts } from './shortcuts.ts'

const key = (name: string, more: { mod?: boolean; isTyping?: boolean } = {}) => ({
  key: name,
  mod: false,
  isTyping: false,
  ...more,
})

test('two keys, one after the other, go to a screen', () => {
  const first = press(key('g'), undefined, shortcuts, true)
  expect(first).toEqual({ pending: 'g' })
  expect(press(key('h'), first.pending, shortcuts, true).action).toEqual({ kind: 'go', to: '/holdings' })
})

test('a pair that means nothing is forgotten', () => {
  expect(press(key('q'), 'g', shortcuts, true)).toEqual({ pending: undefined })
})

test('single keys mean nothing while typing, or when they are turned off', () => {
  expect(press(key('?', { isTyping: true }), undefined, shortcuts, true).action).toBeUndefined()
  expect(press(key('?'), undefined, shortcuts, false).action).toBeUndefined()
  expect(press(key('?'), undefined, shortcuts, true).action).toEqual({ kind: 'help' })
})

test('the command menu opens from anywhere', () => {
  expect(press(key('K', { mod: true, isTyping: true }), undefined, shortcuts, false).action).toEqual({
    kind: 'commands',
  })
})
