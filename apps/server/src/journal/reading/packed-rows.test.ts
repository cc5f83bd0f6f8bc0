import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows, rowsIn } from './packed-rows.ts'

const tables = fc.array(
  fc.record({
    header: fc.array(fc.string(), { maxLength: 4 }),
    rows: fc.array(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), { maxLength: 30 }),
  }),
  { maxLength: 3 },
)

test('what is packed is there as it was, row by row, in the order in which it is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.array(fc.nat(100)), async (given, wanted) => {
      const all = given
        .flatMap(({ header, rows }) => rows.map((cells) => ({ header, cells })))
        .map((one, n) => ({ row: n + 1, line: 2 * n, ...one }))
      expect(await rowsIn(packRows(all), wanted)).toEqual(wanted.flatMap((row) => all[row - 1] ?? []))
    }),
  )
})

test('a long file is many blocks, of which a question unpacks its own alone', async () => {
  const header = ['a', 'b']
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    row: n + 1,
    line: n + 2,
    header,
    cells: [`cell ${n}`, 'x'.repeat(20)],
  }))
  const packed = packRows(rows)
  expect(packed.headers).toEqual([header])
  expect(packed.blocks.length).toBeGreaterThan(5)
  const [first, ...others] = packed.blocks
  const broken = others.map((block) => ({ ...block, bytes: new Uint8Array([1, 2, 3]) }))
  expect(await rowsIn({ ...packed, blocks: [first!, ...broken] }, [7, 1])).toEqual([rows[6], rows[0]])
  expect(await rowsIn(packed, [20_000, 10_000])).toEqual([rows[19_999], rows[9_999]])
})
