import { expect, test } from 'vitest'
import { createToastStore, lifetimeMs } from './toast-store.ts'

test('a toast stays 6 s, 10 s with Undo, and a failure until it is closed', () => {
  const undo = () => undefined
  expect([
    lifetimeMs({ kind: 'done' }),
    lifetimeMs({ kind: 'done', undo }),
    lifetimeMs({ kind: 'failed' }),
  ]).toEqual([6000, 10000, undefined])
  const store = createToastStore()
  for (const text of ['a', 'b', 'c', 'd', 'e']) store.add({ kind: 'done', text })
  expect(store.list().map((toast) => toast.text)).toEqual(['b', 'c', 'd', 'e'])
})
