import { expect, test } from 'vitest'
import { asAdmin, asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import { audit } from './audit.ts'
import { self, withOps, withSubject } from './database.ts'
import { directOf } from './database-role.ts'
import { inRole } from './guarded-connection.ts'
import { checkInvariants } from './invariants.ts'
import { ForeignSchema, migrate, type Migration, readMigrations, readSchema } from './migrate.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

test('a migrated database needs nothing more, however often and by however many servers it is asked', async () => {
  expect(await migrate(db)).toEqual([])
  expect(await Promise.all([1, 2, 3].map(() => migrate(db)))).toEqual([[], [], []])
})

test('drift: every migration of the folder is applied, as it is, and nothing else', async () => {
  const applied = await asOwner<{ name: string; checksum: string }>(
    db,
    'select name, checksum from migrations.applied order by name',
  )
  expect(applied).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })))
})

const MORE: Migration = { name: '9998_more.sql', text: 'create table more (a int)', checksum: 'm' }
const BREAKS: Migration = {
  name: '9999_breaks.sql',
  text: `update migrations.schema_accepts set oldest_program = '9999_breaks.sql'; create table broken (a int)`,
  checksum: 'b',
}

test('a migration that was changed, or that this program does not know among its own, is refused', async () => {
  const [first, ...rest] = readMigrations()
  const read = (migrations: readonly Migration[]) =>
    inRole(db, 'lotbook_owner', (client) => readSchema(client, migrations))
  await expect(read(rest)).rejects.toThrow(/0001_\w+\.sql, which this program does not know/)
  await expect(read([{ ...first!, checksum: 'x' }, ...rest])).rejects.toThrow(/was changed/)
})

test('a program serves a later schema that takes it, and refuses one that does not, by name', async () => {
  const own = await testDatabase()
  expect(await migrate(own, [...readMigrations(), MORE])).toEqual([MORE.name])
  const asSeen = () => inRole(own, 'lotbook_owner', (client) => readSchema(client, readMigrations()))
  expect(await asSeen()).toMatchObject({ missing: [], newest: MORE.name })
  expect(await migrate(own)).toEqual([])

  expect(await migrate(own, [...readMigrations(), MORE, BREAKS])).toEqual([BREAKS.name])
  await expect(asSeen()).rejects.toThrow(/newer than this program: .* takes programs from 9999_breaks.sql on/)
  await expect(migrate(own)).rejects.toThrow(ForeignSchema)
})

test('a migration whose connection is ended midway leaves nothing, and the next start goes on with it', async () => {
  const own = await testDatabase()
  const direct = { connect: directOf(own)! }
  const slow = { ...MORE, text: `${MORE.text}; select pg_sleep(60)` }
  const interrupted = migrate(direct, [...readMigrations(), slow, BREAKS]).catch(
    (error: Error) => error.message,
  )
  const [here] = await asOwner<{ name: string }>(own, 'select current_database() as name')
  const sleeping = `from pg_stat_activity where datname = '${here!.name}' and wait_event = 'PgSleep'`
  await expect.poll(() => asAdmin(`select 1 ${sleeping}`)).toHaveLength(1)
  await asAdmin(`select pg_terminate_backend(pid) ${sleeping}`)
  expect(await interrupted).toMatch(/^migration 9998_more.sql failed/)
  expect(await asOwner(own, `select 1 from pg_class where relname in ('more', 'broken')`)).toEqual([])

  expect(await migrate(own, [...readMigrations(), MORE, BREAKS])).toEqual([MORE.name, BREAKS.name])
  expect(
    await asOwner(own, `select relname from pg_class where relname in ('more', 'broken') order by 1`),
  ).toEqual([{ relname: 'broken' }, { relname: 'more' }])
})

test('a migration that fails leaves nothing of itself', async () => {
  const text = 'create table half (a int); select 1/0'
  const broken = [...readMigrations(), { name: '9999_broken.sql', text, checksum: 'x' }]
  await expect(migrate(db, broken)).rejects.toThrow(/9999_broken.sql failed: division by zero/)
  expect(await asOwner(db, `select 1 from pg_class where relname = 'half'`)).toEqual([])
  expect(await migrate(db)).toEqual([])
})

test('functions that read past the policies have a search path of their own', async () => {
  const open = await asOwner<{ proname: string }>(
    db,
    `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
       and (proconfig is null or not proconfig::text like '%search_path%')`,
  )
  expect(open).toEqual([])
})

test('events that a jumped clock left in the default partition move to the partition of their month, and the chain holds', async () => {
  const userId = await testCustomer(db)
  const at = new Date('2099-05-31T23:59:59.999Z')
  const by = { now: at, actorId: null, route: 'test', ip: 'terminal', requestId: 'test' }
  const write = (now: Date) =>
    withSubject(db, self(userId), (tx) => audit(tx, { ...by, now }, userId, { event: 'jumped' }))
  const partitions = () =>
    withOps(db, (tx) =>
      tx.all<{ of: string; hash: string }>(sql`
        select tableoid::regclass::text as of, encode(hash, 'hex') as hash from audit_events where user_id = ${userId} order by id`),
    )
  await write(at)
  await write(new Date('2099-06-01T00:00:00.000Z'))
  const before = await partitions()
  expect(before.map(({ of }) => of)).toEqual(['audit_events_other', 'audit_events_other'])

  await asOwner(db, `select create_audit_partitions('2099-05-10', 1)`)
  await write(at)
  const after = await partitions()
  expect(after.map(({ of }) => of)).toEqual([
    'audit_events_2099_05',
    'audit_events_other',
    'audit_events_2099_05',
  ])
  expect(after.slice(0, 2).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
  expect(await checkInvariants(db)).toEqual([])
  await asOwner(db, `select create_audit_partitions('2099-05-10', 2)`)
  expect((await partitions())[1]?.of).toBe('audit_events_2099_06')
  // What can be done with the table as a whole cannot be done past it.
  const rights = await asOwner(
    db,
    `select has_table_privilege('lotbook_app', 'audit_events_2099_05', 'update') as may`,
  )
  expect(rights).toEqual([{ may: false }])
})
