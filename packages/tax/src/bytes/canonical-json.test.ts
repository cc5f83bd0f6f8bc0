import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, writeCanonicalJson } from './canonical-json.ts'

/** The definition, word by word: every object with its keys in order, what has no value left out. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([key, field]) => [key, sorted(field)]))
}

// Keys that are numbers come first in every object of the language, whatever was asked: none of ours is one.
const key = fc.string().filter((text) => !/^\d+$/.test(text) && text !== '__proto__')
const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null))
const row = fc.dictionary(key, fc.oneof(cell, fc.array(fc.string()), fc.constant(undefined)))
const value = fc.letrec((tie) => ({
  any: fc.oneof(cell, row, fc.array(tie('any')), fc.dictionary(key, tie('any')), fc.array(row)),
})).any

test('N2 one text for one value: keys in order at every depth, in lists of rows as elsewhere', () => {
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any)).toBe(JSON.stringify(sorted(any)))
    }),
  )
})

test('N2 a long list is one list, row by row in its own fields, however it is cut', () => {
  const rows = Array.from({ length: 1000 }, (_, n) => (n % 3 === 0 ? { b: 'x', a: n } : { c: ['y'], a: n }))
  const pieces: string[] = []
  writeCanonicalJson({ rows, after: [{ z: { y: 1, x: 2 } }] }, (piece) => pieces.push(piece))
  expect(pieces.join('')).toBe(JSON.stringify(sorted({ rows, after: [{ z: { y: 1, x: 2 } }] })))
})

test('what JSON says in more than one way, or not at all, is refused in a row too', () => {
  expect(() => canonicalJson([{ a: 1 }, { a: 0.5 }])).toThrow('Not a whole number: 0.5')
  expect(() => canonicalJson([{ a: 2 ** 60 }])).toThrow('Not a whole number')
  expect(() => canonicalJson([{ a: Number.NaN }])).toThrow('Not a whole number')
  expect(() => canonicalJson([{ a: () => 1 }])).toThrow('Not JSON: function')
  expect(() => canonicalJson([{ a: [1n] }])).toThrow('Not JSON: bigint')
})
