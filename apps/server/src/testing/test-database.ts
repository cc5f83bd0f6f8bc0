import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, type QueryResultRow } from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase, self, withIdentity, withSubject } from '../platform/database.ts'
import type { Connect } from '../platform/database-role.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { withDatabase } from './global-setup.ts'

/**
 * A database of this test file's own, made from the migrated template and dropped when the file is done:
 * `const db = await testDatabase()` at the top of a `*.test.ts`.
 */
export async function testDatabase(): Promise<Database> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const admin = new Client(as('app', 'postgres'))
  admin.on('error', () => {})
  await admin.connect()
  await admin.query(`create database ${name} template tpl strategy wal_log`)
  await admin.query(`grant create on database ${name} to lotbook_owner`)
  const connect: Connect = (role) => as(role, name)
  const db = openDatabase({ connect, poolSize: 8 })
  afterAll(async () => {
    await db.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return db
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
  const client = new Client(db.connect('lotbook_owner'))
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
