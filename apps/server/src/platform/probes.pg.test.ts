import { afterAll, expect, test } from 'vitest'
import { startPooler } from '../testing/pooler.ts'
import { asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'
import { externalTarget } from './bootstrap.ts'
import { openDatabase, self, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { testKeys } from './keys.ts'
import { silentLog } from './log.ts'
import { readMigrations } from './migrate.ts'
import { readiness } from './probes.ts'
import { seal } from './seal.ts'

const db = await testDatabase()
const [row] = await asOwner<{ name: string }>(db, 'select current_database() as name')
const pooler = await startPooler()
const { connect } = externalTarget(pooler.url(row!.name))
const server = await testServer({ db: openDatabase({ connect }) })
afterAll(() => pooler.close())
const get = (url: string) => server.app.inject({ url, method: 'GET' })
const parts = (keys = testKeys()) => ({
  reach: { connect },
  keys,
  config: { masterKeyFile: '/data/master.key' },
  log: silentLog,
})

test('a node whose database, migrations and keys are right is live and ready', async () => {
  expect((await get('/livez')).json()).toEqual({ status: 'ok' })
  const ready = await get('/readyz')
  expect(ready).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
  expect(ready.json()).toEqual({
    status: 'ready',
    checks: { database: 'ok', migrations: 'ok', keys: 'ok' },
    schema: { newest: readMigrations().at(-1)?.name, oldest_program: '0162_schema_accepts.sql' },
  })
})

test('a version names the program, its newest migration, and the versions of engine and rules', async () => {
  const version = await get('/version')
  expect(version.json()).toMatchObject({
    name: 'lotbook',
    schema: readMigrations().at(-1)?.name,
    oldest_schema: readMigrations().at(-1)?.name,
  })
  for (const part of ['version', 'engine', 'rules'])
    expect(String(version.json<Record<string, unknown>>()[part])).toMatch(/\d/)
})

test('without its database a node is live, and not ready until the database is back', async () => {
  await pooler.shut()
  expect(await readiness(parts())).toEqual({
    database: 'unreachable',
    migrations: 'unknown',
    keys: 'unknown',
  })
  await expect.poll(async () => (await get('/readyz')).statusCode).toBe(503)
  expect((await get('/livez')).statusCode).toBe(200)
  await pooler.open()
  await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200)
})

test('a database of another schema, or a wrong master key, is named', async () => {
  const userId = await testCustomer(db)
  const place = { table: 'credentials', userId, rowId: newId(), column: 'sealed' } as const
  const keys = testKeys()
  await withSubject(db, self(userId), (tx) => seal(tx, keys, place, Buffer.from('x')))
  expect(await readiness(parts(keys))).toMatchObject({ keys: 'ok' })
  expect(await readiness(parts())).toMatchObject({ keys: 'wrong', migrations: 'ok' })

  await asOwner(db, `insert into migrations.applied (name, checksum) values ('9999_later.sql', 'x')`)
  expect(await readiness(parts(keys))).toMatchObject({ migrations: 'ok', database: 'ok' })
  await asOwner(db, `update migrations.schema_accepts set oldest_program = '9999_later.sql'`)
  expect(await readiness(parts(keys))).toMatchObject({ migrations: 'differ', database: 'ok' })
})

test('behind a pooler that drops the role a node is not ready, and says why', async () => {
  pooler.dropOptions()
  expect(await readiness(parts())).toMatchObject({ database: 'unguarded' })
})
