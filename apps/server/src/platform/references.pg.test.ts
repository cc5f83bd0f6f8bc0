import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, type Tx, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { identifier, type Sql, sql } from './sql.ts'

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

/** An account with a transaction, a record of it and its value. */
async function told(tx: Tx) {
  const accountId = await account(tx)
  const [connectionId, transactionId] = [newId(), newId()]
  await tx.run(sql`insert into connections (user_id, id, account_id, method, created_at)
    values (${userId}, ${connectionId}, ${accountId}, 'csv', now())`)
  await tx.run(sql`
    insert into transactions (user_id, id, account_id, fingerprint, at, type, journal_version)
    values (${userId}, ${transactionId}, ${accountId}, sha256(${transactionId}::text::bytea), now(), 'buy', 1)`)
  await record(tx, connectionId, transactionId)
  await value(tx, transactionId)
  return { accountId, connectionId, transactionId }
}

function record(tx: Tx, connectionId: string, transactionId: string): Promise<number> {
  return tx.run(sql`
    insert into records (user_id, id, connection_id, import_id, kind, fingerprint, outcome, transaction_id)
    values (${userId}, gen_random_uuid(), ${connectionId}, gen_random_uuid(), 'row', sha256(gen_random_uuid()::text::bytea), 'used',
      ${transactionId})`)
}

function value(tx: Tx, transactionId: string): Promise<number> {
  return tx.run(sql`
    insert into valuations (user_id, transaction_id, side, value, currency, origin, set_at)
    values (${userId}, ${transactionId}, 'to', 1, 'USD', 'record', now())`)
}

test('what is referred to is not deleted, and not before all of it is gone', async () => {
  const { accountId, connectionId, transactionId } = await as(told)
  const deleting = (table: Sql, id: string) =>
    as((tx) => tx.run(sql`delete from ${table} where user_id = ${userId} and id = ${id}`))
  const transaction = () => deleting(sql`transactions`, transactionId)
  await expect(transaction()).rejects.toMatchObject(REFUSED)
  await expect(deleting(sql`connections`, connectionId)).rejects.toMatchObject(REFUSED)
  await expect(deleting(sql`accounts`, accountId)).rejects.toMatchObject(REFUSED)
  await as((tx) => tx.run(sql`delete from records where connection_id = ${connectionId}`))
  await expect(transaction()).rejects.toMatchObject(REFUSED)
  await as((tx) => tx.run(sql`delete from valuations where transaction_id = ${transactionId}`))
  expect(await transaction()).toBe(1)
  expect(await deleting(sql`connections`, connectionId)).toBe(1)
  expect(await deleting(sql`accounts`, accountId)).toBe(1)
})

test('the key of what is referred to stays, and a change of what refers is checked like a new row', async () => {
  const { accountId, connectionId, transactionId } = await as(told)
  const keys = { accounts: accountId, connections: connectionId, transactions: transactionId }
  for (const [table, id] of Object.entries(keys))
    await expect(
      as((tx) => tx.run(sql`update ${identifier(table)} set id = gen_random_uuid() where id = ${id}`)),
    ).rejects.toMatchObject(REFUSED)
  const changes = [
    sql`update transactions set account_id = gen_random_uuid() where id = ${transactionId}`,
    sql`update records set connection_id = gen_random_uuid() where transaction_id = ${transactionId}`,
    sql`update valuations set transaction_id = gen_random_uuid() where transaction_id = ${transactionId}`,
    sql`insert into valuations (user_id, transaction_id, side, value, currency, origin, set_at)
      values (${userId}, ${transactionId}, 'to', 1, 'USD', 'record', now())
      on conflict (user_id, transaction_id, side) do update set transaction_id = gen_random_uuid()`,
  ]
  for (const change of changes) await expect(as((tx) => tx.run(change))).rejects.toMatchObject(REFUSED)
})

test('who deletes waits for who refers, and finds it referred to', async () => {
  const { transactionId, connectionId } = await as(told)
  await as((tx) => tx.run(sql`delete from records where transaction_id = ${transactionId}`))
  await as((tx) => tx.run(sql`delete from valuations where transaction_id = ${transactionId}`))
  const deleting = await as(async (tx) => {
    await record(tx, connectionId, transactionId)
    const other = as((third) => third.run(sql`delete from transactions where id = ${transactionId}`))
    other.catch(() => {})
    await waits(tx)
    return { other }
  })
  await expect(deleting.other).rejects.toMatchObject(REFUSED)
})

test('who refers waits for who deletes, and finds it gone', async () => {
  const { transactionId } = await as(told)
  await as((tx) => tx.run(sql`delete from records where transaction_id = ${transactionId}`))
  await as((tx) => tx.run(sql`delete from valuations where transaction_id = ${transactionId}`))
  const referring = await as(async (tx) => {
    await tx.run(sql`delete from transactions where id = ${transactionId}`)
    const other = as((third) => value(third, transactionId))
    other.catch(() => {})
    await waits(tx)
    return { other }
  })
  await expect(referring.other).rejects.toMatchObject(REFUSED)
})

/** Until somebody waits for this transaction. */
async function waits(tx: Tx): Promise<void> {
  for (;;) {
    const { anyone } = await tx.one<{ anyone: boolean }>(sql`
      select exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) as anyone`)
    if (anyone) return
  }
}
