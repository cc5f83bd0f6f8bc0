import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, type Tx, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { type Sql, sql } from './sql.ts'

const db = await testDatabase()
const userId = await testCustomer(db)
const as = <T>(work: (tx: Tx) => Promise<T>, user = userId) => withSubject(db, self(user), work)

/** So few that each is looked up, and so many that all are looked up together. */
const COUNTS = [1, 500]

async function account(tx: Tx, user = userId): Promise<string> {
  const id = newId()
  await tx.run(
    sql`insert into accounts (user_id, id, key, source_slug, name) values (${user}, ${id}, ${id}, 'kraken', 'Kraken')`,
  )
  return id
}

function transactions(tx: Tx, accountId: Sql, count: number): Promise<number> {
  return tx.run(sql`
    insert into transactions (user_id, id, account_id, fingerprint, at, type, journal_version)
    select ${userId}, gen_random_uuid(), ${accountId}, sha256(gen_random_uuid()::text::bytea), now(), 'buy', 1
    from generate_series(1, ${count}::int) as n`)
}

const REFUSED = { code: '23503' }

test.each(COUNTS)(
  '%d transactions of an account are in; one of an account that is not there refuses all',
  async (count) => {
    await as(async (tx) => {
      const id = await account(tx)
      expect(await transactions(tx, sql`${id}::uuid`, count)).toBe(count)
    })
    const lost = as(async (tx) => {
      const id = await account(tx)
      await transactions(tx, sql`case when n = 1 then gen_random_uuid() else ${id}::uuid end`, count)
    })
    await expect(lost).rejects.toMatchObject(REFUSED)
  },
)

test('an account of another customer is not there', async () => {
  const other = await testCustomer(db)
  const theirs = await as((tx) => account(tx, other), other)
  await expect(as((tx) => transactions(tx, sql`${theirs}::uuid`, 1))).rejects.toMatchObject(REFUSED)
})

test.each(COUNTS)(
  'of %d records or values, one of a transaction that is not there refuses all',
  async (count) => {
    const connection = newId()
    await as(async (tx) => {
      const accountId = await account(tx)
      await tx.run(sql`insert into connections (user_id, id, account_id, method, created_at)
      values (${userId}, ${connection}, ${accountId}, 'csv', now())`)
      await transactions(tx, sql`${accountId}::uuid`, count)
    })
    const records = (transactionId: Sql, connectionId: string) =>
      as((tx) =>
        tx.run(sql`
        insert into records (user_id, id, connection_id, import_id, kind, fingerprint, outcome, transaction_id)
        select ${userId}, gen_random_uuid(), ${connectionId}, gen_random_uuid(), 'row', sha256(gen_random_uuid()::text::bytea), 'used',
          ${transactionId}
        from (select id, row_number() over () as n from transactions limit ${count}::int) t`),
      )
    const values = (transactionId: Sql) =>
      as((tx) =>
        tx.run(sql`
        insert into valuations (user_id, transaction_id, side, value, currency, origin, set_at)
        select ${userId}, ${transactionId}, 'to', 1, 'USD', 'record', now()
        from (select id, row_number() over () as n from transactions limit ${count}::int) t`),
      )
    const oneLost = sql`case when n = 1 then gen_random_uuid() else id end`
    await expect(records(oneLost, connection)).rejects.toMatchObject(REFUSED)
    await expect(records(sql`id`, newId())).rejects.toMatchObject(REFUSED)
    expect(await records(sql`id`, connection)).toBe(count)
    await expect(
      as((tx) =>
        tx.run(
          sql`update records set transaction_id = gen_random_uuid() where connection_id = ${connection}`,
        ),
      ),
    ).rejects.toMatchObject(REFUSED)
    await expect(values(oneLost)).rejects.toMatchObject(REFUSED)
    expect(await values(sql`id`)).toBe(count)
    await as((tx) => tx.run(sql`delete from valuations where user_id = ${userId}`))
  },
)
