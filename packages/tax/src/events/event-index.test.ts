import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventIndex } from './event-index.ts'

const names = fc.array(
  fc.oneof(
    fc.string(),
    fc.nat(50).map(String),
    fc.nat(999).map((n) => `transaction-${n}`),
  ),
)

test('every event is found by its name, and nothing by another', () => {
  fc.assert(
    fc.property(names, names, (ids, others) => {
      const index = new EventIndex(ids)
      const places = new Map(ids.map((id, event) => [id, event]))
      for (const id of [...ids, ...others]) expect(index.find(id)).toBe(places.get(id))
    }),
  )
})

test('names that begin and end alike are told apart', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => `same-begin-${n.toString().padStart(4, '0')}-same-end`)
  const index = new EventIndex(ids)
  expect(ids.map((id) => index.find(id))).toEqual(ids.map((_, n) => n))
})
