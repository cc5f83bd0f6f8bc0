import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPooler } from '../testing/pooler.ts'
import { asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import { externalTarget } from './bootstrap.ts'
import { readConfig } from './config.ts'
import { openDatabase, self, withIdentity, withOps, withSubject } from './database.ts'
import { directOf } from './database-role.ts'
import {
  beginOn,
  checkRole,
  openConnection,
  ReplicaConnection,
  UnguardedConnection,
} from './guarded-connection.ts'
import { silentLog } from './log.ts'
import { openStorage } from './server.ts'
import { sql } from './sql.ts'

const db = await testDatabase()
const [{ name }] = (await asOwner<{ name: string }>(db, 'select current_database() as name')) as [
  { name: string },
]
const pooler = await startPooler()
afterAll(() => pooler.close())
const { connect } = externalTarget(pooler.url(name))

test('SB2 behind a pooler that passes options on, each role sees what its policies show', async () => {
  const customer = await testCustomer(db)
  const own = openDatabase({ connect })
  const rows = await withSubject(own, self(customer), (tx) => tx.all(sql`select user_id from customers`))
  expect(rows).toEqual([{ user_id: customer }])
  await own.close()
})

test('SB2 behind one that drops them, no connection is lent and the server refuses to start', async () => {
  const customer = await testCustomer(db)
  pooler.dropOptions()
  const dropped = openDatabase({ connect })
  const ask = sql`select user_id from customers`
  await expect(withSubject(dropped, self(customer), (tx) => tx.all(ask))).rejects.toThrow(UnguardedConnection)
  await expect(withIdentity(dropped, (tx) => tx.all(ask))).rejects.toThrow(/gave a connection as app/)
  await expect(withOps(dropped, (tx) => tx.all(ask))).rejects.toThrow(UnguardedConnection)
  await expect(openConnection(connect, 'lotbook_owner')).rejects.toThrow(UnguardedConnection)
  await dropped.close()

  const data = mkdtempSync(join(tmpdir(), 'lotbook-data-'))
  const config = readConfig({ DATABASE_URL: pooler.url(name), LOTBOOK_DATA: data, PRICE_PROVIDERS: 'none' })
  await expect(openStorage(config, silentLog)).rejects.toThrow(/row-level security would not hold/)
  rmSync(data, { recursive: true, force: true })
})

test.each([
  ['row_security off', '-c row_security=off', /with row_security off/],
  ['another role', '-c role=lotbook_ops', /as lotbook_ops where lotbook_app was asked for/],
])('SB2 %s is refused', async (_, options, message) => {
  const direct = directOf(db)!
  const config = direct('lotbook_app')
  const other = options.includes('role=')
    ? { ...direct('lotbook_ops') }
    : { ...config, options: `${config.options ?? ''} ${options}` }
  await expect(openConnection(() => other, 'lotbook_app')).rejects.toThrow(message)
})

test('a replica is refused by what a new connection says of itself, and by each transaction', async () => {
  const row = { name: 'lotbook_app', row_security: 'on', is_super: false, bypasses: false, is_replica: true }
  // A server that follows another takes minutes to set up; what it answers is planted here.
  const answering = { query: async () => ({ rows: [row] }) } as unknown as ClientBase
  await expect(checkRole(answering, 'lotbook_app')).rejects.toThrow(ReplicaConnection)
  const refusal = new Error('cannot set transaction read-write mode during recovery')
  const refusing = { query: () => Promise.reject(refusal) } as unknown as ClientBase
  await expect(beginOn(refusing, 'begin read write')).rejects.toThrow(/leads? to the primary/)
})

test.each([
  [{ is_super: true }, /as a superuser/],
  [{ bypasses: true }, /as a role that bypasses row-level security/],
])('SB2 a role that was given more than it should have is refused: %o', async (more, message) => {
  const row = { name: 'lotbook_app', row_security: 'on', is_super: false, bypasses: false, ...more }
  // Roles belong to the whole server that other tests use, so that the answer is planted here.
  const client = { query: async () => ({ rows: [row] }) } as unknown as ClientBase
  await expect(checkRole(client, 'lotbook_app')).rejects.toThrow(message)
})
