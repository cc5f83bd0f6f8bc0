import { everyType, sidesFit, sidesOf } from '@lotbook/journal'
import { expect, test } from 'vitest'
import { withoutSubject } from '../../platform/database.ts'
import { joined, sql } from '../../platform/sql.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { fitsItsType, sidesFitSql } from './sides-fit.ts'

const db = await testDatabase()
const CASES = everyType().flatMap(({ type, subType }) =>
  [true, false].flatMap((from) => [true, false].map((to) => ({ type, subType, from, to }))),
)
const HAS = { from: sql`c.has_from`, to: sql`c.has_to` }
const cases = JSON.stringify(
  CASES.map(({ type, subType, from, to }, n) => ({
    n,
    has_from: from,
    has_to: to,
    type,
    sub_type: subType,
    from_asset: from ? 'BTC' : null,
    to_asset: to ? 'ETH' : null,
    ...sidesOf(type, subType),
  })),
)

test('of every type the database takes for fitting what the rule does, given as columns, as values or by the type of a row', async () => {
  const expected = CASES.map(({ type, subType, ...has }) => sidesFit(type, subType, has))
  const rows = sql`jsonb_to_recordset(${cases}::jsonb) as c (n integer, has_from boolean, has_to boolean, "from" text, "to" text)`
  const own = sql`jsonb_to_recordset(${cases}::jsonb) as t (n integer, type text, sub_type text, from_asset text, to_asset text)`
  const values = CASES.map(
    ({ type, subType }, n) => sql`when ${n} then ${sidesFitSql(sidesOf(type, subType), HAS)}`,
  )
  const found = await withoutSubject(db, (tx) =>
    tx.all<{ as_columns: boolean; as_values: boolean }>(sql`
      select ${sidesFitSql({ from: sql`c."from"`, to: sql`c."to"` }, HAS)} as as_columns,
        case c.n ${joined(values, ' ')} end as as_values
      from ${rows} order by c.n`),
  )
  const byType = await withoutSubject(db, (tx) =>
    tx.all<{ fits: boolean }>(sql`select ${fitsItsType} as fits from ${own} order by t.n`),
  )
  expect(byType.map(({ fits }) => fits)).toEqual(expected)
  expect(found.map((row) => row.as_columns)).toEqual(expected)
  expect(found.map((row) => row.as_values)).toEqual(expected)
})

test('where nothing is said of the sides every row fits', async () => {
  const none = { from: sql`null::text`, to: sql`null::text` }
  const has = { from: sql`false`, to: sql`true` }
  const { fits } = await withoutSubject(db, (tx) =>
    tx.one<{ fits: boolean }>(sql`select ${sidesFitSql(none, has)} as fits`),
  )
  expect(fits).toBe(true)
})
