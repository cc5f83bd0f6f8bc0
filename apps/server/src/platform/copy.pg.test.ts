import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { type Batch, batchesOf, stage, type WriteRow } from './copy.ts'
import { self, type Tx, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { sql } from './sql.ts'

const db = await testDatabase()
const userId = await testCustomer(db)
const as = <T>(work: (tx: Tx) => Promise<T>) => withSubject(db, self(userId), work)

/** Few rows, as the one batch that they are. */
async function batchOf<Row>(columns: string, rows: readonly Row[], write: WriteRow<Row>): Promise<Batch> {
  const [batch, ...more] = await batchesOf(columns, rows, write)
  expect(more).toEqual([])
  return batch ?? { bytes: Buffer.alloc(0), rows: 0 }
}

/** A line and a reason. */
const reasonOf = (line: number, reason: string) =>
  batchOf('line, reason', [reason], (to, text) => {
    to.int(line)
    to.text(text)
  })

/** Any text that the database can keep, with what COPY and arrays give a meaning. */
const text = fc.array(
  fc.constantFrom('\\', '\t', '\n', '\r', '"', '{', '}', ',', '\\N', '\\.', 'NULL', ' ', 'a', 'ß', '😀'),
)
const anyText = text.map((pieces) => pieces.join(''))

test('what is staged is what was given, whatever its texts hold', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ reason: fc.option(anyText), said: anyText }), { minLength: 1, maxLength: 40 }),
      (rows) =>
        as(async (tx) => {
          const batch = await batchOf(
            'line, reason, finding',
            [...rows.entries()],
            (to, [line, { reason, said }]) => {
              to.int(line)
              to.maybe('text', reason)
              to.jsonb(JSON.stringify({ said }))
            },
          )
          await stage(tx, 'records', 'line, reason, finding', batch)
          const found = await tx.all(sql`select line, reason, finding from staged_records order by line`)
          expect(found).toEqual(rows.map(({ reason, said }, line) => ({ line, reason, finding: { said } })))
        }),
    ),
    { numRuns: 30 },
  ))

test('lists, truth and what is not there', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyText, { maxLength: 4 }), (flags) =>
      as(async (tx) => {
        const id = newId()
        await stage(
          tx,
          'transactions',
          'id, flags, us_based, comment',
          await batchOf('id, flags, us_based, comment', [flags], (to, list) => {
            to.uuidText(id)
            to.texts(list)
            to.bool(true)
            to.null()
          }),
        )
        expect(await tx.one(sql`select * from staged_transactions`)).toEqual({
          id,
          flags,
          us_based: true,
          comment: null,
        })
      }),
    ),
    { numRuns: 30 },
  ))

test('staged anew, what was staged before is gone; and nothing of it is in the table', () =>
  as(async (tx) => {
    await stage(tx, 'records', 'line, reason', await reasonOf(1, 'first'))
    await stage(tx, 'records', 'line, reason', await reasonOf(2, 'second'))
    expect(await tx.all(sql`select line, reason from staged_records`)).toEqual([
      { line: 2, reason: 'second' },
    ])
    expect(await tx.all(sql`select id from records`)).toEqual([])
  }))

test('in batches every row is there once, in its order', () =>
  as(async (tx) => {
    const rows = Array.from({ length: 45_000 }, (_, line) => line)
    await tx.run(
      sql`create temp table kept (n bigint generated always as identity, line integer, before integer) on commit drop`,
    )
    const write: WriteRow<number> = (to, line) => {
      to.int(line)
      to.text(`row ${line}`)
    }
    const batches = await batchesOf('line, reason', rows, write)
    expect(batches.map((batch) => batch.rows)).toEqual([20_000, 20_000, 5_000])
    for (const [n, batch] of batches.entries()) {
      await stage(tx, 'records', 'line, reason', batch)
      await tx.run(sql`insert into kept (line, before) select line, ${n * 20_000} from staged_records`)
    }
    expect(
      await tx.one(sql`
      select count(*)::int as rows, count(distinct line)::int as lines, bool_and(line between before and before + 19999) as apart,
        bool_and(n = line + 1) as in_order from kept`),
    ).toEqual({ rows: 45_000, lines: 45_000, apart: true, in_order: true })
    expect(await batchesOf('line, reason', [], write)).toEqual([])
  }))

test('a text that the database cannot keep is refused as such', async () => {
  await expect(
    as(async (tx) => stage(tx, 'records', 'line, reason', await reasonOf(1, 'a\u0000b'))),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/^22/) as string,
  })
})
