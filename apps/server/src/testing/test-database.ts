import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, type QueryResultRow } from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { type Database, openDatabase, self, withIdentity, withSubject } from '../platform/database.ts'
import { type Connect, directOf, type Reach } from '../platform/database-role.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { withDatabase } from './global-setup.ts'
import { startTransactionPooler, type TransactionPooler } from './transaction-pooler.ts'

/**
 * A database of this test file's own, made from the migrated template and dropped when the file is done:
 * `const db = await testDatabase()` at the top of a `*.test.ts`. `isPooled`: it is reached through a pooler in transaction mode, and
 * a statement that holds with a connection of one's own only is a failure.
 */
export async function testDatabase({ isPooled = POOLER !== undefined } = {}): Promise<Database> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const admin = new Client(as('app', 'postgres'))
  admin.on('error', () => {})
  await admin.connect()
  await admin.query(`create database ${name} template tpl strategy wal_log`)
  await admin.query(`grant create on database ${name} to lotbook_owner`)
  const direct: Connect = (role) => as(role, name)
  const ways = isPooled ? await pooledWays(name, direct) : { connect: direct }
  const db = openDatabase({ ...ways, poolSize: 8 })
  afterAll(async () => {
    await db.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return db
}

/** All tests run through a pooler where one is named: a URL of PgBouncer in transaction mode, or `watched` for the one of the tests. */
const { TEST_POOLER: POOLER } = process.env
let watched: Promise<TransactionPooler> | undefined

async function pooledWays(name: string, direct: Connect): Promise<Reach> {
  if (POOLER !== undefined && POOLER !== 'watched') {
    const connectionString = withDatabase(POOLER, name)
    return { connect: () => ({ connectionString }), isPooled: true, direct }
  }
  const pooler = await (watched ??= startTransactionPooler())
  afterAll(() => expect(pooler.faults(name)).toEqual([]))
  const connectionString = pooler.url(name)
  return { connect: () => ({ connectionString }), isPooled: true, direct }
}

function as(role: string, database: string): ClientConfig {
  const { url, socket } = inject('postgres')
  if (url === undefined) return { host: socket ?? '', port: 5432, user: role, database }
  const connectionString = withDatabase(url, database)
  return role === 'app' ? { connectionString } : { connectionString, options: `-c role=${role}` }
}

/** Run statements as lotbook_owner, past what the application could do, to plant a fault. */
export async function asOwner<Row extends QueryResultRow>(
  db: Database,
  text: string,
  values: unknown[] = [],
) {
  return rowsAs<Row>(directOf(db)!('lotbook_owner'), text, values)
}

/** The same as the server's own user, who may see and end what every other one does; on no database in particular. */
export async function asAdmin<Row extends QueryResultRow>(text: string, values: unknown[] = []) {
  return rowsAs<Row>(as('app', 'postgres'), text, values)
}

async function rowsAs<Row extends QueryResultRow>(config: ClientConfig, text: string, values: unknown[]) {
  const client = new Client(config)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A customer with an empty journal, without going through sign-up. Gives back the id. */
export async function testCustomer(db: Database, email = `c-${newId()}@example.com`): Promise<string> {
  const id = newId()
  await withIdentity(db, async (tx) => {
    await tx.run(sql`insert into identity.users (id, email, created_at) values (${id}, ${email}, now())`)
    await tx.run(sql`insert into identity.roles values (${id}, 'customer', now())`)
  })
  await withSubject(db, self(id), async (tx) => {
    await tx.run(sql`insert into customers (user_id, updated_at) values (${id}, now())`)
    await tx.run(sql`insert into journals (user_id, changed_at) values (${id}, now())`)
  })
  return id
}
