import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { eachRow, eachTextRow, fewRows } from './copy-out.ts'
import { self, withSubject } from './database.ts'
import { plannedOnce, sql } from './sql.ts'

const db = await testDatabase()

test('rows come as the database has them, however they lie in the pieces that arrive', async () => {
  const user = await testCustomer(db)
  // From nothing to several pieces of the connection, in no order of size.
  const sizes = Array.from({ length: 400 }, (_, n) => (n * 7919) % (n % 50 === 0 ? 300_000 : 900))
  const rows = await withSubject(db, self(user), async (tx) => {
    const taken: (readonly (Buffer | undefined)[])[] = []
    await eachRow(
      tx,
      sql`select n::integer, decode(repeat(md5(n::text), size / 16), 'hex'), null, '' from unnest(${`{${sizes.join()}}`}::integer[])
         with ordinality as s (size, n) order by n`,
      (cells) => taken.push(cells.map((cell) => cell && Buffer.from(cell))),
    )
    return taken
  })
  expect(rows.length).toBe(sizes.length)
  for (const [i, [n, bytes, nothing, empty]] of rows.entries()) {
    expect(n?.readInt32BE()).toBe(i + 1)
    const block = createHash('md5')
      .update(String(i + 1))
      .digest()
    const blocks = Math.floor(sizes[i]! / 16)
    expect(bytes?.equals(Buffer.concat(Array.from({ length: blocks }, () => block)))).toBe(true)
    expect(nothing).toBeUndefined()
    expect(empty?.length).toBe(0)
  }
})

test('of no rows none is taken, and a query that fails says so', async () => {
  const user = await testCustomer(db)
  await withSubject(db, self(user), (tx) =>
    eachRow(tx, sql`select 1 where false`, () => {
      throw new Error('there is no row')
    }),
  )
  await expect(withSubject(db, self(user), (tx) => eachRow(tx, sql`select 1/0`, () => {}))).rejects.toThrow(
    /division by zero/,
  )
})

test('cells as text are the same by COPY and by a query that is planned once', async () => {
  const user = await testCustomer(db)
  const awkward = `a\tb\nc\rd\\e'f\\N"g\v\f\bé𝄞`
  const [copied, asked] = await withSubject(db, self(user), async (tx) => {
    const rows: (readonly (string | null)[])[] = []
    await eachTextRow(
      tx,
      sql`select n, ${awkward} || repeat(${awkward}, n * 20), null, '', 0.10::numeric, '{"a": "\\\\n"}'::jsonb, '\\N' from generate_series(1, 60) n`,
      (cells) => rows.push(cells),
    )
    const again = plannedOnce`select n, ${awkward} || repeat(${awkward}, n * 20), null, '', 0.10::numeric, '{"a": "\\\\n"}'::jsonb, '\\N' from generate_series(1, 60) n`
    return [rows, await fewRows(tx, again)]
  })
  expect(copied).toHaveLength(60)
  expect(copied).toEqual(asked)
  expect(copied[0]!.slice(0, 5)).toEqual(['1', awkward + awkward.repeat(20), null, '', '0.10'])
})

test('a value that no literal can be made of is refused', async () => {
  const user = await testCustomer(db)
  const asked = withSubject(db, self(user), (tx) => eachRow(tx, sql`select ${[1]}::integer[]`, () => {}))
  await expect(asked).rejects.toThrow('no literal can be made of object')
})
