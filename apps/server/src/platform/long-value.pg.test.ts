import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, withSubject } from './database.ts'
import { longValue } from './long-value.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

test('a value is stored as it is, however long and in whatever parts it comes, and beside others of its transaction', async () => {
  const userId = await testCustomer(db)
  const most = 1 << 18
  const lists = [
    [],
    [0],
    [1, 0, 3],
    [most],
    [most, 1],
    [1, most, 0, most + 7, 5],
    [3 * most],
    [6, 1 << 20, 1 << 20, 12_345, 16],
  ]
  await withSubject(db, self(userId), async (tx) => {
    await tx.run(sql`create temp table kept (n integer, bytes bytea) on commit drop`)
    const values = lists.map((lengths) => lengths.map((length) => randomBytes(length)))
    // All are there before the first is used.
    const cells = []
    for (const parts of values) cells.push(await longValue(tx, parts))
    for (const [n, cell] of cells.entries())
      await tx.run(sql`insert into kept (n, bytes) values (${n}, ${cell})`)
    const kept = await tx.all<{ bytes: Buffer }>(sql`select bytes from kept order by n`)
    expect(kept.map(({ bytes }, n) => bytes.equals(Buffer.concat(values[n] ?? [])))).toEqual(
      lists.map(() => true),
    )
  })
})

test('what was sent ahead is gone with its transaction', async () => {
  const userId = await testCustomer(db)
  for (const round of [1, 2]) {
    await withSubject(db, self(userId), async (tx) => {
      const bytes = randomBytes(1 << 19)
      const cell = await longValue(tx, [bytes])
      expect(await tx.one(sql`select length(${cell}) as length`), `round ${round}`).toEqual({
        length: 1 << 19,
      })
      expect(await tx.one(sql`select count(distinct id)::int as count from pg_temp.long_values`)).toEqual({
        count: 1,
      })
    })
  }
})
