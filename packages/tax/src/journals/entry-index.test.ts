import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfId, holdsId, ID_BYTES, idAt, putId } from './entry-ids.ts'
import { EntryIndex } from './entry-index.ts'

test('an id is read as it was written, and a missing one is none', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.uuid()), { maxLength: 20 }), (ids) => {
      const bytes = new Uint8Array(ID_BYTES * ids.length)
      for (const [n, id] of ids.entries()) putId(bytes, n, id)
      expect(ids.map((_, n) => idAt(bytes, n))).toEqual(ids)
      for (const id of ids) if (id !== null) expect(holdsId(bytes, bytesOfId(id))).toBe(true)
    }),
  )
  const id = 'DEADBEEF-0123-4567-89AB-CDEF00000001'
  expect(idAt(bytesOfId(id), 0)).toBe(id.toLowerCase())
})

test('an entry is found by its id, in the chunk and at the place that it has there', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 60 }), fc.nat(), (all, cut) => {
      const [absent, ...ids] = all as [string, ...string[]]
      const end = cut % (ids.length + 1)
      const chunks = [ids.slice(0, end), ids.slice(end)].map((own) => {
        const bytes = new Uint8Array(ID_BYTES * own.length)
        for (const [n, id] of own.entries()) putId(bytes, n, id)
        return { columns: { count: own.length }, ids: bytes }
      })
      const entries = new EntryIndex(chunks)
      for (const [n, id] of ids.entries()) {
        const entry = entries.find(bytesOfId(id))!
        expect(entry).toBe(n)
        const chunk = entries.chunkOf(entry)
        expect(idAt(chunks[chunk]!.ids, entries.placeIn(chunk, entry))).toBe(id)
      }
      expect(entries.find(bytesOfId(absent))).toBeUndefined()
    }),
  )
})
