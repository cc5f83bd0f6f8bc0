import { expect, test } from 'vitest'
import { BlockPlaces, unpackedBlocks } from './text-blocks.ts'

test('blocks belong to the list, border and stretch that they come in', () => {
  const places = new BlockPlaces()
  places.begin('input')
  places.ids.push('head')
  places.beginStretch(0)
  places.ids.push('a', 'b')
  expect(places.pass(2)).toBe(true)
  places.beginStretch(2)
  places.ids.push('c')
  places.begin('disposals')
  places.ids.push('d')
  expect(places.pass(2)).toBe(false)
  places.begin(null)
  expect(places.upTo('input', 2)).toEqual(['head', 'a', 'b'])
  expect(places.upTo('disposals', 2)).toEqual(['d'])
  expect([...places.stretches]).toEqual([
    [0, ['a', 'b']],
    [2, ['c']],
  ])
  expect(() => places.pass(3)).toThrow('A border stands in a list')
  expect(() => places.upTo('incomes', 2)).toThrow('no border incomes 2')
})

test('the blocks of a text come in order, sixteen by one question, and one that is missing is named', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `${n}`)
  const asked: number[] = []
  const texts = (there: ReadonlySet<string>) =>
    Array.fromAsync(
      unpackedBlocks(
        ids,
        (some) => {
          asked.push(some.length)
          return Promise.resolve(new Map(some.filter((id) => there.has(id)).map((id) => [id, Number(id)])))
        },
        (packed) => Promise.resolve(Uint8Array.of(packed)),
      ),
    )
  expect((await texts(new Set(ids))).map(([byte]) => byte)).toEqual(ids.map(Number))
  expect(asked).toEqual([16, 16, 8])
  await expect(texts(new Set(ids.filter((id) => id !== '20')))).rejects.toThrow('missing: 20')
})
