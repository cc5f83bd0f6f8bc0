import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces, LazyList, LazyObject } from './json-pieces.ts'

const textOf = (value: unknown) => [...jsonPieces(value)].join('')

test('pieces say what the platform writes at once', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(JSON.parse(textOf(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  const sparse = { a: undefined, b: [undefined, { c: undefined }], d: { e: [] } }
  expect(textOf(sparse)).toBe(
    ['{', ' "b": [', '  null,', '  {}', ' ],', ' "d": {', '  "e": []', ' }', '}', ''].join('\n'),
  )
})

test('what is made as it is written reads the same, in pieces of a bounded length', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, of: [`row ${n}`, null] }))
  const lazy = {
    rows: new LazyList(rows.values()),
    none: new LazyList([]),
    by: new LazyObject(rows.map(({ n, of }) => [`row ${n}`, of] as const)),
    nothing: new LazyObject([]),
  }
  const same = {
    rows,
    none: [],
    by: Object.fromEntries(rows.map(({ n, of }) => [`row ${n}`, of])),
    nothing: {},
  }
  const pieces = [...jsonPieces(lazy)]
  expect(pieces.join('')).toBe(textOf(same))
  expect(pieces.join('').split('\n')[2]).toBe('  {"n":0,"of":["row 0",null]},')
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000)
})
